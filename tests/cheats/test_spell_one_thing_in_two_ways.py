"""One body in two spellings would have two hashes, and one signature could be read in two ways."""

from __future__ import annotations

import json

import pytest

from pbem.errors import PbemError
from pbem.protocol import bodies, canonical
from pbem.protocol.bodies import EntryBody
from pbem.protocol.entry import LIMIT, Entry, namespace
from pbem.protocol.hashing import state_hash

from .table import GM, PARLEY, Crook, mustering, order, verify


def respelled(raw: bytes) -> dict[str, bytes]:
    plain = json.loads(raw)
    return {
        "spaces": json.dumps(plain, sort_keys=True).encode(),
        "order": json.dumps(dict(reversed(plain.items())), separators=(",", ":")).encode(),
        "escape": raw.replace(b"exeter", b"\\u0065xeter", 1),
        "twice": raw[:-1] + b',"n":' + str(plain["n"]).encode() + b"}",
        "default": canonical.encode({**plain, "record": {**plain["record"], "left": []}}),
        "unknown": canonical.encode({**plain, "more": 1}),
        "number": raw.replace(b'"v":2', b'"v":2.0'),
    }


def test_only_one_spelling_of_an_entry_is_read() -> None:
    post = mustering()
    crook = Crook(post).takes(order(post, "york", PARLEY))
    raw = crook.entries[-1].raw
    assert bodies.decode(EntryBody, raw, LIMIT)
    for name, other in respelled(raw).items():
        assert other != raw, name
        with pytest.raises(PbemError):
            bodies.decode(EntryBody, other, LIMIT)
        space = namespace(crook.entries[0].head, crook.entries[-1].n)
        forged = Entry(other, GM.sign(space, other))
        assert verify((*crook.entries[:-1], forged)), name


def test_an_empty_field_of_a_position_does_not_change_its_hash() -> None:
    assert state_hash(b'{"a":1,"b":[],"c":{"d":null}}') == state_hash(b'{"a":1}')
    assert state_hash(b'{"a":1,"b":[0]}') != state_hash(b'{"a":1}')
