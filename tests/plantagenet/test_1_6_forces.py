"""1.6 Forces: the common pool of Troops."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_6_forces as rule
from pbem.games.plantagenet.s3_2_4_disband import disband_without_troops, without_troops
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, Troops
from tests.says import sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def test_c26_both_sides_take_from_one_pool(state: State) -> None:
    assert rule.in_pool(state, "militia") == 45 - 2 - 1 - 4
    rule.muster(state, "york", {"militia": 3})
    assert rule.in_pool(state, "militia") == 35


def test_1_6_no_troops_beyond_the_pool(state: State) -> None:
    state.lords["henry_vi"].troops = Troops(mercenaries=5)
    assert rule.muster(state, "york", {"mercenaries": 2, "longbowmen": 1}) == {
        "mercenaries": 1,
        "longbowmen": 1,
    }
    assert rule.muster(state, "york", {"mercenaries": 2}) == {}
    assert state.lords["york"].troops.mercenaries == 1


async def _disband(table: object) -> None:
    disband_without_troops(table)  # type: ignore[arg-type]


def test_1_6_a_lord_without_troops_disbands_at_once_and_costs_nothing(state: State) -> None:
    state.lords["march"].troops = Troops()
    state.lords["march"].vassals = ["hastings"]
    assert without_troops(state) == ["march"]
    game = Scripted(state)
    game.run(_disband)
    assert (state.lords["march"].at, state.lords["march"].box) == ("calendar", 5)
    assert state.influence == 0
    assert game.story == [
        sentence("games.plantagenet.s3_2_4_disband.disband_without_troops", "March")
    ]


@pytest.mark.parametrize(("troops", "needed"), [(0, 0), (1, 1), (6, 1), (7, 2), (12, 2), (13, 3)])
def test_3_2_1_one_per_six_troops_rounded_up(troops: int, needed: int) -> None:
    assert rule.fed_by(troops) == needed


def test_forces_in_words() -> None:
    assert rule.in_words({"men_at_arms": 2, "militia": 1}) == "2 Men-at-Arms and 1 Militia"
    assert rule.in_words({}) == "nothing"
