"""Why standing orders decided as they did: sealed into the entry for the side that wrote them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.engine.play import Decision
from pbem.moderator.ledger import Ledger
from pbem.protocol import canonical, seal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey

BUCKET = 1024
LIMIT = 64 * 1024


def write(gm: GameKey, ledger: Ledger, n: int) -> list[dict[str, str]]:
    """The `notes` of entry `n`: for each side whose scripts or policies decided, by which words."""
    notes = []
    for side, seat in ledger.seats.items():
        rows = [[i, d.why] for i, d in enumerate(ledger.play.decisions) if d.why and d.side == side]
        if rows:
            plain = canonical.encode(rows)
            sealed = seal.deal(gm, seat.keys, _info(ledger.game, n), plain, BUCKET)
            notes.append({"to": side, "sealed": sealed})
    return notes


def read(
    reader: GameKey, ledger: Ledger, side: str, entry: Entry, decisions: Sequence[Decision]
) -> tuple[Decision, ...]:
    """The decisions of an entry with the reader's own reasons filled in. Raises BadOpening."""
    told = list(decisions)
    for note in entry.body.get("notes", []):
        if note["to"] == side:
            info = _info(ledger.game, entry.n)
            plain = seal.undeal(reader, ledger.gm, info, note["sealed"])
            for i, why in canonical.decode(plain, LIMIT):
                told[i] = replace(told[i], why=why)
    return tuple(told)


def _info(game: str, n: int) -> bytes:
    return f"pbem1/notes\n{game}\n{n}".encode()
