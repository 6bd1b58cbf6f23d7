"""Chance from a seed: for tests, odds and bots that play among themselves. Games use the protocol's dice."""

from __future__ import annotations

import random
from collections.abc import Callable

from pbem.engine.table import Holds, Known, cards_in
from pbem.errors import IllegalOrder


class SeededChance:
    """Knows every secret and rolls from a seeded generator."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)
        self.secrets: dict[str, str] = {}

    def roll(self, label: str, sides: int) -> int:
        return self.random.randint(1, sides)

    def shuffle(self, deck: str, count: int, contents: Callable[[Known], list[str]]) -> list[str]:
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

    def look(self, slot: str, side: str) -> str:
        return self.secrets[slot]

    def show(self, slots: tuple[str, ...], card: str) -> str:
        for slot in slots:
            if self.secrets.get(slot) == card:
                return slot
        raise IllegalOrder(where="", line=card, reason="you do not hold that card", instead="")

    def present(self, slots: tuple[str, ...], card: str) -> None:
        self.show(slots, card)

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        return holds(cards_in(slots, self.secrets))

    def fit(self, slots: tuple[str, ...], holds: Holds) -> None:
        check_fits(cards_in(slots, self.secrets), holds)

    def absent(self, slots: tuple[str, ...], card: str) -> None:
        if any(self.secrets.get(slot) == card for slot in slots):
            raise IllegalOrder(
                where="", line=card, reason="you hold that card as an Event", instead=""
            )


def check_fits(cards: list[str], holds: Holds) -> None:
    """Raises IllegalOrder if all the cards are known, and they do not allow it."""
    if "" not in cards and not holds(cards):
        raise IllegalOrder(
            where="",
            line="this order",
            reason="the cards that you hold do not allow it",
            instead="",
        )
