"""Claims to a seat and consents to them, that came with other mails: what their GM types to log them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import person
from pbem.cli.terminal import one_line
from pbem.errors import ForTheChair
from pbem.gm.inbox import mail_of
from pbem.protocol.bodies import Claim

if TYPE_CHECKING:
    from pbem.gm.inbox import Receipt

REASON = " --reason 'WHY'"


def tell(file: Path, texts: Mapping[str, str | bytes], receipts: Sequence[Receipt]) -> None:
    """For each claim one line to type, with the consents to it; for a consent without its claim what is missing."""
    found = {
        one.name: mail_of(texts[one.name]) for one in receipts if isinstance(one.error, ForTheChair)
    }
    claims = {n: mail for n, mail in found.items() if isinstance(mail.envelope.body, Claim)}
    digests = {mail.digest for mail in claims.values()}
    for name, mail in claims.items():
        body = mail.envelope.body
        agreed = [n for n, one in found.items() if one.envelope.body.text == mail.digest]  # type: ignore[union-attr]
        by = [found[n].envelope.body.author for n in agreed]
        click.echo(f"A claim to {body.author}, {_agreed(by)}. Log it with:")
        words = shlex.join([str(file), name, *agreed])
        click.echo(f"  {person.pbem()} seat {one_line(words)}{'' if by else REASON}")
    for name, mail in found.items():
        if name not in claims and mail.envelope.body.text not in digests:  # type: ignore[union-attr]
            click.echo(
                f"A consent of {mail.envelope.body.author}, whose claim is not among these mails. Log both with:"
            )
            words = shlex.join([str(file), "CLAIM", name])
            click.echo(f"  {person.pbem()} seat {one_line(words)}")


def _agreed(by: Sequence[str]) -> str:
    return f"with the consent of {' and '.join(by)}" if by else "to which nobody has agreed yet"
