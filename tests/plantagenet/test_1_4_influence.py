"""1.4 Influence: the track and the checks."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_4_influence as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.says import sentence
from tests.scripted import Scripted

USUAL = rule.Terms(1)
"""A check costs one point, and is rolled."""


@pytest.fixture
def state() -> State:
    return setup("Ia")


def test_1_4_1_example_spending_past_zero_flips_the_marker(state: State) -> None:
    state.influence = 3
    rule.lose(state, "york", 4)
    assert rule.score(state, "lancaster") == 1
    assert rule.score(state, "york") == -1


def test_1_4_1_the_trailing_side_can_still_spend(state: State) -> None:
    state.influence = 3
    rule.lose(state, "lancaster", 2)
    assert rule.score(state, "york") == 5


def test_1_4_1_the_net_total_never_exceeds_45(state: State) -> None:
    rule.gain(state, "york", 44)
    rule.gain(state, "york", 3)
    assert state.influence == 45
    rule.lose(state, "york", 1)
    assert state.influence == 44


def test_c14_even_at_45_against_a_side_may_spend(state: State) -> None:
    state.influence = 45
    game = Scripted(state, dice=[1])
    assert game.run(rule.check, "henry_vi", "parley bedford", "3.4.1", terms=USUAL)
    assert state.influence == 45


def test_1_4_2_example_plus_one_for_an_adjacent_parley(state: State) -> None:
    game = Scripted(state, dice=[5])
    assert not game.run(
        rule.check, "salisbury", "parley lincoln", "3.4.1", bonus=1, terms=rule.Terms(2)
    )
    assert state.influence == -3
    (die,) = [event for event in game.table.events if event.kind == "die"]
    assert die.needed == "1-4"


def test_1_4_2_a_roll_equal_to_the_rating_succeeds(state: State) -> None:
    assert Scripted(state, dice=[3]).run(
        rule.check, "salisbury", "lord march", "3.4.2", terms=USUAL
    )
    assert not Scripted(state, dice=[4]).run(
        rule.check, "salisbury", "lord march", "3.4.2", terms=USUAL
    )
    assert state.influence == -2


def test_1_4_2_three_points_add_two(state: State) -> None:
    assert rule.rating(state, "march", bonus=3) == 4
    assert Scripted(state, dice=[4]).run(
        rule.check, "march", "lord york", "3.4.2", bonus=3, terms=USUAL
    )
    assert state.influence == -4


def test_1_4_2_loyalty_adds_for_its_own_side_and_subtracts_for_the_other(state: State) -> None:
    assert rule.rating(state, "salisbury", "fauconberg") == 5
    assert rule.rating(state, "buckingham", "fauconberg") == 1
    assert rule.rating(state, "buckingham", "dudley") == 3


def test_1_4_2_one_always_succeeds_and_six_always_fails(state: State) -> None:
    assert rule.rating(state, "exeter_1", "fauconberg") == 1
    assert Scripted(state, dice=[1]).run(
        rule.check, "exeter_1", "vassal", "3.4.3", vassal="fauconberg", terms=USUAL
    )
    assert rule.rating(state, "york", bonus=3) == 5
    assert not Scripted(state, dice=[6]).run(
        rule.check, "york", "lord", "3.4.2", bonus=3, terms=USUAL
    )


def test_1_4_2_never_two_points_and_nothing_beyond_five_is_offered(state: State) -> None:
    assert rule.bonuses(state, "march", USUAL) == (0, 1, 3)
    assert rule.bonuses(state, "northumberland_l", USUAL) == (0, 1)
    assert rule.bonuses(state, "york", USUAL) == (0,)
    assert rule.bonuses(state, "march", rule.Terms(1, sure=True)) == (0,)
    terms = rule.terms(state, "march", ways=2)
    assert rule.price(state, "march", "parley", terms, 3) == sentence(
        "games.plantagenet.s4_3_4_intercept.interceptions", "costs 6", "1-4", word="succeeds"
    )
    assert rule.price(state, "exeter_1", "vassal", USUAL, vassal="fauconberg").endswith(" 1"), "1-1"
