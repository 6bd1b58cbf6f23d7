"""For whom a duel waits, in words."""

from __future__ import annotations

from pbem.engine.request import OPEN
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import Asking


def asks_to_open(asking: Asking) -> bool:
    """Does this question ask to turn up a card that only this side knows?"""
    return asking.request.startswith(f"{OPEN}-")


def owed(ledger: Ledger, side: str) -> str:
    """Who owes what in a duel, and since which entry."""
    asking = ledger.askings[side]
    what = "a secret number for the dice, which it sends without being asked"
    if asks_to_open(asking):
        what = "a card to turn up, which it sends without being asked"
    elif not asking.is_ready:
        what = asking.request.rpartition("-")[0].replace("_", " ")
    name = ledger.seats[side].keys.name
    return f"The game has been waiting for {name} ({side}: {what}) since entry {asking.since}."
