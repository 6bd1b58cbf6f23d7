"""Cards of Tides of War, and those that Dominate an Area."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_8_1_tides_of_war import card_awards, tides_of_war
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import give
from tests.plantagenet.cards.turns import leave
from tests.plantagenet.field import empty, favour, put
from tests.scripted import Scripted


def award(state: State, side: str, *answers: str) -> int:
    won = Scripted(state, answers).run(card_awards, side)
    return sum(points for points, _ in won)


def test_y4_capability_deeds_of_charity_for_own_or_shared_provender() -> None:
    state = empty()
    put(state, "york", "ely", provender=1)
    put(state, "march", "ely", provender=1)
    give(state, "york", "Y4")
    answers = ["york: give 2 provender", "york: give provender"]
    assert award(state, "york", *answers) == 2
    assert (state.lords["york"].provender, state.lords["march"].provender) == (0, 0)
    assert award(state, "york") == 0, "nothing left to give"
    state.lords["york"].provender = 5
    assert award(state, "york", "no") == 0
    state.lords["york"].at = "north_sea"
    assert award(state, "york") == 0
    leave(state, "york")
    put(state, "york", "ely", provender=2)
    assert award(state, "york") == 0


def test_y4_capability_deeds_of_charity_are_part_of_the_net_change() -> None:
    state = empty()
    put(state, "york", "ely", provender=2)
    give(state, "york", "Y4")
    state.influence = 0
    Scripted(state, ["no"]).run(tides_of_war)
    plain, state.influence = state.influence, 0
    game = Scripted(state, ["york: give 1 provender"])
    game.run(tides_of_war)
    assert state.influence == plain + 1
    assert any(f"1 for {facts().cards['Y4'].capability}" in text for text in game.story)


def test_y28_capability_first_son_while_edward_is_on_the_map() -> None:
    state = empty("II")
    put(state, "edward_iv", "burgundy")
    give(state, "edward_iv", "Y28")
    assert award(state, "york") == 1
    state.lords["edward_iv"].at = "north_sea"
    assert award(state, "york") == 0
    leave(state, "edward_iv")
    assert award(state, "york") == 0


def test_l17_capability_margaret_takes_the_reins_while_henry_is_away_from_london() -> None:
    state = empty()
    put(state, "henry_vi", "coventry")
    give(state, "henry_vi", "L17")
    assert award(state, "lancaster") == 2
    state.lords["henry_vi"].at = "scotland"
    assert award(state, "lancaster") == 2
    state.lords["henry_vi"].at = "london"
    assert award(state, "lancaster") == 0
    state.lords["henry_vi"].at = "coventry"
    leave(state, "henry_vi")
    assert award(state, "lancaster") == 0


def test_l18_capability_council_member_one_point_each_turn() -> None:
    state = empty()
    put(state, "buckingham", "scotland")
    give(state, "buckingham", "L18")
    assert award(state, "lancaster") == 1
    leave(state, "buckingham")
    assert award(state, "lancaster") == 0


@pytest.fixture
def state() -> State:
    state = empty()
    put(state, "york", "ludlow")
    put(state, "march", "arundel")
    put(state, "northumberland_l", "hexham")
    return state


def check_dominance(state: State, lord: str, card: str, area: str, side: str, needed: int) -> None:
    places = facts().areas[area]
    home = state.lords[lord].at
    favour(state, side, *places[: needed - 1])
    give(state, lord, card)
    assert not board.dominates(state, side, area)
    favour(state, side, places[needed - 1])
    assert board.dominates(state, side, area)
    assert not board.dominates(state, state.enemy(side), area)
    state.lords[lord].at = "london"
    assert not board.dominates(state, side, area)
    state.lords[lord].at = home
    leave(state, lord)
    assert not board.dominates(state, side, area)


def test_y19_capability_welshmen_dominate_wales_with_three(state: State) -> None:
    check_dominance(state, "york", "Y19", "wales", "york", 3)


def test_y21_capability_southerners_dominate_the_south_with_five(state: State) -> None:
    check_dominance(state, "march", "Y21", "south", "york", 5)


def test_l16_capability_northmen_dominate_the_north_with_three(state: State) -> None:
    check_dominance(state, "northumberland_l", "L16", "north", "lancaster", 3)
