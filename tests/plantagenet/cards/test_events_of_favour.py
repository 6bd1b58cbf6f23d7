"""Immediate Events about Favour and Influence (3.1.3). Each is over when it is resolved."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet.cards.events_of_favour import Shift, fill_places
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import asked
from tests.plantagenet.cards.turns import drawn
from tests.plantagenet.field import empty, favour, put, vassal


@pytest.fixture
def state() -> State:
    state = empty()
    state.influence = 0
    return state


def test_y15_event_london_for_york_a_second_marker(state: State) -> None:
    drawn(state, "Y15")
    assert not state.london_twice
    favour(state, "lancaster", "london")
    drawn(state, "Y15")
    assert not state.london_twice
    favour(state, "york", "london")
    drawn(state, "Y15")
    assert state.london_twice
    assert state.in_force == []


def test_y21_event_sir_richard_leigh_one_step_at_london(state: State) -> None:
    favour(state, "lancaster", "london")
    drawn(state, "Y21")
    assert "london" not in state.favour
    drawn(state, "Y21")
    assert state.favour["london"] == "york"
    drawn(state, "Y21")
    assert state.favour["london"] == "york"
    assert not state.london_twice
    assert state.in_force == []


def test_y27_event_yorkist_north_a_point_each() -> None:
    state = empty("II")
    put(state, "gloucester_1", "hexham")
    favour(state, "york", "hexham", "carlisle", "york")
    favour(state, "lancaster", "bamburgh")
    state.influence = 0
    drawn(state, "Y27")
    assert state.influence == 3
    assert (state.winner, state.in_force) == ("", [])


def test_l15_event_henry_pressures_parliament_a_point_for_each_yorkist_vassal(state: State) -> None:
    put(state, "york", "ely")
    put(state, "henry_vi", "coventry")
    vassal(state, "york", "devon")
    vassal(state, "york", "essex")
    vassal(state, "henry_vi", "beaumont")
    drawn(state, "L15")
    assert state.influence == -2
    assert state.in_force == []


def check_propaganda(card: str) -> None:
    state = empty("II")
    state.influence = 0
    favour(state, "york", "london", "calais", "york", "ely")
    favour(state, "lancaster", "lynn")
    state.london_twice = True
    answers = [
        "accuse london",
        "accuse york",
        "accuse ely",
        "yield london",
        "pay york",
        "yield ely",
    ]
    game = drawn(state, card, answers)
    assert asked(game, "event_accuse") == ["lancaster"] * 3
    assert set(asked(game, "propaganda")) == {"york"}
    assert state.favour == {"calais": "york", "york": "york", "lynn": "lancaster"}
    assert (state.influence, state.london_twice, state.in_force) == (-2, False, [])


def test_l23_event_warwicks_propaganda_pay_or_yield() -> None:
    check_propaganda("L23")


def test_l24_event_warwicks_propaganda_pay_or_yield() -> None:
    check_propaganda("L24")


def test_l24_event_warwicks_propaganda_all_if_fewer() -> None:
    state = empty("II")
    state.influence = 0
    favour(state, "york", "calais", "york")
    game = drawn(state, "L24", ["pay all"])
    assert asked(game, "event_accuse") == [], "all of them are reached"
    assert state.influence == -4
    state.favour.clear()
    drawn(state, "L24")
    assert state.influence == -4


def test_l26_event_henry_released_five_points_for_lancastrian_london() -> None:
    state = empty("II")
    state.influence = 0
    drawn(state, "L26")
    assert state.influence == 0
    favour(state, "lancaster", "london")
    drawn(state, "L26")
    drawn(state, "L26")
    assert (state.influence, state.in_force) == (-10, [])


def test_l29_event_to_wilful_disobedience_near_lancastrians_far_from_yorkists() -> None:
    state = empty("II")
    put(state, "margaret", "coventry")
    put(state, "gloucester_1", "shrewsbury")
    favour(state, "york", "coventry", "lichfield", "northampton", "york")
    game = drawn(state, "L29")
    assert game.asked == [], "both that are in question"
    assert state.favour == {"lichfield": "york", "york": "york"}
    assert state.in_force == []


def test_l29_event_to_wilful_disobedience_the_lancastrian_picks_two_of_more() -> None:
    state = empty("II")
    put(state, "margaret", "coventry")
    put(state, "clarence", "york")
    favour(state, "york", "coventry", "northampton", "york", "lincoln")
    game = drawn(state, "L29", ["remove york", "remove coventry"])
    assert asked(game, "event_remove") == ["lancaster", "lancaster"]
    assert state.favour == {"northampton": "york", "lincoln": "york"}


def test_l29_event_to_wilful_disobedience_nothing_near_yorkists() -> None:
    state = empty("II")
    put(state, "margaret", "coventry")
    put(state, "gloucester_1", "lichfield")
    favour(state, "york", "coventry", "lichfield")
    game = drawn(state, "L29")
    assert game.asked == []


def test_l31_event_robins_rebellion_three_steps_in_the_north() -> None:
    state = empty("II")
    favour(state, "york", "carlisle", "hexham")
    drawn(state, "L31", ["shift carlisle", "shift carlisle", "shift hexham"])
    assert state.favour == {"carlisle": "lancaster"}
    drawn(state, "L31", ["shift bamburgh", "done"])
    assert state.favour == {"carlisle": "lancaster", "bamburgh": "lancaster"}
    assert state.in_force == []


def test_l31_event_robins_rebellion_says_what_each_step_brings() -> None:
    state = empty("II")
    favour(state, "york", "carlisle")
    menu = Menu()
    fill_places(menu, state, ["carlisle", "hexham"], Shift, optional=False)
    to_neutral, to_the_side = (option.note for option in menu.options)
    assert to_neutral
    assert to_the_side
    assert to_neutral != to_the_side


def test_l31_event_robins_rebellion_nothing_to_shift_is_not_asked() -> None:
    state = empty("II")
    favour(state, "lancaster", *facts().areas["north"])
    del state.favour["hexham"]
    game = drawn(state, "L31", ["shift hexham"])
    assert len(game.asked) == 1, "then all of the North is Lancastrian"
    assert drawn(state, "L31").asked == []


def test_l32_event_tudor_banners_all_around_henry_tudor() -> None:
    state = empty("III")
    put(state, "henry_tudor", "lichfield")
    drawn(state, "L32")
    assert state.favour == {}
    favour(state, "lancaster", "lichfield")
    favour(state, "york", "derby")
    put(state, "gloucester_2", "leicester")
    drawn(state, "L32")
    assert state.favour["derby"] == state.favour["coventry"] == "lancaster"
    assert state.favour.get("leicester") != "lancaster"
    assert state.in_force == []
