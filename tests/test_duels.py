"""The two levels against each other: the soak script (`python -m tests.duels`) in small."""

from __future__ import annotations

import pytest

from pbem.games import find
from tests.duels import RANDOM, STANDS_FOR, Duel, duel
from tests.tiers import soaked

FEW = 4
LADDERS = list(STANDS_FOR.items())
SHORT = [case for case in LADDERS if case[0] != "richard_iii"]


def share(name: str, scenario: str, first: str, second: str) -> float:
    """Over some games a side, the same on each run."""
    sides, seeds = find(name).sides, [f"few {n}" for n in range(FEW)]
    played = [duel(name, scenario, side, first, second, seed) for side in sides for seed in seeds]
    return sum(one.share for one in played) / len(played)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), soaked(LADDERS, SHORT))
def test_steady_beats_simple(name: str, scenario: str) -> None:
    """More than even in so few games; the soak script asks for 70 % over 200 a side."""
    assert share(name, scenario, "steady", "simple") > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), soaked(LADDERS, SHORT))
def test_simple_beats_whoever_plays_at_random(name: str, scenario: str) -> None:
    assert share(name, scenario, "simple", RANDOM) > 0.5


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (duel("warriors", "tudor_1476", "york", "steady", "simple", "1") for _ in range(2))
    assert one._replace(seconds=0) == two._replace(seconds=0)


@pytest.mark.parametrize(
    ("winners", "share"),
    [(("york",), 1), (("lancaster",), 0), ((), 0.5), (("lancaster", "york"), 0.5)],
)
def test_a_draw_counts_half(winners: tuple[str, ...], share: float) -> None:
    assert Duel("york", winners).share == share
