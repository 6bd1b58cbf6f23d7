"""Where email arrives: a Maildir, or a folder with a file per email. Both are moved within, never written into.

`mailbox` of the standard library reads an email whole before its size is known, and gives what it delivers a new name
each time; a Maildir needs less than that (https://cr.yp.to/proto/maildir.html).
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pbem.post.config import Source
from pbem.protocol.atomic import private_folder, replace_file
from pbem.system import EXACT, NO_LINK

NOTE = "pbem-post.json"
"""The file of a mailbox that names the post that applies its emails (post.md, R9)."""
DONE, PERSON = "done", "person"
"""Where emails go that are dealt with, and those that somebody has to look at."""
PARTS = ("new", "cur", "tmp")
SETTLED = 2
"""Seconds after which a file in a folder counts as written whole; in a Maildir every email is."""


class Arrived(Struct, frozen=True):
    """An email in a mailbox, not opened yet. `at`: when it arrived, in seconds since 1970."""

    name: str
    path: Path
    size: int
    at: int


def root(source: Source) -> Path:
    return Path(source.path).expanduser()


def is_maildir(path: Path) -> bool:
    return all((path / part).is_dir() for part in PARTS)


def make_maildir(path: Path) -> None:
    """Raises OSError."""
    for part in PARTS:
        private_folder(path / part)


def arrived(source: Source) -> list[Arrived]:
    """The emails in a mailbox, in no order. Raises OSError: it is not there."""
    base = root(source)
    folders = [base / "new", base / "cur"] if source.kind == "maildir" else [base]
    return [one for folder in folders for one in _in_folder(source, folder)]


def _in_folder(source: Source, folder: Path) -> Iterator[Arrived]:
    with os.scandir(folder) as files:
        for file in files:
            try:
                found = file.stat(follow_symlinks=False)
            except FileNotFoundError:  # an email program has moved it
                continue
            if not stat.S_ISREG(found.st_mode) or file.name.startswith(".") or file.name == NOTE:
                continue
            if source.kind == "folder" and time.time() - found.st_mtime < SETTLED:
                continue
            # A Maildir's names are never used again, and marks stand behind the colon. A folder's file may be replaced.
            name, _, marks = file.name.partition(":")
            if source.kind == "maildir" and set("DT") & set(marks):  # a draft, or thrown away
                continue
            name = name if source.kind == "maildir" else f"{file.name} {found.st_mtime_ns}"
            yield Arrived(name, Path(file.path), found.st_size, int(found.st_mtime))


def read(email: Arrived, limit: int) -> bytes:
    """The bytes of an email, at most `limit`. Raises OSError: it is gone, or a link."""
    descriptor = os.open(email.path, os.O_RDONLY | NO_LINK | EXACT)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(limit)


def file_away(source: Source, email: Arrived, into: str) -> None:
    """Move an email to the folder for those that are dealt with, or for a person. Gone already is done.

    Raises OSError.
    """
    base = root(source)
    if source.kind == "maildir":
        box = base / f".pbem.{into}"
        make_maildir(box)
        target = box / "cur" / f"{email.name}:2,S"
    else:
        private_folder(base / into)
        target = base / into / email.path.name
    with contextlib.suppress(FileNotFoundError):
        os.replace(email.path, target)


def other_post(source: Source, id: str) -> str:
    """The computer of another post that applies the emails of this mailbox; "" if none does. Raises OSError."""
    try:
        note = json.loads((root(source) / NOTE).read_text("utf-8"))
        mine = (note["post"], note["computer"]) == (id, platform.node())
        return "" if mine else str(note["computer"])[:100] or "another one"
    except FileNotFoundError:
        return ""
    except (ValueError, KeyError, TypeError):
        return "a computer whose note is damaged"


def put_note(source: Source, id: str) -> None:
    """This post applies the emails of this mailbox. Raises OSError."""
    note = {"post": id, "computer": platform.node()}
    replace_file(root(source) / NOTE, json.dumps(note).encode())
