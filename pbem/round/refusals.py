"""What goes back to the author of a mail that was refused, once for each mail."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.errors import (
    Bug,
    ForTheChair,
    FromMachine,
    NoBlock,
    NotTheGm,
    OtherVersion,
    PbemError,
    Replaced,
    SignedMail,
    UnreadableFile,
    WrongGame,
)
from pbem.gm.game import Game
from pbem.gm.inbox import Receipt
from pbem.home import computer
from pbem.mail.addresses import AddressRow
from pbem.mail.read import message
from pbem.mail.read.header import NOBODY, Sender
from pbem.protocol import armour, envelope
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.protocol.hashing import digest
from pbem.round.reports import Reports

UNANSWERED = (ForTheChair, FromMachine, Replaced, Bug, UnreadableFile, NotTheGm)
"""Emails of machines, which nobody answers, what a newer email of the same author replaced, and what was no
fault of its sender's."""
SEALED = (OtherVersion, SignedMail)
"""Of the emails in which no sealed text was found, those that may hold one all the same."""
AS_FILE = "Save what you sent as a file, and type this with the name of that file:"
UNSEALED = {
    armour.UNSEALED: (AS_FILE, "pbem orders {save} ORDERS.toml"),
    armour.TAPPED: (AS_FILE, "pbem orders {save} --from mail.eml"),
    armour.TYPED: ("Type this, and your lines when it asks:", "pbem orders {save}"),
}
"""What somebody does whose orders came unsealed, and types, by what they are."""

NOT_KEPT = (Bug, UnreadableFile)
"""What another try can cure although the mail stays the same."""
MOST_KEPT = 2_000
"""Refused mails that are remembered, the newest ones."""
KEY = 32
"""Letters by which each of them is known."""

Senders = Mapping[str, Sender]
"""By the name of a mail."""


class Returned(Struct, frozen=True):
    """A refusal as a file: a text to mail back, or a `finished` email."""

    receipt: Receipt
    path: Path
    finished: bool


def write(
    game: Game | None,
    file: Path,
    receipts: Sequence[Receipt],
    wish: Reports,
    senders: Senders,
    outbox: Path | None,
) -> Iterator[Returned]:
    """An answer to each email that was refused; to an order with the GM's signed word on it.

    With an `outbox` a finished email there, where the refused one says from which address it came.

    Args:
        game: for which they were; None if they fit no game.

    Raises OSError.
    """
    folder = wish.folder or file.parent / "reports"
    id = game.id if game else "mail"
    for receipt in answerable(receipts):
        # A file name may hold bytes that are no text.
        name = receipt.digest or digest(receipt.name.encode("utf-8", "surrogatepass"))
        text, block = words(game, file, receipt)
        subject = f"{id}: email refused"
        to = senders.get(receipt.name, NOBODY)
        if to.automatic:  # RFC 3834, 2: or two programs would answer each other
            continue
        if outbox is not None and to.address and not to.listed:
            outbox.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Two people may have sent one order: each gets his own mail.
            path = outbox / f"{id}-refused-{digest(f'{name} {to.address}'.encode())[:8]}.eml"
            replace_file(path, answer_to(to, subject, f"{text}\n\n{block}"))
            yield Returned(receipt, path, finished=True)
        elif not wish.none:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / f"{id}-refused-{name[:8]}.txt"
            replace_file(path, as_text(game, file, receipt).encode())
            yield Returned(receipt, path, finished=False)


def keys(closed: Sequence[Receipt], contents: Mapping[str, bytes], genesis: str) -> dict[str, str]:
    """By the names of refused mails, what each is remembered by: its bytes, and the game that refused it. A mail that fits
    no game is one mail wherever it is given. Those that another try can cure, or that are left alone, have no key."""
    found_keys = {}
    for receipt in closed:
        left_alone = isinstance(receipt.error, NoBlock) and not answerable([receipt])
        if receipt.name not in contents or left_alone or isinstance(receipt.error, NOT_KEPT):
            continue
        fits_none = not receipt.digest or isinstance(receipt.error, WrongGame)
        game = b"" if fits_none else genesis.encode()
        found_keys[receipt.name] = digest(game + b"\n" + contents[receipt.name])[:KEY]
    return found_keys


def remembered() -> list[str]:
    """The keys of mails that were refused before, oldest first. Raises OSError."""
    try:
        return _kept().read_text("ascii", "replace").split()
    except FileNotFoundError:
        return []


def remember(new_keys: Sequence[str]) -> None:
    """These mails were refused, and their authors have their answers. Raises OSError."""
    if new_keys:
        private_folder(_kept().parent)
        kept_keys = list(dict.fromkeys([*remembered(), *new_keys]))[-MOST_KEPT:]
        replace_file(_kept(), "".join(f"{key}\n" for key in kept_keys).encode(), mode=SECRET)


def _kept() -> Path:
    return computer.pins().folder / "refused"


def answerable(closed: Sequence[Receipt]) -> list[Receipt]:
    """Those whose authors get an answer."""
    return [one for one in closed if one.error and _is_answered(one.error)]


def _is_answered(error: PbemError) -> bool:
    if isinstance(error, NoBlock) and not isinstance(error, SEALED):
        return error.facts.get("found") in UNSEALED
    return not isinstance(error, UNANSWERED)


def as_text(game: Game | None, file: Path, receipt: Receipt) -> str:
    """A refusal to paste or attach."""
    text, block = words(game, file, receipt)
    subject = f"{game.id if game else 'mail'}: email refused"
    return message.message("the author of the email", subject, text, block)


def answer_to(to: Sender, subject: str, words: str) -> bytes:
    """A finished mail that answers the one from this sender."""
    from pbem.mail.write import eml  # slow to load

    row = AddressRow(to.address, last=to.id, before=to.before)
    return eml.finished(eml.email_to(row, "", subject), words)


def words(game: Game | None, file: Path, receipt: Receipt) -> tuple[str, str]:
    """A refusal as text for its author, and the block with the GM's signed word; "" where there is none."""
    title = f" to {game.title}" if game else ""
    paragraphs = [f"Your email{title} was refused, and nothing was changed: {receipt.error}"]
    block = ""
    block_kind = str(receipt.error.facts.get("found", "")) if receipt.error else ""
    if block_kind in UNSEALED:
        how, command = UNSEALED[block_kind]
        paragraphs = [
            f"Your orders{title} were not sealed, so anybody on the way could read them. Nothing was applied.",
            how,
            command.format(save=shlex.quote(file.name)),
            "Then send the email that this command writes.",
        ]
    if receipt.refusal is not None:
        paragraphs.append(
            f"Check that with: pbem verify {shlex.quote(file.name)} --refusal THIS_MAIL.txt"
        )
        block = envelope.to_text(receipt.refusal)
    import textwrap  # for whoever refuses something

    filled = (textwrap.fill(part, 72, break_on_hyphens=False) for part in paragraphs)
    return "\n\n".join(filled), block
