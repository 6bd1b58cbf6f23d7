"""What may lie hidden from a side: the other hand and the Intrigue deck."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.chance import SeededChance
from pbem.engine.facets.imagination import Imagination
from pbem.engine.unseen import Unseen
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.state import State


class Plantagenet1450Imagination(Imagination[State]):
    def deal(self, seen: State, side: str, chance: SeededChance) -> bool:
        """7.1.7 Each hidden card is any that lies nowhere open, all equally likely; a Plot card keeps its place."""
        slots = [slot for side in SIDES for slot in cards.hidden(seen, side)]
        slots = [slot for slot in (*slots, *seen.deck) if slot not in chance.secrets]
        if not slots:  # before the first shuffle
            return True
        away = [*cards.elsewhere(seen), *chance.secrets.values()]
        unseen_cards = [card for card in seen.cards if card not in away]
        chance.random.shuffle(unseen_cards)
        chance.secrets.update(zip(slots, unseen_cards, strict=True))
        return True

    def unseen(self, state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
        """7.1.7 Each hidden card is any that lies nowhere open."""
        away = cards.elsewhere(state)
        holds = {card: 1 for card in state.cards if card not in away}
        places = {f"{side} hand": cards.hidden(state, side) for side in SIDES}
        places["deck"] = tuple(state.deck)
        return [
            Unseen(name, {slot: secrets[slot] for slot in slots}, holds, "cards")
            for name, slots in places.items()
        ]
