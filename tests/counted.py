"""Counts every way in which dice can fall, and compares a simulation with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Any

import pytest

from pbem.engine.odds import Answer, Line, wilson
from pbem.engine.table import Table

SURE = 3.29
"""Normal quantile: a right simulation is outside once in 1000 times, and the seeds are fixed."""


def line(answer: Answer, block: str, label: str) -> Line:
    (found,) = [b for b in answer.blocks if b.title.startswith(block)]
    return next(one for one in found.lines if one.label == label)


def agrees(one: Line, games: int, share: float) -> None:
    low, high = wilson(one.count, games, SURE)
    assert low <= share <= high, f"{one.label}: {one.share} of {games}, and it is {share:.4f}"


Face = tuple[int, Fraction]
"""A value, and how likely it is with all that come to the same."""


def wanted(needed: str) -> list[int]:
    """The faces that succeed; none where every face means something of its own."""
    if needed == "even":
        return [2, 4, 6]
    least, _, most = needed.partition("-")
    return list(range(int(least), int(most or least) + 1)) if least else []


class Counted:
    """Chance that follows a path through the ways in which the dice can fall, and lengthens it.

    A die that needs `1-4` falls in two ways, 1 to 4 and 5 to 6; one that needs nothing in six.

    Attributes:
        path: the faces so far. `ways`: for each of those dice, all its faces.
        needed: what the next die needs.
    """

    def __init__(self, path: list[Face]) -> None:
        self.path = path
        self.ways: list[list[Face]] = []
        self.needed = ""
        self.secrets: dict[str, str] = {}

    def roll(self, label: str, sides: int) -> int:
        faces = [(face, Fraction(1, 6)) for face in range(1, 7)]
        good = wanted(self.needed)
        if good:
            bad = [face for face in range(1, 7) if face not in good]
            faces = [(some[0], Fraction(len(some), 6)) for some in (good, bad) if some]
        if len(self.ways) == len(self.path):
            self.path.append(faces[0])
        self.ways.append(faces)
        return self.path[len(self.ways) - 1][0]


def counted(monkeypatch: pytest.MonkeyPatch, play: Any) -> Iterator[tuple[Any, Fraction]]:
    """Every outcome with its exact chance."""
    chance, roll = Counted([]), Table.roll

    async def noted(self: Any, label: str, needed: str = "", rule: str = "", sides: int = 6) -> int:
        chance.needed = needed
        return await roll(self, label, needed, rule, sides)

    monkeypatch.setattr(Table, "roll", noted)
    while True:
        outcome = play(chance)
        yield outcome, prod((part for _, part in chance.path), start=Fraction(1))
        path = chance.path
        while path:
            last, faces = path.pop(), chance.ways[len(path)]
            if last != faces[-1]:
                path.append(faces[faces.index(last) + 1])
                break
        else:
            return
        chance = Counted(path)
