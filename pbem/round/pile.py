"""Emails as they come, read one by one: what is in each, who sent it, or why it cannot be read.

Two kinds are kept next to the GM's pins, so that they outlive the program: those that the GM has not applied yet, and
those that have to wait for something and are applied in the first round in which they can be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable
from itertools import islice
from pathlib import Path

import msgspec
from msgspec import Struct, field

from pbem.errors import PbemError
from pbem.gm.inbox import Receipt, refused
from pbem.home import computer
from pbem.mail.read import header, message
from pbem.mail.read.header import Sender
from pbem.mail.read.parts import EmailContents, leaves
from pbem.protocol.atomic import SECRET, private_folder, replace_file

DIGITS = 32
"""Of a mail's hash in the name of its file."""
MOST_LINES, LONGEST_LINE = 200, 600
"""Lines of an email in which orders are looked for that nobody sealed, and characters of each."""


class Pile(Struct):
    """Emails by name: their bytes, texts and senders, and the receipts of those that cannot be read."""

    contents: dict[str, bytes] = field(default_factory=dict)
    texts: dict[str, str | bytes] = field(default_factory=dict)
    senders: dict[str, Sender] = field(default_factory=dict)
    unreadable: list[Receipt] = field(default_factory=list)

    def add(self, name: str, raw: bytes) -> None:
        """Read one more; whatever is in it harms only itself."""
        self.contents[name] = raw
        try:
            self.senders[name] = header.sender_of(
                raw
            )  # first: who sent what is refused gets an answer
            self.texts[name] = message.text_of(raw)
        except Exception as error:
            self.unreadable.append(Receipt(name, error=refused(error)))

    def lines_of(self, name: str) -> list[str]:
        """What somebody wrote in an email without a sealed text, line by line, in lower case; quotes are left out, and what
        is longer than orders are: each line costs some time, and anybody can send many.
        """
        try:
            texts = leaves(self.contents[name].replace(b"\r\n", b"\n"), EmailContents())
        except PbemError:
            return []
        lines = (" ".join(line.lower().split()) for text in texts for line in text.splitlines())
        own_lines = (line for line in lines if line[:1] not in ("", ">", "|"))
        return [line for line in islice(own_lines, MOST_LINES) if len(line) <= LONGEST_LINE]

    def alone(self, names: Iterable[str]) -> Pile:
        """These of its emails, which can be read."""
        names_chosen = list(names)
        contents = {name: self.contents[name] for name in names_chosen}
        return Pile(contents, {name: self.texts[name] for name in names_chosen}, self.senders)

    def add_waiting(self, genesis: str) -> None:
        """Add the emails of a game that had to wait, but for those that came again with this pile. Raises OSError."""
        known = set(map(_digest, self.contents.values()))
        for kept_mail in kept_mails(genesis):
            if not kept_mail.waits or _digest(kept_mail.content) in known:
                continue
            name, at = f"{kept_mail.name} (kept)", 2
            while name in self.contents:
                name, at = f"{kept_mail.name} (kept, {at})", at + 1
            self.add(name, kept_mail.content)

    def settle(self, genesis: str, waiting: Container[str]) -> None:
        """Keep the emails with these names until the next round, and forget what waited and has been dealt with.
        Raises OSError."""
        waited = {_digest(one.content) for one in kept_mails(genesis) if one.waits}
        for name, content in self.contents.items():
            if name in waiting:
                if _digest(content) not in waited:
                    file_name = Path(name).name.encode("utf-8", "backslashreplace").decode()
                    keep(genesis, KeptMail(file_name, content, waits=True))
            elif _digest(content) in waited:
                forget(genesis, content)


class KeptMail(Struct, frozen=True, omit_defaults=True):
    """An email as it came. `waits`: its GM has applied it, and it had to wait."""

    name: str
    content: bytes
    waits: bool = False


def folder(genesis: str) -> Path:
    """Where the emails of a game are that are not applied yet."""
    return computer.pins().folder / "pile" / genesis


def keep(genesis: str, kept_mail: KeptMail) -> None:
    """Keep one more, for this GM's eyes, or know more about one that is kept. Raises OSError."""
    place, digest = folder(genesis), _digest(kept_mail.content)
    private_folder(place)
    files = _files(genesis)
    last = max((int(path.name[:5]) for path in files), default=0)
    name = next((path.name for path in files if path.name.endswith(digest)), "")
    name = name or f"{last + 1:05}-{digest}"
    replace_file(place / name, msgspec.msgpack.encode(kept_mail), mode=SECRET)


def kept_mails(genesis: str) -> list[KeptMail]:
    """Those that are kept, in the order in which they came; what is damaged is left out. Raises OSError."""
    mails = []
    for path in _files(genesis):
        try:
            mails.append(msgspec.msgpack.decode(path.read_bytes(), type=KeptMail))
        except (ValueError, RecursionError):
            continue
    return mails


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
