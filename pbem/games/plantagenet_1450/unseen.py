"""What is hidden from a side and can be set by hand, to try something: the other hand, and the Intrigue deck."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.unseen import Unseen
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.state import State


def unseen(state: State, secrets: Mapping[str, str]) -> list[Unseen]:
    """7.1.7 Each hidden card is any that lies nowhere open."""
    away = cards.elsewhere(state)
    holds = {card: 1 for card in state.cards if card not in away}
    places = {f"{side} hand": cards.hidden(state, side) for side in SIDES}
    places["deck"] = tuple(state.deck)
    return [
        Unseen(name, {slot: secrets[slot] for slot in slots}, holds, "cards")
        for name, slots in places.items()
    ]
