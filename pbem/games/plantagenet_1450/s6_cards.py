"""6.0 The Intrigue cards in hands: known to all in a campaign scenario (C126), hidden in the whole game (7.1.7).

What a hand may hold is told by what all can see, so no menu and no question tells more.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.facets.secrets import Secrets
from pbem.engine.table import NAMED, Table, cards_in
from pbem.games.plantagenet_1450.facts import CardFacts, facts
from pbem.games.plantagenet_1450.state import State

COLOURS = {"york": "white", "lancaster": "red"}
"""6.2.1 The colour of the circle of a card that one side alone may play for its text."""


def slots(state: State, side: str) -> tuple[str, ...]:
    """The cards of a side, in the order in which they were dealt."""
    return tuple(state.hands.get(side, ()))


def hidden(state: State, side: str) -> tuple[str, ...]:
    """Those of them that only the side knows."""
    return tuple(slot for slot in slots(state, side) if not slot.startswith(NAMED))


def cards_known_to_all(state: State, side: str) -> list[str]:
    """Those of them that all know."""
    return [card for card in cards_in(slots(state, side), {}) if card]


def elsewhere(state: State) -> list[str]:
    """The cards of which all know that they are not hidden: in a hand by name, discarded, out of the game, or a
    noble's that lies open before his side (6.3.3)."""
    open_ = [card for side in state.hands for card in cards_known_to_all(state, side)]
    return open_ + state.discards + state.out + nobles(state)


def nobles(state: State) -> list[str]:
    """6.3.3, C127 The cards of nobles in play or captive."""
    return [
        facts().noble_cards[id]
        for id, leader in state.leaders.items()
        if leader.status in ("free", "captive") and id in facts().noble_cards
    ]


def could_hold(state: State, side: str) -> list[CardFacts]:
    """What a side may hold as far as everybody knows: its named cards, and for hidden ones all that nobody has
    seen elsewhere."""
    held = cards_known_to_all(state, side)
    if len(held) < len(slots(state, side)):
        seen = elsewhere(state)
        held += [card for card in state.cards if card not in seen]
    return [facts().cards[card] for card in held]


def playable(state: State, side: str, trigger: str) -> list[CardFacts]:
    """6.4, 6.5 Those of them whose Response or Battle text answers to a moment, of either colour or the side's;
    not those that are spent (6.2.4)."""
    return [
        card
        for card in could_hold(state, side)
        if trigger in (card.trigger, card.timing)
        and card.colour in ("split", COLOURS[side])
        and card.id not in state.spent
    ]


async def lay_down(table: Table[State], side: str, card: str) -> None:
    """A card leaves its hand for the discards, open to all. A Plot card has been played with that (C131)."""
    await leave(table, side, card)
    discard(table.state, card)


def discard(state: State, card: str) -> None:
    """C136 The card of a noble whom a card has removed for good leaves the game instead."""
    noble = facts().cards[card].noble
    gone = noble in state.leaders and state.leaders[noble].gone
    (state.out if gone else state.discards).append(card)


def discard_noble(state: State, id: str) -> None:
    """6.3.3, C30 The card of a noble who is dead lies no longer before his side; a campaign scenario has none."""
    card = facts().noble_cards.get(id, "")
    if card in state.cards:
        discard(state, card)


async def leave(table: Table[State], side: str, card: str) -> None:
    """A card leaves its hand, open to all."""
    state = table.state
    slot = await table.show(slots(state, side), card)
    state.hands[side].remove(slot)
    if state.plot.get(side) == slot:
        del state.plot[side]


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


def as_named(cards: list[str]) -> list[str]:
    """The slots of cards that are dealt for all to see (C126)."""
    return [NAMED + card for card in cards]


DEALT = "The Intrigue cards of both sides come from one deck (7.1.7), so somebody has to know what each side holds."
DEPLOYED = (
    "Force Pools are deployed in secret (16.3), and `pbem` does not offer secret choices in a duel."
)


class Plantagenet1450Secrets(Secrets[State]):
    def needs_gm(self, scenario: str, options: Mapping[str, object]) -> str:
        return DEPLOYED if facts().scenarios[scenario]["kind"] == "campaign" else DEALT

    def misplaced(self, state: State, known: Mapping[str, str]) -> str:
        """C127 Every card is in one place, the hidden ones too."""
        slots = [slot for side in state.hands for slot in hidden(state, side)]
        cards = cards_in((*slots, *state.deck), known)
        places = [*cards, *elsewhere(state)]
        if "" in cards or len({*places}) < len(places):
            return "a hidden card was never dealt, or is in two places (C127)"
        if not {*cards} <= {*state.cards}:
            return "a hidden card is not in this scenario (C127)"
        return ""

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return hidden(state, side)
