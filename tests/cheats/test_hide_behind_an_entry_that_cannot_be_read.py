"""The GM signs a log whose last entry is garbled, and readers look for the fault in another place."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry, namespace
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save
from tests.moderator.forger import saved

from .table import ANN, GM, PARLEY, Post, last, mustering, sent, verify

GARBLED = {
    "no JSON": b"Well.",
    "no entry": b"{}",
    "another spelling": None,
    "a marker": None,
}


def garbled(post: Post, n: int, how: str) -> list[Entry]:
    """The log with another entry `n`, that its GM has signed."""
    entries = list(post.look().save.entries)
    raw = GARBLED[how] or entries[n].raw
    if how == "another spelling":
        raw = raw[:-1] + b" }"
    if how == "a marker":
        raw = raw.replace(b'"state_hash":"', b'"state_hash":"-----BEGIN PBEM', 1)
    entries[n] = Entry(raw, GM.sign(namespace(entries[0].head, n), raw))
    return entries


@pytest.mark.parametrize("how", GARBLED)
def test_it_is_named_by_its_number(how: str) -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    for n in (last(post), 3):
        entries = garbled(post, n, how)
        assert verify(entries).startswith("BrokenChain")
        for known in ((), (GM.public.fingerprint,)):
            for who in (None, ANN, GM):
                with pytest.raises(PbemError, match=f"Entry {n} .*cannot be read"):
                    read(saved(entries), known, who)


def read(data: bytes, gms: Sequence[str], who: Identity | None) -> None:
    """Raises what a reader says who opens the file and verifies it."""
    save = savefile.read(data, gms)
    Game(Save(save.entries, save.signer), who).verify()
