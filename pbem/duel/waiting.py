"""For whom a duel waits, in words."""

from __future__ import annotations

from pbem.engine.request import OPEN
from pbem.errors import PbemError
from pbem.ledger.duel_checks import check_answer
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import Asking
from pbem.protocol.bodies import DuelAnswer, DuelEnvelope


def asks_to_open(asking: Asking) -> bool:
    """Does this question ask to turn up a card that only this side knows?"""
    return asking.request.startswith(f"{OPEN}-")


def has_answered(ledger: Ledger, side: str, order: DuelEnvelope | None) -> bool:
    """Did this side sign this word, and does it answer what the side is asked, so that only its witness can go on?"""
    if order is None or order.body.author != side or not isinstance(order.body, DuelAnswer):
        return False
    try:
        check_answer(ledger, order, order.body)
    except PbemError:
        return False
    return True


def answered_sides(ledger: Ledger, order: DuelEnvelope | None) -> tuple[str, ...]:
    """Those who are asked and have answered, behind the log, so that only their witness can go on."""
    return tuple(side for side in ledger.askings if has_answered(ledger, side, order))


def owed(ledger: Ledger, side: str, order: DuelEnvelope | None = None) -> str:
    """Who owes what in a duel, and since which entry. `order`: behind the log, in the file from which it was read."""
    asking = ledger.askings[side]
    what = "a secret number for the dice, which it sends without being asked"
    if asks_to_open(asking):
        what = "a card to turn up, which it sends without being asked"
    elif not asking.is_ready:
        what = asking.request.rpartition("-")[0].replace("_", " ")
    name, before = ledger.seats[side].keys.name, ""
    if has_answered(ledger, side, order):
        before = f"{name} ({side}) has answered. "
        side, what = ledger.offices.witness_of(side), "the outcome"
        name = ledger.seats[side].keys.name
    return (
        f"{before}The game has been waiting for {name} ({side}: {what}) since entry {asking.since}."
    )
