"""15.5 Mercenaries hired abroad, at redeployment (C181); Treasury for those that are called to a battle."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s15_5_mercenaries import hire_at_redeployment
from pbem.games.plantagenet_1450.s16_3_deployment import redeployment
from pbem.games.plantagenet_1450.s16_4_6_3_levies import number
from pbem.games.plantagenet_1450.s16_4_6_4_called import call
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import LEEDS, TOWTON, army, deal, empty, fight, lines, put, run
from tests.plantagenet_1450.realm import orders, play


def abroad(at: str = "foreign:burgundy") -> State:
    """Hastings in Burgundy; York holds Bombards, whose bar is Burgundian Handgunners."""
    state = empty()
    put(state, "hastings", at, "1 men_at_arms own", side="york")
    deal(state, "york", "L51")
    return state


def test_c181_they_join_the_leader_who_hires_them() -> None:
    state = abroad()
    game = run(hire_at_redeployment, state, ["hire l51 hastings"], [4])
    many = number("handgunners", 4)
    assert army(state, "hastings").count("handgunners") == many > 0
    assert {unit.origin for unit in state.leaders["hastings"].army} == {"pool", "own"}
    assert state.discards == ["L51"]
    assert lines(game.asked[0]) == ["hire l51 hastings", "hire none"]


def test_c181_beyond_his_command_they_go_to_the_force_pool() -> None:
    state = abroad()
    put(state, "hastings", "foreign:burgundy", "2 billmen", side="york")
    run(hire_at_redeployment, state, ["hire l51 hastings"], [6])
    assert army(state, "hastings") == ["billmen", "billmen", "handgunners"]
    assert state.pool["york"] == {"handgunners": number("handgunners", 6) - 1}


@pytest.mark.parametrize("at", [LEEDS, "foreign:france"])
def test_15_5_only_in_the_country_where_they_live(at: str) -> None:
    assert not run(hire_at_redeployment, abroad(at)).asked


@pytest.mark.parametrize(("side", "changed"), [("york", 2), ("lancaster", -2)])
def test_c54_the_level_of_relations_is_added_or_that_of_the_enemy_subtracted(
    side: str, changed: int
) -> None:
    state = abroad()
    state.relations["burgundy"] = Relations(side, 2)
    run(hire_at_redeployment, state, ["hire l51 hastings"], [3])
    assert army(state, "hastings").count("handgunners") == number("handgunners", 3 + changed)


def test_15_5_treasury_changes_the_roll() -> None:
    state = abroad()
    state.treasury = {"york": 3, "lancaster": 1}
    answers = ("hire l51 hastings", "bid 3")
    play(
        hire_at_redeployment,
        state,
        answers=answers,
        dice=(1,),
        moments=orders(on_bid="counter 1"),
    )
    assert army(state, "hastings").count("handgunners") == number("handgunners", 1 + 3 - 1)
    assert state.treasury == {"york": 0, "lancaster": 0}


def test_c181_it_comes_before_redeployment_and_may_be_let_be() -> None:
    state = abroad()
    state.pool["york"] = {"longbowmen": 1}
    game = run(redeployment, state, ["hire none", "deploy hastings"])
    assert [request.kind for request in game.asked] == ["hire", "deploy"]
    assert state.discards == []


def test_16_4_5_5_henry_hires_nobody_while_he_rides_but_his_carrier_does() -> None:
    state = empty()
    put(state, "somerset", "foreign:burgundy")
    put(state, "henry_vi", "foreign:burgundy", rides="somerset")
    deal(state, "lancaster", "L51")
    game = run(hire_at_redeployment, state, ["hire none"])
    assert lines(game.asked[0]) == ["hire l51 somerset", "hire none"]


def test_16_4_6_4_treasury_changes_the_roll_for_those_called_to_a_battle() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "1 billmen")
    fight(state)
    deal(state, "york", "L51")
    state.treasury = {"york": 2, "lancaster": 0}
    play(call, state, "york", "L51", "warwick", answers=("bid 2",), dice=(2,))
    assert army(state, "warwick").count("handgunners") == number("handgunners", 4)
