"""Claims to a seat and consents to them, that came with other mails: what their GM types to log them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli import person
from pbem.cli.terminal import one_line
from pbem.round.claims import WaitingClaim

REASON = " --reason 'WHY'"


def tell(file: Path, claims: Sequence[WaitingClaim]) -> None:
    """For each claim one line to type, with the consents to it; for a consent without its claim what is missing."""
    for claim in claims:
        by = " and ".join(claim.by)
        if claim.name:
            agreed = f"with the consent of {by}" if by else "to which nobody has agreed yet"
            click.echo(f"A claim to {claim.side}, {agreed}. Log it with:")
        else:
            click.echo(f"A consent of {by}, whose claim is not among these emails. Log both with:")
        words = shlex.join([str(file), claim.name or "CLAIM", *claim.consents])
        reason = REASON if claim.name and not by else ""
        click.echo(f"  {person.pbem()} seat {one_line(words)}{reason}")
