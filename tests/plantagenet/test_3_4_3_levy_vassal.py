"""3.4.3 Levy Vassal."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import s3_4_3_levy_vassal as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, VassalState
from tests.says import sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def menu(state: State, lord: str) -> Menu:
    made = Menu()
    rule.fill_levy_vassal(made, state, lord)
    return made


def test_3_4_3_the_seat_must_be_friendly(state: State) -> None:
    made = menu(state, "york")
    assert made.options == []
    assert "not Friendly" in made.barred["york: vassal fauconberg"]


def test_3_4_3_and_free_of_enemy_lords(state: State) -> None:
    state.favour["dover"] = "york"
    state.lords["henry_vi"].at = "dover"
    assert "an Enemy Lord" in menu(state, "york").barred["york: vassal fauconberg"]


def test_c3_no_route_to_the_seat_is_needed(state: State) -> None:
    state.favour["launceston"] = "york"
    assert menu(state, "york").options[0].line == "york: vassal bonville"


def test_1_4_2_loyalty_shows_in_the_chance(state: State) -> None:
    state.favour["dover"] = "york"
    options = menu(state, "march").options
    assert [(o.line, o.note) for o in options] == [
        (
            "march: vassal fauconberg",
            sentence(
                "games.plantagenet.s4_3_4_intercept.interceptions",
                "costs 1",
                "1-4",
                word="succeeds",
            ),
        ),
        (
            "march: vassal fauconberg +1",
            sentence(
                "games.plantagenet.s4_3_4_intercept.interceptions",
                "costs 2",
                "1-5",
                word="succeeds",
            ),
        ),
    ]
    state.favour["dover"] = "lancaster"
    assert menu(state, "henry_vi").options[0].note == sentence(
        "games.plantagenet.s4_3_4_intercept.interceptions", "costs 1", "1-3", word="succeeds"
    )


def test_3_4_3_success_puts_markers_on_mat_and_calendar(state: State) -> None:
    state.favour["dover"] = "york"
    Scripted(state, dice=[4]).run(rule.levy_vassal, rule.LevyVassal("march", "fauconberg"))
    assert state.lords["march"].vassals == ["fauconberg"]
    assert state.vassals["fauconberg"] == VassalState("mustered", "march", 4)
    assert state.influence == -1


def test_3_4_3_failure_has_no_effect_but_costs(state: State) -> None:
    state.favour["dover"] = "york"
    Scripted(state, dice=[6]).run(rule.levy_vassal, rule.LevyVassal("march", "fauconberg", 1))
    assert state.lords["march"].vassals == []
    assert state.vassals["fauconberg"].status == "ready"
    assert state.influence == -2


@pytest.mark.parametrize(
    ("marker", "reason"),
    [
        (VassalState("mustered", "york", 4), "serves York"),
        (VassalState("disbanded", box=6), "until Turn 6"),
        (
            VassalState("out"),
            sentence("games.plantagenet.s3_4_3_levy_vassal.hindrance", word="scenario"),
        ),
    ],
)
def test_3_4_3_his_markers_must_be_at_his_seat(
    state: State, marker: VassalState, reason: str
) -> None:
    state.favour["dover"] = "york"
    state.vassals["fauconberg"] = marker
    assert reason in menu(state, "march").barred["march: vassal fauconberg"]


def test_2_2_3_a_service_marker_past_the_end_lies_just_off_it(state: State) -> None:
    state.box = 14
    rule.muster_vassal(state, "march", "fauconberg")
    assert state.vassals["fauconberg"].box == 16


def test_1_5_3_with_hidden_mats_nobody_hears_which_enemy_lord_has_the_vassal(state: State) -> None:
    state.options["hidden_mats"] = "yes"
    state.vassals["fauconberg"] = VassalState("mustered", "york", 4)
    assert rule.hindrance(state, "lancaster", "fauconberg").endswith(
        " serves an Enemy Lord (3.4.3)"
    )
    assert rule.hindrance(state, "york", "fauconberg").endswith(" serves York (3.4.3)")
