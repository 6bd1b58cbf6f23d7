"""What one entry did, for reports: the order's lines and what followed from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.play import Decision
from pbem.engine.table import Event
from pbem.moderator.ledger import Ledger, Taken
from pbem.protocol.entry import Entry


@dataclass(frozen=True)
class Story:
    """One entry told.

    Attributes:
        key: `york:7`, or `york accepts`.
        left: order lines that were not carried out, and `why`.
    """

    n: int
    side: str
    key: str
    decisions: tuple[Decision, ...] = ()
    events: tuple[Event, ...] = ()
    left: tuple[str, ...] = ()
    why: str = ""


def of_accept(n: int, ledger: Ledger, side: str) -> Story:
    """The story of an accept just taken: who sat down, and with which key."""
    keys = ledger.seats[side].keys
    joined = f"{keys.name} joins; key {keys.fingerprint}."
    return Story(n, side, f"{side} accepts", events=(Event("", joined),))


def of_desk(entry_type: str, n: int, body: dict[str, Any], events: Sequence[Event]) -> Story:
    """The story of an entry of the GM's desk that the ledger has just taken."""
    side, key = _author(entry_type, body)
    return Story(n, side, key, events=tuple(events))


def of_entry(entry: Entry) -> tuple[str, str]:
    """Who wrote an entry, and the key of its story."""
    return _author(entry.type, entry.body)


def _author(entry_type: str, body: dict[str, Any]) -> tuple[str, str]:
    if "order" not in body:
        return "gm", entry_type
    said = body["order"]["body"]
    side = said["from"]
    if entry_type == "order":
        return side, f"{side}:{said['seq']}"
    return side, f"{side} {said['type']}s"


def of_order(n: int, ledger: Ledger, side: str, taken: Taken) -> Story:
    """The story of an order that the ledger has just taken."""
    return Story(
        n,
        side,
        f"{side}:{ledger.seats[side].seq}",
        tuple(ledger.play.decisions),
        tuple(ledger.play.table.events),
        taken.left,
        taken.why,
    )
