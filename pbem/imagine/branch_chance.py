"""Dice and hidden cards of a branch that is tried: what is hidden from one seed, dice rolled, chosen or waited for."""

from __future__ import annotations

from random import Random

from pbem.engine.chance import SeededChance
from pbem.engine.table import spoken
from pbem.errors import BadTry
from pbem.slots import slot_words


class DieComes(Exception):
    """A die is due that its player wants to choose."""

    def __init__(self, label: str, sides: int) -> None:
        super().__init__(label)
        self.label, self.sides = label, sides


class TriedChance(SeededChance):
    """Deals what is hidden from one seed, and has dice of their own: chosen, rolled, or waited for."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"try {seed}")
        self.chosen: list[int] = []
        self.asks = False
        self.dice = Random(f"try {seed} dice")

    def roll(self, label: str, sides: int) -> int:
        if self.chosen:
            value = self.chosen.pop(0)
            if not 1 <= value <= sides:
                raise BadTry(why=f"the die `{spoken(label)}` shows 1 to {sides}, not {value}")
            return value
        if self.asks:
            raise DieComes(spoken(label), sides)
        return self.dice.randint(1, sides)

    def open(self, slot: str) -> str | None:
        return self._card(slot)

    def peek(self, slot: str, side: str) -> str:
        return self._card(slot)

    def _card(self, slot: str) -> str:
        if slot not in self.secrets:
            raise BadTry(why=f"what {slot_words(slot)} is depends on more than you can know")
        return self.secrets[slot]
