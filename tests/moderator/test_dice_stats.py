"""Dice against what fair dice would give."""

from __future__ import annotations

import random

import pytest

from pbem.club.dice_stats import Thrown, at_least, dice_groups, group, purpose
from tests.says import sentence

NAMES = {"march", "norfolk", "st_albans", "york"}


@pytest.mark.parametrize(
    ("label", "what"),
    [
        ("march parley st_albans", "parley"),
        ("protection norfolk militia 12", "protection militia"),
        ("york 2", "other"),
    ],
)
def test_labels_are_told_without_names_and_numbers(label: str, what: str) -> None:
    assert purpose(label, NAMES) == what


@pytest.mark.parametrize(
    ("chi_square", "freedom", "share"), [(11.07, 5, 0.05), (15.09, 5, 0.01), (3.84, 1, 0.05)]
)
def test_chi_square_agrees_with_the_printed_tables(
    chi_square: float, freedom: int, share: float
) -> None:
    assert at_least(chi_square, freedom) == pytest.approx(share, abs=0.004)


def test_fair_dice_look_fair_and_loaded_ones_do_not() -> None:
    fair = random.Random(1)
    dice = [Thrown("x", 6, fair.randint(1, 6)) for _ in range(600)]
    assert group("x", dice).verdict == sentence("club.dice_stats.DiceGroup.verdict", word="fair")
    loaded = [Thrown("x", 6, max(fair.randint(1, 6), fair.randint(1, 6))) for _ in range(600)]
    assert group("x", loaded).verdict.startswith("odd")
    assert group("x", loaded[:20]).verdict == sentence(
        "club.dice_stats.DiceGroup.verdict", word="too"
    )


def test_successes_are_counted_against_the_range_needed() -> None:
    dice = [Thrown("a", 6, 1, "1-3"), Thrown("a", 6, 4, "1-3"), Thrown("a", 6, 6, "6")]
    counted = group("a", [*dice, Thrown("a", 6, 5)])
    assert (counted.tries, counted.successes) == (3, 2)
    assert counted.expected == pytest.approx(3 / 6 + 3 / 6 + 1 / 6)
    assert counted.mean == 4.0


@pytest.mark.parametrize(("sides", "fair"), [(2, 1.5), (6, 3.5), (8, 4.5), (10, 5.5)])
def test_the_fair_mean_is_what_one_of_each_face_gives(sides: int, fair: float) -> None:
    """It does not follow what was thrown."""
    each = group("a", [Thrown("a", sides, face) for face in range(1, sides + 1)])
    assert each.mean == each.fair_mean == fair
    low = group("a", [Thrown("a", sides, 1)] * 3)
    assert (low.mean, low.fair_mean) == (1.0, fair)


def test_dice_with_other_sides_are_kept_apart() -> None:
    told = dice_groups([Thrown("a", 6, 1), Thrown("a", 10, 9), Thrown("b", 6, 2)], NAMES)
    assert [(one.name, one.sides, one.count) for one in told] == [
        ("a", 6, 1),
        ("a", 10, 1),
        ("b", 6, 1),
        ("all dice", 6, 2),
    ]
