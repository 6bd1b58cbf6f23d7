"""20.0 The campaign scenario Towton 1461: its set-up and what decides it."""

from __future__ import annotations

import pytest

from pbem.engine.ruleset import Result
from pbem.engine.scenarios import find_scenario
from pbem.errors import Impossible
from pbem.games.plantagenet_1450.conditions import holds, units_in_england
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row, setup
from pbem.games.plantagenet_1450.s20_victory import End, verdict, victory
from pbem.games.plantagenet_1450.state import Garrison, Unit
from tests.plantagenet_1450.field import LEEDS, PONTEFRACT, YORK, empty, put, run


def test_20_towton_is_set_up_as_the_scenario_says() -> None:
    state = setup("towton_1461")
    PLANTAGENET_1450.check(state)
    assert state.leaders["edward_march"].at == "1928"
    assert len(state.leaders["edward_march"].army) == 8
    assert state.leaders["henry_vi"].crowned
    assert state.control["york"] == "lancaster"
    assert state.control["calais"] == "york"
    assert state.hands["york"] == ["card:L48", "card:L43", "card:L41"]
    assert (state.won, state.campaign_turns) == ("york", 4)


def test_17_1_the_scenario_names_the_sole_king_that_rule_17_gives() -> None:
    state = setup("towton_1461")
    assert (sole_king(state) or "none") == scenario_row(state)["sole_king"]


def test_20_york_wins_in_york_against_few_enough_units() -> None:
    state = setup("towton_1461")
    for id, one in state.leaders.items():
        if one.side == "lancaster":
            one.at = "1406"
            one.army = one.army[:1]
        elif id == "warwick":
            one.at = YORK
    assert verdict(state) == ("york", End.CAMPAIGN.reason(winner="York"))
    state.leaders["margaret"].army = [Unit("billmen")] * 5
    assert verdict(state)[0] == "draw"
    state.leaders["margaret"].army = []
    state.leaders["clifford"].at = YORK
    assert verdict(state)[0] == "draw"


def test_20_lancaster_wins_if_edward_is_lost_or_york_and_pontefract_are_held() -> None:
    state = setup("towton_1461")
    state.leaders["edward_march"].status = "captive"
    assert verdict(state)[0] == "lancaster"
    state.leaders["edward_march"].status = "free"
    assert state.leaders["clifford"].at == PONTEFRACT
    assert verdict(state)[0] == "lancaster"
    state.leaders["clifford"].at = LEEDS
    assert verdict(state) == ("draw", End.CAMPAIGN_DRAW.reason())


def test_c187_if_both_have_what_they_fought_for_it_is_a_draw() -> None:
    state = setup("towton_1461")
    for one in state.leaders.values():
        if one.side == "lancaster":
            one.at, one.army = "1406", []
    state.leaders["warwick"].at = YORK
    state.leaders["edward_march"].status = "dead"
    game = run(victory, state)
    assert (state.winner, state.ending) == ("draw", End.CAMPAIGN_BOTH.reason())
    assert PLANTAGENET_1450.result(state) == Result((), state.ending)
    assert game.story


def test_units_in_england_are_those_of_free_leaders_and_garrisons_there() -> None:
    state = empty()
    put(state, "clifford", LEEDS, "2 billmen 1 men_at_arms own")
    put(state, "exeter", "2531", "3 billmen")
    put(state, "devon", "foreign:france", "1 billmen", side="lancaster")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")])
    state.pool["lancaster"] = {"billmen": 4}
    assert units_in_england(state, "lancaster") == 3 + 1
    assert holds(state, "units_in_england(lancaster)<=4")
    assert holds(state, "!units_in_england(lancaster)<=3")


def test_a_condition_that_nobody_knows_is_no_quiet_no() -> None:
    for condition in ("moon(full)", "leader_in_hex york", "leader_in_hex(york)"):
        with pytest.raises(Impossible):
            holds(empty(), condition)


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("wars", "wars_of_the_roses"),
        ("The Wars", "wars_of_the_roses"),
        ("wars_of_the_roses_b", "wars_of_the_roses_bare"),
        ("The Wars of the Roses, without", "wars_of_the_roses_bare"),
        ("end", "end_of_the_plantagenets"),
    ],
)
def test_20_a_scenario_whose_name_begins_anothers_is_found(typed: str, id: str) -> None:
    assert find_scenario(PLANTAGENET_1450.scenarios(), typed) == id
