"""`pbem seat`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import gm_done, person
from pbem.mail.read import message
from pbem.protocol import envelope
from pbem.protocol.bodies import Claim

MAIL = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    "seat",
    help="""Give a seat to the newcomer who claims it: a substitute, a new key, or another GM.

    From then on the old key no longer counts. The newcomer can see everything that the side
    knows. A new GM gets your secrets of this game and of no other.
    """,
)
@person.save_argument
@click.argument("claim", type=MAIL)
@click.argument("consents", nargs=-1, type=MAIL)
@click.option("--reason", default="", help="The reason. Required if neither player has agreed.")
def command(file: Path, claim: Path, consents: tuple[Path, ...], reason: str) -> None:
    asked = envelope.from_text(message.read(claim), "ACCEPT")
    agreed = [envelope.from_text(message.read(path), "WORD") for path in consents]
    with gm_done.moderated(file) as game:
        beside = isinstance(asked.body, Claim) and not asked.body.anchors
        story = game.seat(asked, agreed, reason, "co" if beside else "handover")
        gm_done.keep(game, file, story)
