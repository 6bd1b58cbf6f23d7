"""The models of the reviews, through two clients: a few times here, thousands of times under tests/soak.

A dishonest player who gains nothing gets the same die as an honest one, or one that nobody could have known.
"""

from __future__ import annotations

import copy
import functools
from collections import Counter
from collections.abc import Callable

import pytest

from tests.soak.duel_models import (
    MODELS,
    Pair,
    answer_under_another_link,
    fault_as_an_exit,
    fresh,
    honest,
    once,
    record_lost_and_york_does_not_agree,
    silence_at_the_worst_moment,
    standard_error,
    take_back_while_an_order_waits,
)

SAME_DIE = [
    take_back_while_an_order_waits,
    record_lost_and_york_does_not_agree,
    answer_under_another_link,
    fault_as_an_exit,
    silence_at_the_worst_moment,
]
"""Nothing of what these try goes into the game, so the order keeps its die."""
TRIALS = 8


@functools.cache
def unlucky() -> Pair:
    """A position in which an honest game brings no six, so that there is something to cheat about."""
    pair = fresh()
    while honest(again(pair)) == 6:
        pair = fresh()
    return pair


def again(pair: Pair) -> Pair:
    return Pair(*map(copy.copy, pair))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_each_model_is_played_to_its_die(model: Callable[[Pair], int]) -> None:
    value = model(again(unlucky()))
    assert 1 <= value <= 6
    if model in SAME_DIE:
        assert value == honest(again(unlucky()))


@pytest.mark.slow
def test_a_six_comes_as_often_as_it_should() -> None:
    sixes = Counter[str]()
    for _ in range(TRIALS):
        sixes.update(name for name, came in once(MODELS).items() if came)
    for model, right in MODELS.items():
        share = sixes[model.__name__] / TRIALS
        assert abs(share - right) <= 3 * standard_error(right, TRIALS), model.__name__
