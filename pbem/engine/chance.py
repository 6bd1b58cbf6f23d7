"""Chance from a seed: for tests, odds and bots that play among themselves. Games use the protocol's dice."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from pbem.engine.request import Option, Request
from pbem.engine.table import Cards, Holds, cards_in
from pbem.errors import IllegalOrder


class SeededChance:
    """Knows every secret and rolls from a seeded generator.

    Attributes:
        secrets: slot to card; those that are `known` to begin with.
    """

    def __init__(self, seed: int | str, known: Mapping[str, str] | None = None) -> None:
        self.random = random.Random(seed)
        self.secrets: dict[str, str] = dict(known or {})

    def roll(self, label: str, sides: int) -> int:
        """As `random.randint(1, sides)` rolls, in a quarter of the time: odds roll a hundred thousand."""
        bits = sides.bit_length()
        while (value := self.random.getrandbits(bits)) >= sides:
            pass
        return value + 1

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        cards = contents(self.secrets)
        self.random.shuffle(cards)
        slots = [f"deck:{deck}:{i}" for i in range(count)]
        self.secrets.update(zip(slots, cards, strict=True))
        return slots

    def open(self, slot: str) -> str | None:
        return self.secrets[slot]

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        card = self.secrets[slot]
        return card if openly(card) else None

    def peek(self, slot: str, side: str) -> str:
        return self.secrets[slot]

    def show(self, slots: tuple[str, ...], card: str) -> str:
        for slot in slots:
            if self.secrets.get(slot) == card:
                return slot
        raise IllegalOrder(where="", line=card, reason="you do not hold that card", instead="")

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        return holds(cards_in(slots, self.secrets))

    def against(self, request: Request, option: Option) -> str:
        return option.against(cards_in(request.slots, self.secrets))
