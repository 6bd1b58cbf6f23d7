"""Claims to a seat and consents to them, that came with other mails: what their GM types to log them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import person
from pbem.cli.terminal import one_line
from pbem.gm.game import Game
from pbem.home import computer
from pbem.ledger.cases import absence
from pbem.round.claims import WaitingClaim

REASON = " --reason 'WHY'"
EARLY = "If you give the seat away too early, everybody can see that no player agreed to it."


def tell(game: Game, file: Path, claims: Sequence[WaitingClaim]) -> None:
    """Print a line to type for each claim, with the consents to it; for a consent without its claim what is missing.

    Where nobody agrees and the player of the seat still has time, a warning too.
    """
    for claim in claims:
        by = " and ".join(claim.by)
        if claim.name:
            consent_words = f"with the consent of {by}" if by else "to which nobody has agreed yet"
            click.echo(f"A claim to {claim.side}, {consent_words}. Log it with:")
        else:
            click.echo(f"A consent of {by}, whose claim is not among these emails. Log both with:")
        words = shlex.join([str(file), claim.name or "CLAIM", *claim.consents])
        reason = REASON if claim.name and not by else ""
        click.echo(f"  {person.pbem()} seat {one_line(words)}{reason}")
        is_seated = claim.side in game.ledger.seats
        if (
            reason
            and is_seated
            and not absence.waited_long_enough(game.ledger, claim.side, computer.now())
        ):
            person.say(f"Careful: {absence.too_early(game.ledger, claim.side)}. {EARLY}")
