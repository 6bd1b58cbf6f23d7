"""3.4.2 Levy Lord and Mustering."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import s3_4_2_levy_lord as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, Troops
from tests.says import says, sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    later = setup("Ia")
    later.box = 3
    return later


def menu(state: State, lord: str) -> Menu:
    made = Menu()
    rule.fill_levy_lord(made, state, lord)
    return made


def test_3_4_2_ready_in_the_current_or_a_lower_box(state: State) -> None:
    made = menu(state, "york")
    offered = [option.line for option in made.options]
    assert offered == ["york: lord salisbury", "york: lord warwick_y"]
    assert says(
        made.barred["york: lord rutland"],
        "games.plantagenet.s3_4_2_levy_lord.hindrance",
        ...,
        5,
        word="Ready",
    )
    assert "Mustered already" in made.barred["york: lord march"]


def test_c7_an_exile_cannot_be_levied(state: State) -> None:
    state.lords["salisbury"].exile = True
    assert "Exile" in menu(state, "york").barred["york: lord salisbury"]


def test_6_0_Ia_the_captive_king_cannot_be_levied(state: State) -> None:
    king = state.lords["henry_vi"]
    king.at, king.keeper = "captive", "york"
    assert "captive" in menu(state, "somerset_1").barred["somerset_1: lord henry_vi"]


def test_1_5_1_a_removed_lord_cannot_be_levied(state: State) -> None:
    state.lords["salisbury"].at = "out"
    barred = menu(state, "york").barred["york: lord salisbury"]
    assert barred == sentence(
        "games.plantagenet.s3_4_2_levy_lord.hindrance", "Salisbury", word="out"
    )


def test_3_4_2_success_musters_at_his_seat_and_makes_it_friendly(state: State) -> None:
    state.favour["york"] = "lancaster"
    game = Scripted(state, dice=[5])
    game.run(rule.levy_lord, rule.LevyLord("york", "salisbury"))
    salisbury = state.lords["salisbury"]
    assert (salisbury.at, salisbury.troops.men_at_arms, salisbury.coin) == ("york", 2, 1)
    assert state.favour["york"] == "york"
    assert state.influence == -1


def test_3_4_2_distance_costs_nothing_and_failure_has_no_effect(state: State) -> None:
    game = Scripted(state, dice=[6])
    game.run(rule.levy_lord, rule.LevyLord("york", "warwick_y"))
    assert state.influence == -1
    assert (state.lords["warwick_y"].at, state.lords["warwick_y"].box) == ("calendar", 3)
    assert game.story[-1] == sentence(
        "games.plantagenet.s3_4_2_levy_lord.levy_lord", "Warwick", "York", word="answer"
    )


def test_c24_his_own_seat_must_be_used_if_free(state: State) -> None:
    assert rule.places_for(state, "salisbury") == ["york"]
    assert rule.places_for(state, "warwick_y") == ["calais"]


def test_c24_otherwise_another_friendly_seat_of_his_side(state: State) -> None:
    state.lords["henry_vi"].at = "york"
    assert rule.places_for(state, "salisbury") == ["ely", "ludlow"]
    state.favour["york"] = "lancaster"
    game = Scripted(state, ["salisbury: at ludlow"], dice=[1])
    game.run(rule.levy_lord, rule.LevyLord("york", "salisbury"))
    assert state.lords["salisbury"].at == "ludlow"
    assert state.favour["york"] == "lancaster"


def test_c24_seats_of_lords_still_on_the_calendar_count(state: State) -> None:
    state.lords["henry_vi"].at = "york"
    state.favour = {"canterbury": "york"}
    assert rule.places_for(state, "salisbury") == ["canterbury"]


def test_3_4_2_no_seat_free_no_levy(state: State) -> None:
    state.lords["henry_vi"].at = "york"
    state.favour = {"bedford": "york"}
    assert says(
        menu(state, "york").barred["york: lord salisbury"],
        "games.plantagenet.s3_4_2_levy_lord.bar_levy_lord",
    )


def test_3_4_2_another_seat_must_be_free_of_enemy_lords(state: State) -> None:
    state.lords["henry_vi"].at = "york"
    state.lords["somerset_1"].at = "ludlow"
    assert rule.places_for(state, "salisbury") == ["ely"]


def test_c23_at_another_lords_seat_favour_stays(state: State) -> None:
    state.lords["somerset_1"].at = "york"
    state.favour |= {"york": "lancaster", "ely": "", "ludlow": "york"}
    Scripted(state, dice=[1]).run(rule.levy_lord, rule.LevyLord("york", "salisbury"))
    assert state.lords["salisbury"].at == "ludlow"
    assert state.favour["york"] == "lancaster"


def test_c23_double_favour_at_london_stays_when_a_lancastrian_musters_there(state: State) -> None:
    state.favour["london"], state.london_twice = "york", True
    state.lords["henry_vi"].at, state.lords["henry_vi"].box = "calendar", 2
    Scripted(state, dice=[1]).run(rule.levy_lord, rule.LevyLord("somerset_1", "henry_vi"))
    assert state.lords["henry_vi"].at == "london"
    assert state.favour["london"] == "york"
    assert state.london_twice


def test_3_4_2_repeated_attempts_on_the_same_lord(state: State) -> None:
    Scripted(state, dice=[6]).run(rule.levy_lord, rule.LevyLord("york", "salisbury"))
    Scripted(state, dice=[4]).run(rule.levy_lord, rule.LevyLord("york", "salisbury"))
    assert state.lords["salisbury"].at == "york"
    assert state.influence == -2


def test_c26_a_lord_for_whom_the_pool_has_no_troops_disbands_at_once(state: State) -> None:
    state.lords["henry_vi"].troops = Troops(35, 40, 45)
    game = Scripted(state, dice=[1])
    state.lords["york"].troops = state.lords["march"].troops = Troops(mercenaries=1)
    state.lords["somerset_1"].troops = Troops(handgunners=1)
    game.run(rule.levy_lord, rule.LevyLord("york", "salisbury"))
    assert state.lords["salisbury"].at == "calendar"
    assert state.lords["salisbury"].box == 6
