"""What one entry did, for reports: the order's lines and what followed from them."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine.play import Decision
from pbem.engine.table import Event
from pbem.moderator.ledger import Ledger, Taken


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
