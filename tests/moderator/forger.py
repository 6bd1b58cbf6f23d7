"""A dishonest GM: it has its key, so whatever it changes it signs again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from pbem.gm.game import Game
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry, namespace
from pbem.protocol.keys import Identity

from .people import GM

Body = dict[str, Any]


def entries_of(data: bytes) -> tuple[Entry, ...]:
    return savefile.read(data).entries


def plain(entry: Entry) -> Body:
    """A body as plain data, to be changed."""
    body: Body = json.loads(entry.raw)
    return body


def signed(body: Body, signer: Identity = GM, game: str = "") -> Entry:
    """An entry with any body at all, as a program of one's own would sign it; a genesis without `game`."""
    raw = json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    return Entry(raw, signer.sign(namespace(game, body["n"]), raw))


def chained(before: Sequence[Entry], bodies: Sequence[Body], signer: Identity = GM) -> list[Entry]:
    """Other entries after `before`, numbered, chained and signed."""
    entries = list(before)
    for body in bodies:
        place = {"n": len(entries), "prev": entries[-1].head if entries else ""}
        game = entries[0].head if entries else ""
        entries.append(signed({**body, **place}, signer, game))
    return entries


def saved(entries: Sequence[Entry], signer: Identity = GM) -> bytes:
    """A save with these entries; its tables say nothing, for no program reads them."""
    return savefile.write({"pbem": 2}, {}, entries, signer)


def resigned(data: bytes, n: int, change: Callable[[Body], object]) -> bytes:
    """The save with the body of entry `n` (-1: the last) changed, and all after it chained anew."""
    entries = entries_of(data)
    n %= len(entries)
    body = plain(entries[n])
    change(body)
    return with_entries(entries[:n], [body, *map(plain, entries[n + 1 :])])


def with_entries(before: Sequence[Entry], bodies: Sequence[Body]) -> bytes:
    """A save with other entries after `before`, numbered, chained and signed."""
    return saved(chained(before, bodies))


def verify(data: bytes) -> int:
    """As anybody verifies. The tables of a forged save are left out of account: see `with_table`."""
    save = savefile.read(data)
    return Game(savefile.Save(save.entries, save.signer)).verify().entries
