"""The first entry: its hash names the game, and its writer's keys follow from its stub."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.errors import Garbled
from pbem.protocol import bodies, canonical
from pbem.protocol.bodies import EntryBody, Genesis
from pbem.protocol.entry import Entry
from pbem.protocol.hashing import digest


def genesis_of(entry: Entry) -> Genesis:
    """The step of entry 0. Raises Garbled for another entry, and what `bodies.decode` raises."""
    if not isinstance(entry.body.step, Genesis):
        raise Garbled(why="this log does not begin with a genesis")
    return entry.body.step


def stub_hash(body: EntryBody, *, veiled: bool) -> str:
    """SHA-256 of a genesis' body without what follows from its writer's own game key.

    Left out are `step.gm.x25519`, `step.anchors` and, in a veiled game, `record.state_hash`; so its
    writer calls this with anything there, derives his key, and fills them in.
    """
    stub: dict[str, Any] = msgspec.json.decode(bodies.encode(body))
    del stub["step"]["gm"]["x25519"], stub["step"]["anchors"]
    if veiled:
        del stub["record"]["state_hash"]
    return digest(canonical.encode(stub))
