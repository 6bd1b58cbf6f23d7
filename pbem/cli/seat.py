"""`pbem seat`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import addresses, gm_commands, person
from pbem.home import computer
from pbem.ledger.cases import absence
from pbem.mail.read import message
from pbem.mail.read.header import sender_of
from pbem.protocol import envelope
from pbem.protocol.bodies import Claim
from pbem.round import correspondents
from pbem.round.apply import doubtful
from pbem.round.reports import Reports

MAIL = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    "seat",
    help="""Give a seat to somebody who claims it: a substitute, a player with a new key, or another GM.

    As soon as you give the seat, the old key no longer counts. The newcomer can see everything that the side knows. A
    new GM gets your secrets for this game, and for no other game.
    """,
)
@person.save_argument
@click.argument("claim", type=MAIL)
@click.argument("consents", nargs=-1, type=MAIL)
@click.option(
    "--reason", default="", help="The reason. You must give a reason if no player has agreed."
)
def command(file: Path, claim: Path, consents: tuple[Path, ...], reason: str) -> None:
    raw = message.raw(claim)
    claimed = envelope.from_text(message.text_of(raw), "ACCEPT")
    agreed = [envelope.from_text(message.read(path), "WORD") for path in consents]
    with gm_commands.game_to_moderate(file) as game:
        # A GM who takes over brings secret numbers of their own; one who moderates beside another brings none.
        is_co_gm = isinstance(claimed.body, Claim) and not claimed.body.anchors
        before, side = game.ledger, claimed.body.author
        story = game.seat(claimed, agreed, reason, "co" if is_co_gm else "handover")
        step = game.save.entries[-1].body.step
        if early := absence.given_away_early(before, step, computer.now()):
            person.say(early)

        def learn_address() -> None:
            correspondents.hear_newcomer(game, side, sender_of(raw))
            addresses.confirm_doubtful(game, doubtful(game, Reports()))

        gm_commands.keep(game, file, story, before_emails=learn_address)
