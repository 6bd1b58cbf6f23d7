"""The models of the reviews, through two clients: a few times here, thousands of times under tests/soak.

A dishonest player who gains nothing gets the same die as an honest one, or one that nobody could have known.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pbem.errors import BadLink
from tests.drawn import kept
from tests.soak.duel_models import (
    MODELS,
    TRIES,
    TWICE,
    Pair,
    answer_under_another_link,
    fault_as_an_exit,
    fresh,
    honest,
    once,
    ordered,
    record_lost_and_york_does_not_agree,
    silence_at_the_worst_moment,
    standard_error,
    take_back_while_an_order_waits,
    under_a_later_link,
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
PAGE = Path(__file__).parents[2] / "pbem/guide/duel.md"


@kept
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


def test_york_takes_no_entry_under_a_later_link() -> None:
    york, lancaster = again(unlucky())
    email = ordered(york)
    for skipped in range(1, TRIES):
        _, witness = under_a_later_link(lancaster, email, skipped)
        with pytest.raises(BadLink):
            york.apply(witness.email())


def test_the_page_says_how_often_who_throws_twice_succeeds() -> None:
    share = Fraction(TWICE).limit_denominator(36)
    assert f"becomes {share.numerator} in {share.denominator}" in PAGE.read_text("utf-8")


@pytest.mark.slow
def test_a_six_comes_as_often_as_it_should() -> None:
    sixes = Counter[str]()
    for _ in range(TRIALS):
        sixes.update(name for name, came in once(MODELS).items() if came)
    for model, right in MODELS.items():
        share = sixes[model.__name__] / TRIALS
        assert abs(share - right) <= 3 * standard_error(right, TRIALS), model.__name__
