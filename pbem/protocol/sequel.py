"""Sequels: what a reader lacks of a save, to be put behind the entries that they have (PROTOCOL.md, 10).

With a reader's own entries it gives the save as the GM signed it, byte for byte, and is then read as every save is.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from pbem.errors import BadInput, BadSignature, Oversized
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry
from pbem.protocol.public import Keys

_TOP = (
    savefile.SEQUEL
    + b". It holds what is new in the game; `pbem` puts it behind the save that you have.\n"
)
_NUMBERED = re.compile(
    re.escape(savefile.SEQUEL)
    + rb"[^\n]{0,200}\n# game: ([0-9a-f]{64})\n# from: ([1-9][0-9]{0,6})\n\n"
)
_SIGNED = b"\n# signed: "


class EntriesMissing(BadInput):
    says = (
        "The entries in this email begin at entry {first}, but your save has only {count} entries. Ask "
        "the GM for the whole save."
    )


class NoSequel(BadInput):
    says = (
        "The entries in this email are not as `pbem` writes them, or they were changed on the way. Ask "
        "the GM for the whole save."
    )


class Named(NamedTuple):
    """What a sequel says of itself: the hash of the genesis, and the first entry that it holds."""

    genesis: str
    first: int


def cut(data: bytes, first: int) -> bytes:
    """What is left of a save without its entries before `first`, from 1. Raises NoSequel: it has not so many."""
    begin, end = _log(data, first)
    top = _TOP + b"# game: %s\n# from: %d\n\n" % (savefile.genesis_hash(data).encode(), first)
    return top + data[:begin] + data[end:]


def named(sequel: bytes) -> Named:
    """Which game a sequel goes on with, and from where; nothing is checked. Raises NoSequel."""
    match = _NUMBERED.match(sequel)
    if match is None:
        raise NoSequel
    return Named(match[1].decode(), int(match[2]))


def is_signed(sequel: bytes, gms: Iterable[Keys]) -> bool:
    """Has one of these GMs signed the first entry of a sequel? Nothing else of it is checked. Raises NoSequel."""
    name, match = named(sequel), savefile.ENTRY_LINES.search(savefile.as_written(sequel))
    if match is None:
        return False
    entry = Entry(match[1], match[2].decode("ascii"))
    for gm in gms:
        with contextlib.suppress(BadSignature):
            entry.verify(gm, name.genesis, name.first)
            return True
    return False


def joined(own: bytes, sequel: bytes) -> bytes:
    """The whole save, unread and unchecked: a reader's own entries, and what is new behind them.

    Raises NoSequel, EntriesMissing, Oversized.
    """
    first_new = named(sequel).first
    own = savefile.as_written(own)
    begin, end = _log(own, first_new)
    match = _NUMBERED.match(sequel)
    new_part = savefile.as_written(sequel[match.end() if match else 0 :])
    at = new_part.find(savefile.LOG)
    at = new_part.rfind(_SIGNED) if at < 0 else at
    if at < 0:
        raise NoSequel
    if len(new_part) + end - begin > savefile.LIMIT:
        raise Oversized(size=len(new_part) + end - begin, unit="bytes", limit=savefile.LIMIT)
    return new_part[:at] + own[begin:end] + new_part[at:]


def _log(data: bytes, count: int) -> tuple[int, int]:
    """Where the first entries of a save begin and end. Raises EntriesMissing: there are not so many."""
    begin = data.find(savefile.LOG)
    end = begin
    for n in range(count):
        match = savefile.ENTRY_LINES.match(data, end) if end >= 0 else None
        if match is None:
            raise EntriesMissing(first=count, count=n)
        end = match.end()
    return begin, end
