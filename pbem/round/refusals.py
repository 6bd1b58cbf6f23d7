"""What goes back to the author of a mail that was refused."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.errors import Bug, ForTheChair, FromMachine, NotTheGm, Replaced, UnreadableFile
from pbem.gm.inbox import Receipt
from pbem.home import files
from pbem.mail.addresses import AddressRow
from pbem.mail.read import message
from pbem.mail.read.header import NOBODY, Sender
from pbem.protocol import envelope
from pbem.protocol.hashing import digest
from pbem.round.reports import Reports

UNANSWERED = (ForTheChair, FromMachine, Replaced, Bug, UnreadableFile, NotTheGm)
"""Mails of machines, which nobody answers, what a newer mail of the same author replaced, and what was no
fault of its sender's."""

Senders = Mapping[str, Sender]
"""By the name of a mail."""


class Returned(Struct, frozen=True):
    """A refusal as a file: a text to mail back, or a `finished` mail."""

    receipt: Receipt
    path: Path
    finished: bool


def write(
    id: str,
    file: Path,
    closed: Sequence[Receipt],
    wish: Reports,
    senders: Senders,
    outbox: Path | None,
) -> Iterator[Returned]:
    """A text to mail back for each mail that was refused; for an order with the GM's signed word on it.

    With an `outbox` a finished mail there, where the refused one says from which address it came. Raises OSError.
    """
    folder = wish.folder or file.parent / "reports"
    for receipt in answerable(closed):
        # A file name may hold bytes that are no text.
        name = receipt.digest or digest(receipt.name.encode("utf-8", "surrogatepass"))
        text, block = words(file, receipt)
        subject = f"{id}: mail refused"
        to = senders.get(receipt.name, NOBODY)
        if to.automatic:  # RFC 3834, 2: or two programs would answer each other
            continue
        if outbox is not None and to.address:
            outbox.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Two people may have sent one order: each gets his own mail.
            path = outbox / f"{id}-refused-{digest(f'{name} {to.address}'.encode())[:8]}.eml"
            files.write_bytes(path, answer_to(to, subject, f"{text}\n\n{block}"))
            yield Returned(receipt, path, finished=True)
        elif not wish.none:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / f"{id}-refused-{name[:8]}.txt"
            files.write_text(path, as_text(id, file, receipt))
            yield Returned(receipt, path, finished=False)


def answerable(closed: Sequence[Receipt]) -> list[Receipt]:
    """Those whose authors are told."""
    return [one for one in closed if one.error and not isinstance(one.error, UNANSWERED)]


def as_text(id: str, file: Path, receipt: Receipt) -> str:
    """A refusal to paste or attach."""
    text, block = words(file, receipt)
    return message.message("the author of the email", f"{id}: mail refused", text, block)


def answer_to(to: Sender, subject: str, words: str) -> bytes:
    """A finished mail that answers the one from this sender."""
    from pbem.mail.write import eml  # slow to load

    row = AddressRow(to.address, last=to.id, before=to.before)
    return eml.finished(eml.email_to(row, "", subject), words)


def words(file: Path, receipt: Receipt) -> tuple[str, str]:
    """A refusal in words, and the block with the GM's signed word; "" where there is none."""
    told = [f"Your email was refused, and nothing was changed: {receipt.error}"]
    block = ""
    if receipt.refusal is not None:
        told.append(
            f"Check that with: pbem verify {shlex.quote(file.name)} --refusal THIS_MAIL.txt"
        )
        block = envelope.to_text(receipt.refusal)
    return "\n\n".join(textwrap.fill(part, 72) for part in told), block
