"""What may lie hidden from a side: the other hand and the Intrigue deck."""

from __future__ import annotations

from pbem.engine.chance import SeededChance
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.state import State


def deal(seen: State, chance: SeededChance) -> None:
    """7.1.7 Each hidden card is any that lies nowhere open, all equally likely; a Plot card keeps its place."""
    slots = [slot for side in SIDES for slot in cards.hidden(seen, side)]
    slots = [slot for slot in (*slots, *seen.deck) if slot not in chance.secrets]
    if not slots:  # before the first shuffle
        return
    away = [*cards.elsewhere(seen), *chance.secrets.values()]
    left = [card for card in seen.cards if card not in away]
    chance.random.shuffle(left)
    chance.secrets.update(zip(slots, left, strict=True))
