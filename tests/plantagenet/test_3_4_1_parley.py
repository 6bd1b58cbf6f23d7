"""3.4.1 Parley in Levy."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import s3_4_1_parley as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.says import says, sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def menu(state: State, lord: str) -> Menu:
    made = Menu()
    rule.fill_parley(made, state, lord)
    return made


def test_1_4_2_example_adjacent_parley_with_one_added_point(state: State) -> None:
    state.lords["salisbury"].at, state.favour["york"] = "york", "york"
    game = Scripted(state, dice=[5])
    game.run(rule.parley, rule.Parley("salisbury", "lincoln", bonus=1))
    assert state.influence == -3
    assert "lincoln" not in state.favour
    assert game.story[-1] == sentence(
        "games.plantagenet.s3_4_1_parley.parley", "Lincoln", word="Parley"
    )


def test_3_4_1_success_moves_neutral_to_friendly_and_enemy_to_neutral(state: State) -> None:
    Scripted(state, dice=[5]).run(rule.parley, rule.Parley("york", "cambridge"))
    assert state.favour["cambridge"] == "york"
    state.favour["lynn"] = "lancaster"
    game = Scripted(state, dice=[5])
    game.run(rule.parley, rule.Parley("york", "lynn"))
    assert "lynn" not in state.favour
    assert game.story[-1] == sentence(
        "games.plantagenet.s3_4_1_parley.parley", "Lynn", "Lancastrians", word="Neutral"
    )
    assert state.influence == -4


def test_c32_at_the_own_location_the_check_costs_one(state: State) -> None:
    state.lords["york"].at = "bedford"
    Scripted(state, dice=[5]).run(rule.parley, rule.Parley("york", "bedford"))
    assert state.influence == -1
    assert state.favour["bedford"] == "york"


def test_3_4_1_from_a_place_not_friendly_only_that_place(state: State) -> None:
    state.lords["york"].at = "bedford"
    assert rule.targets(state, "york") == {"bedford": 0}
    assert "only it" in menu(state, "york").barred["york: parley cambridge"]


def test_3_4_1_each_way_costs_one_more(state: State) -> None:
    state.favour["cambridge"] = "york"
    assert rule.targets(state, "york")["bedford"] == 2
    notes = {option.line: option.note for option in menu(state, "york").options}
    assert notes["york: parley bedford"] == sentence(
        "games.plantagenet.s4_3_4_intercept.interceptions", "costs 3", "1-5", word="succeeds"
    )
    Scripted(state, dice=[1]).run(rule.parley, rule.Parley("york", "bedford"))
    assert state.influence == -3


def test_3_4_1_not_past_enemy_lords_nor_to_them(state: State) -> None:
    state.favour["cambridge"] = "york"
    state.lords["henry_vi"].at = "cambridge"
    assert not {"cambridge", "bedford"} & set(rule.targets(state, "york"))
    assert "an Enemy Lord" in menu(state, "york").barred["york: parley cambridge"]


def test_3_4_1_friendly_strongholds_are_no_targets(state: State) -> None:
    assert "ely" not in rule.targets(state, "york")
    assert "Friendly already" in menu(state, "york").barred["york: parley ely"]


def test_c34_exile_boxes_cannot_be_parleyed(state: State) -> None:
    state.lords["york"].at = "burgundy"
    state.lords["york"].ships = 1
    assert rule.targets(state, "york")["lynn"] == 1
    assert "burgundy" not in rule.targets(state, "york")
    assert "Exile boxes" in menu(state, "york").barred["york: parley burgundy"]


def test_3_4_1_by_sea_only_with_a_ship(state: State) -> None:
    state.lords["york"].at = "burgundy"
    assert rule.targets(state, "york") == {}
    assert "no Route" in menu(state, "york").barred["york: parley lynn"]


def test_c35_a_companions_ship_serves_for_the_route(state: State) -> None:
    state.lords["york"].at = state.lords["march"].at = "burgundy"
    state.lords["march"].ships = 1
    assert rule.targets(state, "york")["lynn"] == 1


def test_c37_double_favour_at_london_blocks_parley(state: State) -> None:
    state.favour["london"], state.london_twice = "york", True
    assert rule.targets(state, "henry_vi") == {}
    assert says(
        menu(state, "henry_vi").barred["henry_vi: parley london"],
        "games.plantagenet.s3_4_1_parley.immovable",
        word="double",
    )


def test_3_4_1_bonuses_are_written_in_the_line(state: State) -> None:
    offered = [option.line for option in menu(state, "march").options]
    assert "march: parley worcester" in offered
    assert "march: parley worcester +1" in offered
    assert "march: parley worcester +3" in offered
