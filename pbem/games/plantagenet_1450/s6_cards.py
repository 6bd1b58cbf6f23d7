"""6.0 The Intrigue cards in a hand. Those of a campaign scenario are dealt by name, for all to see (C126)."""

from __future__ import annotations

from pbem.engine.table import Table, cards_in
from pbem.games.plantagenet_1450.facts import CardFacts, facts
from pbem.games.plantagenet_1450.state import State


def hand(state: State, side: str) -> list[CardFacts]:
    """The cards of a side, in the order in which they were dealt."""
    return [facts().cards[card] for card in cards_in(state.hands.get(side, ()), {})]


def playable(state: State, side: str, trigger: str) -> list[CardFacts]:
    """6.4, 6.5 Those whose Response or Battle text answers to a moment, of either colour or the side's."""
    return [
        card
        for card in hand(state, side)
        if trigger in (card.trigger, card.timing) and card.colour in ("split", COLOURS[side])
    ]


COLOURS = {"york": "white", "lancaster": "red"}
"""6.2.1 The colour of the circle of a card that one side alone may play for its text."""


def discard(table: Table[State], side: str, card: str) -> None:
    """6.3.3, 16.4.6.4 It leaves the hand for the discards."""
    state = table.state
    state.hands[side].remove(table.named(card))
    state.discards.append(card)


def effect(card: str, op: str, what: str) -> int:
    """The amount of a card's steps of this kind, for its own side less the enemy's where both are named."""
    return sum(
        step["amount"]
        for step in facts().cards[card].effects
        if step["op"] == op and step["what"] == what and step["side"] == "self"
    )


def sets(card: str, flag: str) -> bool:
    """Does it set this flag?"""
    return any(
        step["op"] == "flag" and step["name"] == flag for step in facts().cards[card].effects
    )
