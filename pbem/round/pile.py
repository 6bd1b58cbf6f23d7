"""Mails as they come, read one by one: what is in each, who sent it, or why it cannot be read.

Those that a GM has not taken yet are kept beside his pins, so that they outlive the program.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct, field

from pbem.gm.inbox import Receipt, refused
from pbem.home import here
from pbem.mail.read import header, message
from pbem.mail.read.header import Sender
from pbem.protocol.atomic import SECRET, private_folder, replace_file

DIGITS = 32
"""Of a mail's hash in the name of its file."""


class Pile(Struct):
    """Mails by name: their texts, their senders, and the receipts of those that cannot be read."""

    texts: dict[str, str | bytes] = field(default_factory=dict)
    senders: dict[str, Sender] = field(default_factory=dict)
    unreadable: list[Receipt] = field(default_factory=list)

    def add(self, name: str, raw: bytes) -> None:
        """Read one more; whatever is in it harms only itself."""
        try:
            self.senders[name] = header.sender_of(
                raw
            )  # first: who sent what is refused gets an answer
            self.texts[name] = message.text_of(raw)
        except Exception as error:
            self.unreadable.append(Receipt(name, error=refused(error)))


class KeptMail(Struct, frozen=True):
    """A mail as it came."""

    name: str
    content: bytes


def folder(genesis: str) -> Path:
    """Where the mails of a game lie that are not taken yet."""
    return here.pins().folder / "pile" / genesis


def keep(genesis: str, one: KeptMail) -> None:
    """Keep one more, for this GM's eyes. Raises OSError."""
    place = folder(genesis)
    private_folder(place)
    last = max((int(path.name[:5]) for path in _files(genesis)), default=0)
    name = f"{last + 1:05}-{_digest(one.content)}"
    replace_file(place / name, msgspec.msgpack.encode(one), mode=SECRET)


def kept_mails(genesis: str) -> list[KeptMail]:
    """Those that are kept, in the order in which they came; what is damaged is left out. Raises OSError."""
    found = []
    for path in _files(genesis):
        try:
            found.append(msgspec.msgpack.decode(path.read_bytes(), type=KeptMail))
        except (ValueError, RecursionError):
            continue
    return found


def forget(genesis: str, content: bytes) -> None:
    """It was taken, or is not wanted. Raises OSError."""
    for path in _files(genesis):
        if path.name.endswith(_digest(content)):
            path.unlink(missing_ok=True)


def waiting(genesis: str) -> int:
    """How many there are."""
    return len(_files(genesis))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def _files(genesis: str) -> list[Path]:
    return sorted(folder(genesis).glob(f"{'[0-9]' * 5}-{'?' * DIGITS}"))
