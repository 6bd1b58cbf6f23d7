"""The figures of odds."""

from __future__ import annotations

import random

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.odds import histogram, wilson


def test_wilson_is_the_textbook_interval() -> None:
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(20, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)


def test_a_histogram_counts_everything_once() -> None:
    few = histogram([-3, 0, 0, 4], signed=True)
    assert [(line.label, line.count) for line in few] == [("-3", 1), ("+0", 2), ("+4", 1)]
    many = histogram(list(range(-10, 13)))
    assert len(many) <= 9
    assert sum(line.count for line in many) == 23
    assert many[0].label == "-10 to -8"
    assert many[-1].label.endswith("12")


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10])
def test_a_seeded_die_falls_as_the_standard_library_rolls_it(sides: int) -> None:
    chance, library = SeededChance("odds 1 7"), random.Random("odds 1 7")
    rolled = [chance.roll("die", sides) for _ in range(500)]
    assert rolled == [library.randint(1, sides) for _ in range(500)]
    assert set(rolled) == set(range(1, sides + 1))
