"""`pbem reveal`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import gm_done, person, player_says
from pbem.protocol.envelope import Envelope


@click.command(
    "reveal",
    help="""After the end, publish your key of this game, so that `pbem audit` can open all secrets.

    It opens this game and no other. A player gets a mail for the GM; for the GM it is an entry.
    """,
)
@person.save_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
def command(file: Path, out: Path | None) -> None:
    game = person.open_game(file)
    revealed = game.reveal()
    if isinstance(revealed, Envelope):
        player_says.mail(game, file, revealed, f"My key of {game.id}, for all to read.", out)
    else:
        gm_done.keep(game, file, revealed)
