"""`pbem upgrade`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import gm_done, person
from pbem.mail.read import message
from pbem.protocol import envelope

MAIL = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    "upgrade",
    help="""Play on under the newest version of the rules that this pbem knows.

    Every player who is not absent must have sent a consent (`pbem consent GAME.toml --upgrade`). The
    position stays as it is, and open questions are put again.
    """,
)
@person.save_argument
@click.argument("consents", nargs=-1, type=MAIL)
def command(file: Path, consents: tuple[Path, ...]) -> None:
    agreed = [envelope.from_text(message.read(path), "WORD") for path in consents]
    with gm_done.moderated(file) as game:
        gm_done.keep(game, file, game.upgrade(agreed))
