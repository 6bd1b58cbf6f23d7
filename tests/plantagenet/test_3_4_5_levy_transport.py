"""3.4.5 Levy Transport."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_4_5_levy_transport as rule
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.says import says
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    return setup("Ia")


def menu(state: State, lord: str) -> Menu:
    made = Menu()
    rule.fill_levy_transport(made, state, lord)
    return made


def test_3_4_5_two_carts_or_one_ship(state: State) -> None:
    Scripted(state).run(rule.levy_transport, rule.LevyCarts("york"))
    Scripted(state).run(rule.levy_transport, rule.LevyShip("york"))
    assert (state.lords["york"].carts, state.lords["york"].ships) == (4, 1)


def test_3_4_5_a_ship_only_at_a_port_or_in_an_exile_box(state: State) -> None:
    assert "neither a Port" in menu(state, "york").barred["york: ship"]
    for place in ("lynn", "ireland"):
        state.lords["york"].at = place
        assert [o.line for o in menu(state, "york").options] == ["york: carts", "york: ship"]


def test_3_4_5_depletion_does_not_matter(state: State) -> None:
    state.wear["ely"] = "exhausted"
    assert [o.line for o in menu(state, "york").options] == ["york: carts"]
    Scripted(state).run(rule.levy_transport, rule.LevyCarts("york"))
    assert state.wear == {"ely": "exhausted"}


def test_1_7_3_no_lord_has_more_than_two_ships(state: State) -> None:
    state.lords["york"].at, state.lords["york"].ships = "lynn", 2
    assert says(
        menu(state, "york").barred["york: ship"],
        "games.plantagenet.s3_4_5_levy_transport.no_ship",
        word="two",
    )


@pytest.mark.parametrize("own", [0, 1])
def test_c29_fewer_than_nine_lords_have_ships_himself_counted(state: State, own: int) -> None:
    """To the letter of 3.4.5 the ninth Lord with Ships takes no second."""
    state.lords["york"].at, state.lords["york"].ships = "lynn", own
    others = [id for id in state.lords if id != "york"]
    for id in others:
        state.lords[id].ships = 0
    for id in others[: 8 - own]:
        state.lords[id].ships = 1
    assert "york: ship" not in menu(state, "york").barred
    state.lords[others[8 - own]].ships = 1
    assert "nine Lords" in menu(state, "york").barred["york: ship"]


@pytest.mark.parametrize("enemies", [0, 1])
def test_c29_behind_screens_the_menu_does_not_tell_whether_nine_have_ships(
    state: State, enemies: int
) -> None:
    state.options["hidden_mats"] = "yes"
    for id, lord in state.lords.items():
        lord.at, lord.ships = "lynn", enemies if lords.side_of(id) == "lancaster" else 1
    state.lords["york"].ships = 0
    assert [o.line for o in menu(state, "york").options] == ["york: carts", "york: ship"]
    game = Scripted(state)
    game.run(rule.levy_transport, rule.LevyShip("york"))
    assert state.lords["york"].ships == 1 - enemies
    told = [event.text for event in game.table.events if not event.to]
    assert any("nine Lords" in text for text in told) == bool(enemies)


def test_1_7_3_a_tenth_lord_musters_without_his_ships(state: State) -> None:
    for id in state.lords:
        state.lords[id].ships = int(id != "warwick_y")
    muster_lord(state, "warwick_y", "calais")
    assert state.lords["warwick_y"].ships == 0
    state.lords["york"].ships = 0
    muster_lord(state, "warwick_y", "calais")
    assert state.lords["warwick_y"].ships == 2
