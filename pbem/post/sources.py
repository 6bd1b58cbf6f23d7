"""Where email arrives: a Maildir, or a folder with a file per email. Both are moved within, never written into.

`mailbox` of the standard library reads an email whole before its size is known, and gives what it delivers a new name
each time; a Maildir needs less than that (https://cr.yp.to/proto/maildir.html). `imap` has a third kind of mailbox.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import stat
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from pbem.errors import WouldOverwrite
from pbem.mail.read import header
from pbem.mail.read.header import NOBODY, Sender
from pbem.post.config import Source
from pbem.protocol.atomic import create_file, private_folder, replace_file
from pbem.system import EXACT, NO_LINK

NOTE = "pbem-post.json"
"""The file of a mailbox that names the post that applies its emails (post.md, R9)."""
DONE, PERSON = "done", "person"
"""Where emails go that are dealt with, and those that somebody has to look at."""
PARTS = ("new", "cur", "tmp")
SETTLED = 2
"""Seconds after which a file in a folder counts as written whole; in a Maildir every email is."""
NEAR = 64 * 1024
"""Bytes of an email in which its header says who sent it."""


class MailboxLost(Exception):
    """A mailbox cannot be used now. Its words say why and what helps; the next pass tries again."""


class EmailGone(Exception):
    """This email is not there any more, or cannot be read; the others can."""


class Arrived(Struct, frozen=True):
    """An email in a mailbox, not opened yet.

    Attributes:
        name: in this mailbox; no other email ever has it. `at`: when it arrived, in seconds since 1970.
        where: what a person calls it.
    """

    name: str
    size: int
    at: int
    where: str


class Mailbox(Protocol):
    """Where email arrives. Every method raises MailboxLost, and then nothing was changed but what is done already."""

    place: str

    def names(self) -> list[str]:
        """The emails that are in it, by name, in no order."""
        ...

    def look(self, names: Iterable[str]) -> list[Arrived]:
        """How large these emails are and when they arrived; what is gone is left out."""
        ...

    def senders(self, names: Iterable[str]) -> dict[str, Sender]:
        """Who sent these emails, as their headers say; `NOBODY` for one that is gone."""
        ...

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of an email, at most `limit`. Raises EmailGone."""
        ...

    def file_away(self, names: Iterable[str], into: str) -> None:
        """Move emails to the folder for those that are dealt with, or for a person. Gone already is done."""
        ...

    def other_post(self, id: str) -> str:
        """The computer of another post that applies these emails; "" if none does."""
        ...

    def put_note(self, id: str, takes_over: bool = False) -> None:
        """From now on the post of this id applies these emails, if no other does.

        Where two posts look at once and find no note, `other_post` says afterwards which of them applies.

        Args:
            takes_over: even if another post does.
        """
        ...

    def wait(self, seconds: float) -> bool:
        """Return when an email has come, or after these seconds; False at once if the mailbox cannot tell."""
        ...

    def close(self) -> None:
        """Let go of it; it opens again by itself."""
        ...


def is_maildir(path: Path) -> bool:
    return all((path / part).is_dir() for part in PARTS)


def make_maildir(path: Path) -> None:
    """Raises OSError."""
    for part in PARTS:
        private_folder(path / part)


def note_of(id: str) -> bytes:
    """What a post writes into a mailbox of which it applies the emails."""
    return json.dumps({"post": id, "computer": platform.node()}).encode()


def other_in(note: bytes, id: str) -> str:
    """The computer that such a note names; "" if it names this post."""
    try:
        note_data = json.loads(note)
        mine = (note_data["post"], note_data["computer"]) == (id, platform.node())
        return "" if mine else str(note_data["computer"])[:100] or "another one"
    except (ValueError, KeyError, TypeError):
        return "a computer whose note is damaged"


class Disk:
    """A Maildir, or a folder with a file per email."""

    def __init__(self, source: Source) -> None:
        self.place, self.is_maildir = source.place, source.kind == "maildir"
        self.root = Path(source.path).expanduser()
        self.paths: dict[str, Path] = {}

    @contextlib.contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            why = error.strerror or error
            raise MailboxLost(f"{self.place} cannot be read: {why}.") from error

    def names(self) -> list[str]:
        folders = [self.root / "new", self.root / "cur"] if self.is_maildir else [self.root]
        with self._reached():
            self.paths = dict(one for folder in folders for one in self._in_folder(folder))
        return list(self.paths)

    def _in_folder(self, folder: Path) -> Iterator[tuple[str, Path]]:
        """The emails of a folder, each with a name that no other ever has; no drafts, and no file that is still being written."""
        with os.scandir(folder) as files:
            for file in files:
                try:
                    status = file.stat(follow_symlinks=False)
                except FileNotFoundError:  # an email program has moved it
                    continue
                if not stat.S_ISREG(status.st_mode) or file.name.startswith("."):
                    continue
                if file.name == NOTE:
                    continue
                if not self.is_maildir and time.time() - status.st_mtime < SETTLED:
                    continue
                # A Maildir's names are never used again, and marks stand behind the colon. A folder's file may be
                # replaced.
                name, _, marks = file.name.partition(":")
                if self.is_maildir and set("DT") & set(marks):  # a draft, or thrown away
                    continue
                name = name if self.is_maildir else f"{file.name} {status.st_mtime_ns}"
                yield name, Path(file.path)

    def look(self, names: Iterable[str]) -> list[Arrived]:
        names_found = []
        for name in names:
            path = self.paths[name]
            with contextlib.suppress(OSError):
                facts = path.lstat()
                names_found.append(Arrived(name, facts.st_size, int(facts.st_mtime), str(path)))
        return names_found

    def senders(self, names: Iterable[str]) -> dict[str, Sender]:
        senders = dict.fromkeys(names, NOBODY)
        for name in senders:
            with contextlib.suppress(EmailGone):
                senders[name] = header.sender_of(self.read(name, NEAR))
        return senders

    def read(self, name: str, limit: int) -> bytes:
        try:
            descriptor = os.open(self.paths[name], os.O_RDONLY | NO_LINK | EXACT)
            with os.fdopen(descriptor, "rb") as file:
                return file.read(limit)
        except OSError as error:
            raise EmailGone from error

    def file_away(self, names: Iterable[str], into: str) -> None:
        box = self.root / f".pbem.{into}" if self.is_maildir else self.root / into
        if self.is_maildir:
            make_maildir(box)
        else:
            private_folder(box)
        for name in names:
            path = self.paths.get(name)
            if path is not None:
                target = box / "cur" / f"{name}:2,S" if self.is_maildir else box / path.name
                with contextlib.suppress(FileNotFoundError):
                    os.replace(path, target)

    def other_post(self, id: str) -> str:
        with self._reached():
            try:
                return other_in((self.root / NOTE).read_bytes(), id)
            except FileNotFoundError:
                return ""

    def put_note(self, id: str, takes_over: bool = False) -> None:
        with self._reached():
            if takes_over:
                replace_file(self.root / NOTE, note_of(id))
                return
            with contextlib.suppress(WouldOverwrite):  # or another post was quicker
                create_file(self.root / NOTE, note_of(id))

    def wait(self, seconds: float) -> bool:
        return False

    def close(self) -> None:
        self.paths = {}
