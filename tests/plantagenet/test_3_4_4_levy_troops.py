"""3.4.4 Levy Troops."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import s3_4_4_levy_troops as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, Troops
from tests.says import sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def menu(state: State, lord: str) -> Menu:
    made = Menu()
    rule.fill_levy_troops(made, state, lord)
    return made


async def levy(table: object, lord: str) -> None:
    await rule.levy_troops(table, rule.LevyTroops(lord))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("place", "came"),
    [
        ("ely", Troops(0, 1, 1)),
        ("bedford", Troops(0, 0, 2)),
        ("ludlow", Troops(1, 1, 0)),
        ("london", Troops(1, 1, 1)),
        ("calais", Troops(2, 1, 0)),
        ("harlech", Troops(1, 2, 0)),
    ],
)
def test_3_4_4_troops_of_the_strongholds_table(state: State, place: str, came: Troops) -> None:
    state.lords["york"].at, state.lords["york"].troops = place, Troops()
    Scripted(state).run(levy, "york")
    assert state.lords["york"].troops == came
    assert state.influence == 0


def test_3_4_4_depletes_then_exhausts_then_bars(state: State) -> None:
    Scripted(state).run(levy, "york")
    assert state.wear["ely"] == "depleted"
    game = Scripted(state)
    game.run(levy, "york")
    assert state.wear["ely"] == "exhausted"
    assert game.story == [
        sentence(
            "games.plantagenet.s4_6_2_forage.forage",
            "York Levies 1 Longbowman and 1 Militia at Ely",
            "Exhausted.",
            word="which",
        )
    ]
    assert "Exhausted" in menu(state, "york").barred["york: troops"]


def test_3_4_4_not_in_an_exile_box(state: State) -> None:
    state.lords["york"].at = "ireland"
    assert "Exile box" in menu(state, "york").barred["york: troops"]


def test_c26_allowed_and_depleting_even_if_the_pool_is_short(state: State) -> None:
    state.lords["henry_vi"].troops = Troops(longbowmen=34)
    assert menu(state, "york").options[0].note == "1 Militia"
    Scripted(state).run(levy, "york")
    assert state.lords["york"].troops == Troops(2, 2, 3)
    assert state.wear["ely"] == "depleted"
