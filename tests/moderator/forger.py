"""A dishonest GM: it has its key, so whatever it changes it signs again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from pbem.moderator.game import Game
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry
from pbem.protocol.save import Save

from .people import GM

Body = dict[str, Any]


def resigned(data: bytes, n: int, change: Callable[[Body], None]) -> bytes:
    """The save with the body of entry `n` (-1: the last) changed, and all after it chained anew."""
    entries = list(savefile.loads(data).entries)
    n %= len(entries)
    body = copy.deepcopy(entries[n].body)
    change(body)
    return with_entries(data, entries[:n], [body, *(entry.body for entry in entries[n + 1 :])])


def with_entries(data: bytes, before: list[Entry], bodies: list[Body]) -> bytes:
    """The save with other entries after `before`, numbered, chained and signed."""
    save = savefile.loads(data)
    entries = list(before)
    for body in bodies:
        place = {"n": len(entries), "prev": entries[-1].head if entries else ""}
        entries.append(Entry.signed(GM, {**body, **place}))
    header = {**save.header, "entries": len(entries), "head": entries[-1].head}
    sections = dict(save.sections)
    if entries[-1].head != save.entries[-1].head:
        sections["secrets"] = {"sealed": ""}  # sealed for another head
    return savefile.dumps(Save(header, sections, tuple(entries)), GM)


def with_table(data: bytes, name: str, **changes: Any) -> bytes:
    """The save with values of one table changed."""
    save = savefile.loads(data)
    header, sections = dict(save.header), copy.deepcopy(save.sections)
    (header if name == "game" else sections[name]).update(changes)
    return savefile.dumps(Save(header, sections, save.entries), GM)


def verify(data: bytes) -> int:
    return Game.loads(data).verify()
