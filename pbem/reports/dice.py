"""Dice in a row: every die kept, those for the same thing on one line."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pbem.engine.table import OUT_OF_REACH, SUCCEEDS
from pbem.patterns import Pattern

SAME = Pattern(r"(\d+)-\1\Z")
NUMBERED = Pattern(r"(.*\D) (\d+)\Z")
FACES = 6
EVEN = "even"
"""What a die needs that succeeds with 2, 4 or 6."""
HOPELESS = (*OUT_OF_REACH, "0 or less")
"""What a die needs where none succeeds."""


class Dice(Struct, frozen=True):
    """Dice for one purpose.

    Attributes:
        label: as the rules named the first of them; the next ones are numbered (`militia 2`).
        needed: what succeeds, such as "1-3"; "" where any number means something.
        values: what was rolled.
        last: number of the last one if there are several, 0 for a single die.
    """

    label: str
    needed: str
    values: tuple[int, ...]
    last: int = 0

    def __str__(self) -> str:
        needs = f", {self.wants}" if self.wants else ""
        rolled = ", ".join(str(value) for value in self.values)
        verdict = f": {self.verdict}" if self.verdict else ""
        return f"{self._labels}{needs}, rolled {rolled}{verdict}"

    @property
    def wants(self) -> str:
        """`needs 1-3 (50%)`, "" where any number means something."""
        needs = (
            f"needs {SAME.compiled.sub(lambda match: match[1], self.needed)}" if self.needed else ""
        )
        return f"{needs} ({self.chance:.0%})" if self.wins else needs

    @property
    def _labels(self) -> str:
        if not self.last:
            return self.label
        if self.last == len(self.values):
            return f"{self.label} x{self.last}"
        return f"{self.label} to {self.last}"

    @property
    def verdict(self) -> str:
        """`yes`, `no`, `2 of 5`; "" where any number means something."""
        if not self.is_judged:
            return ""
        if not self.last:
            return "yes" if self.successes else "no"
        return f"{self.successes} of {len(self.values)}"

    @property
    def is_judged(self) -> bool:
        """Does each value succeed or fail?"""
        return bool(self.wins) or self.needed in HOPELESS

    @property
    def wins(self) -> range:
        """Values that succeed; empty where any number means something, or none succeeds."""
        if self.needed == EVEN:
            return range(2, FACES + 1, 2)
        match = SUCCEEDS.compiled.match(self.needed)
        return range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)

    @property
    def chance(self) -> float | None:
        """Of each of them, 0 to 1: a number that is needed is one of a six-sided die's; None if none is."""
        within = [value for value in self.wins if 1 <= value <= FACES]
        return len(within) / FACES if self.wins else None

    @property
    def successes(self) -> int:
        return sum(value in self.wins for value in self.values)


def die_number(label: str) -> tuple[str, int]:
    """`protection militia 3` is the third die of its name in the entry."""
    match = NUMBERED.compiled.match(label)
    return (match[1], int(match[2])) if match else (label, 1)


def fold(dice: Sequence[Dice]) -> list[Dice]:
    """Join neighbours whose labels count on: `militia`, `militia 2`, `militia 3`."""
    folded: list[Dice] = []
    for die in dice:
        name, number = die_number(die.label)
        if folded:
            before = folded[-1]
            first, at = die_number(before.label)
            upto = before.last or at
            if (first, before.needed, upto + 1) == (name, die.needed, number):
                folded[-1] = Dice(before.label, before.needed, before.values + die.values, number)
                continue
        folded.append(die)
    return folded
