"""Dice against what fair dice would give: counts, means, successes, chi-square."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence

from msgspec import Struct

from pbem.engine.table import SUCCEEDS

ENOUGH = 5
"""Dice for each face before a chi-square means anything."""
ODD = 0.01
"""Fair dice look stranger than this once in a hundred groups."""
NUMBERED = re.compile(r"(.*\D) \d+\Z")
ALL = "all dice"


class Thrown(Struct, frozen=True):
    """A die. `needed`: what succeeds, such as `1-3`; "" where any number means something."""

    label: str
    sides: int
    value: int
    needed: str = ""

    @property
    def wanted(self) -> range:
        """Values that succeed."""
        match = SUCCEEDS.compiled.match(self.needed)
        return range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)


class DiceGroup(Struct, frozen=True):
    """Dice for the same purpose.

    Attributes:
        faces: how often each value came, 1 first.
        tries: dice that could succeed; `successes` of them did, fair dice give `expected`.
        chi_square: against an even spread. `likely`: how often fair dice are as uneven as this or
            more; -1 where there are too few to say.
    """

    name: str
    sides: int
    faces: tuple[int, ...]
    tries: int
    successes: int
    expected: float
    chi_square: float
    likely: float

    @property
    def count(self) -> int:
        return sum(self.faces)

    @property
    def mean(self) -> float:
        return sum(face * n for face, n in enumerate(self.faces, 1)) / self.count

    @property
    def fair_mean(self) -> float:
        return (self.sides + 1) / 2

    @property
    def verdict(self) -> str:
        if self.likely < 0:
            return "too few to say"
        return "as fair dice fall" if self.likely >= ODD else "odd: look at the faces"


def dice_groups(thrown: Sequence[Thrown], names: Collection[str]) -> list[DiceGroup]:
    """Dice by purpose, most first, and all together.

    Args:
        names: words that say who or where, not what for.
    """
    groups: dict[tuple[str, int], list[Thrown]] = {}
    for die in thrown:
        groups.setdefault((purpose(die.label, names), die.sides), []).append(die)
    groups_by_size = [group(name, dice) for (name, _), dice in groups.items()]
    groups_by_size.sort(key=lambda one: (-one.count, one.name))
    usual = Counter(die.sides for die in thrown).most_common(1)
    together = [die for die in thrown if usual and die.sides == usual[0][0]]
    return groups_by_size + ([group(ALL, together)] if len(groups_by_size) > 1 else [])


def purpose(label: str, names: Collection[str]) -> str:
    """`protection york militia 3` is for `protection militia`; `march parley ely` for `parley`.

    `norfolk at essex`, one at the other, is a `blow`.
    """
    match = NUMBERED.match(label)
    words = (match[1] if match else label).split()
    words_left = " ".join(word for word in words if word not in names)
    return "blow" if words_left == "at" else words_left or "other"


def group(name: str, dice: Sequence[Thrown]) -> DiceGroup:
    """Figures of some dice with the same number of sides."""
    sides = dice[0].sides
    seen = Counter(die.value for die in dice)
    faces = tuple(seen[face] for face in range(1, sides + 1))
    even = len(dice) / sides
    chi_square = sum((n - even) ** 2 / even for n in faces)
    trying = [die for die in dice if die.wanted]
    expected = sum(len(die.wanted) / sides for die in trying)
    successes = sum(die.value in die.wanted for die in trying)
    likely = at_least(chi_square, sides - 1) if even >= ENOUGH else -1.0
    return DiceGroup(name, sides, faces, len(trying), successes, expected, chi_square, likely)


def at_least(chi_square: float, freedom: int) -> float:
    """How often fair dice give such a chi-square or more (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * freedom)
    z = ((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2
