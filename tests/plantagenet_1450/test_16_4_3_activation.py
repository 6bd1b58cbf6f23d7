"""16.4.3 Activation and 16.4.4 attrition."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions
from pbem.games.plantagenet_1450.s16_4_3_activation import Activate, activate
from pbem.games.plantagenet_1450.s16_4_4_attrition import attrition
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import (
    LEEDS,
    YORK,
    army,
    asked,
    deal,
    empty,
    lines,
    menu,
    put,
    run,
)


def alone(fatigue: int = 0, units: str = "2 longbowmen 1 men_at_arms own") -> State:
    state = empty()
    put(state, "warwick", LEEDS, units, side="york", fatigue=fatigue)
    return state


def test_16_4_3_movement_points_are_die_and_quality() -> None:
    state = alone()
    game = run(activate, state, ["warwick: stop"], [3], Activate("warwick"))
    assert "with 9 movement points" in game.asked[0].question


@pytest.mark.parametrize(("fatigue", "active"), [(0, True), (3, True), (4, False)])
def test_16_4_3_c64_a_fatigue_value_of_less_than_4_is_needed(fatigue: int, active: bool) -> None:
    state = alone(fatigue)
    filled = menu(fill_actions, state=state, side="york")
    assert ("activate warwick" in lines(filled)) == active
    assert active or "+2 marker" in filled.barred["activate warwick"]


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_16_4_4_c64_an_activation_adds_a_level(before: int, after: int) -> None:
    state = alone(before, "")
    run(activate, state, ["warwick: stop"], [3], Activate("warwick"))
    assert state.leaders["warwick"].fatigue == after


@pytest.mark.parametrize("fatigue", [0, 1])
def test_16_4_4_1_no_marker_and_no_check_roll_nothing(fatigue: int) -> None:
    game = run(activate, alone(fatigue), ["warwick: stop"], [3], Activate("warwick"))
    assert [label for label, _ in game.rolled] == ["movement warwick"]


def test_16_4_4_1_from_plus_0_each_unit_rolls_and_a_6_eliminates() -> None:
    state = alone(2)
    run(activate, state, ["warwick: stop"], [5, 6, 5, 3], Activate("warwick"))
    assert army(state, "warwick") == ["longbowmen", "men_at_arms"]


def test_16_4_4_1_the_marker_that_lies_there_is_added() -> None:
    state = alone(3)
    run(activate, state, ["warwick: stop"], [4, 5, 4, 3], Activate("warwick"))
    assert army(state, "warwick") == ["longbowmen", "men_at_arms"]


def test_c160_own_men_at_arms_roll_too_and_a_rider_does_not() -> None:
    state = empty()
    put(state, "somerset", LEEDS, "1 men_at_arms own", side="lancaster", fatigue=2)
    put(state, "henry_vi", LEEDS, rides="somerset")
    game = run(activate, state, ["somerset: stop"], [6, 1], Activate("somerset"))
    assert [label for label, _ in game.rolled] == [
        "attrition somerset men_at_arms",
        "movement somerset",
    ]
    assert army(state, "somerset") == []


def test_c161_who_has_lost_all_units_still_moves() -> None:
    state = alone(2, "1 longbowmen")
    game = run(
        activate, state, [f"warwick: march {YORK}", "warwick: stop"], [6, 1], Activate("warwick")
    )
    assert state.leaders["warwick"].at == YORK
    assert game.rolled[-1] == ("movement warwick", 1)


def test_16_4_4_2_a_modifier_is_added_to_each_roll() -> None:
    state = alone(0, "3 longbowmen")
    run(attrition, state, [], [4, 5, 6], "warwick", 1, "16.4.4.2")
    assert army(state, "warwick") == ["longbowmen"]


def test_6_4_c161_forced_march_is_named_in_the_order_and_adds_three_points() -> None:
    state = empty()
    put(state, "clifford", LEEDS, "1 longbowmen")
    deal(state, "lancaster", "L45")
    assert "activate clifford playing l45" in lines(
        menu(fill_actions, state=state, side="lancaster")
    )
    game = run(activate, state, ["clifford: stop"], [1], Activate("clifford", "L45"))
    assert "with 9 movement points" in game.asked[0].question
    assert (state.hands["lancaster"], state.discards) == ([], ["L45"])


def test_c163_night_march_ignores_zones_of_control() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 longbowmen", side="york")
    put(state, "clifford", "1512", "1 longbowmen")
    deal(state, "york", "Y44")
    run(
        activate,
        state,
        ["warwick: march 1513", "warwick: march 1613", "warwick: stop"],
        [4],
        Activate("warwick", "Y44"),
    )
    assert state.leaders["warwick"].at == "1613"


def test_16_4_5_5_c212_henry_mounts_when_a_leader_is_activated() -> None:
    state = empty()
    put(state, "henry_vi", LEEDS, "2 men_at_arms own")
    put(state, "clifford", LEEDS, "1 longbowmen")
    assert "activate clifford" in lines(menu(fill_actions, state=state, side="lancaster"))
    order = Activate("clifford", riders=("henry_vi",))
    run(activate, state, [f"clifford: march {YORK}", "clifford: stop"], [1], order)
    assert state.leaders["henry_vi"].at == YORK
    assert army(state, "henry_vi") == []
    barred = menu(fill_actions, state=state, side="lancaster").barred
    assert "rides with" in barred["activate henry_vi"]


def test_c4_what_a_card_overrides_it_overrides_for_that_play_only() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 longbowmen", side="york")
    put(state, "clifford", "1512", "1 longbowmen")
    deal(state, "york", "Y44")
    run(activate, state, ["warwick: march 1513", "warwick: stop"], [4], Activate("warwick", "Y44"))
    game = run(
        activate,
        state,
        ["warwick: march 1613", "warwick: march 1513"],
        [6],
        Activate("warwick", ""),
    )
    assert len(asked(game, "march")) == 2, "in a Zone of Control he has stopped"
    assert state.leaders["warwick"].at == "1513"


def test_c65_each_leader_is_activated_by_himself() -> None:
    state = empty()
    put(state, "edward_march", LEEDS, "2 billmen")
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    run(
        activate,
        state,
        ["edward_march: march 1513", "edward_march: stop"],
        [3],
        Activate("edward_march", ""),
    )
    assert state.leaders["edward_march"].at == "1513"
    assert state.leaders["warwick"].at == LEEDS
    assert (state.leaders["edward_march"].fatigue, state.leaders["warwick"].fatigue) == (1, 0)
