"""20.1 The whole game: how it begins, and the Automatic Victory that may end it at any moment."""

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s7_1_7_deal import discard_and_deal
from pbem.games.plantagenet_1450.s20_scenarios import anchor, last_turn, scenario_row, setup
from pbem.games.plantagenet_1450.s20_victory import at_once
from pbem.games.plantagenet_1450.sequence import step
from pbem.games.plantagenet_1450.state import Points, State
from tests.plantagenet_1450.field import put
from tests.plantagenet_1450.realm import realm
from tests.scripted import Scripted

LONDON = "1928"
BOTH = ("wars_of_the_roses", "wars_of_the_roses_bare")


@pytest.mark.parametrize("scenario", BOTH)
def test_20_1_ten_turns_with_henry_margaret_and_richard_of_york_on_the_map(scenario: str) -> None:
    state = setup(scenario)
    PLANTAGENET_1450.check(state)
    there = {id: one.at for id, one in state.leaders.items() if one.status == "free"}
    assert there == {
        "henry_vi": anchor("london"),
        "margaret": anchor("london"),
        "richard_york": anchor("beaumaris"),
    }
    crowned = [id for id, one in state.leaders.items() if one.crowned]
    assert (crowned, state.turn, last_turn(state)) == (["henry_vi"], 1, 10)


@pytest.mark.parametrize("scenario", BOTH)
def test_20_1_york_begins_with_jack_cade_and_four_cards_lancaster_with_five(scenario: str) -> None:
    state = setup(scenario)
    Scripted(state).run(discard_and_deal)
    assert state.hands["york"][0] == "card:L21"
    assert {side: len(hand) for side, hand in state.hands.items()} == {"york": 5, "lancaster": 5}
    assert len(state.deck) == 55 - 10
    assert all(card.startswith("L") for card in state.cards), "6.0: the Lancastrian deck only"


def test_c108_the_bare_set_up_has_no_markers_levels_or_legitimacy() -> None:
    state = setup("wars_of_the_roses_bare")
    assert (state.control, state.relations, state.treasury) == (
        {},
        {},
        {"york": 0, "lancaster": 0},
    )
    assert state.legitimacy == {"york": 0, "lancaster": 0}
    assert setup("wars_of_the_roses").control["calais"] == "lancaster"


def reigns(lancaster: int, york: int) -> State:
    """Henry VI is the sole king."""
    state = realm()
    state.legitimacy = {"lancaster": lancaster, "york": york}
    put(state, "henry_vi", LONDON, crowned=True)
    return state


@pytest.mark.parametrize(
    ("lancaster", "york", "winner"),
    [(30, 20, "lancaster"), (29, 10, ""), (30, 21, ""), (45, 36, ""), (45, 35, "lancaster")],
)
def test_20_1_automatic_victory_1_needs_legitimacy_30_and_ten_more(
    lancaster: int, york: int, winner: str
) -> None:
    state = reigns(lancaster, york)
    at_once(Table(state))
    assert state.winner == winner


def test_20_1_automatic_victory_1_is_for_the_side_of_the_sole_king() -> None:
    state = reigns(10, 40)
    at_once(Table(state))
    assert state.winner == ""
    state = reigns(40, 10)
    put(state, "edward_march", LONDON, crowned=True)
    at_once(Table(state))
    assert state.winner == ""


def test_20_1_c102_the_protector_does_not_win_by_it() -> None:
    state = reigns(10, 40)
    state.leaders["henry_vi"].mad = True
    put(state, "richard_york", LONDON)
    at_once(Table(state))
    assert state.winner == ""


def test_20_1_c110_it_is_tested_after_every_action() -> None:
    state = reigns(29, 10)
    state.hands = {"york": [], "lancaster": []}
    put(state, "margaret", anchor("kent"))
    state.points = [Points("lancaster", "L38", 3, 3)]
    Scripted(state, ["control kent"]).run(step)
    assert (state.winner, state.legitimacy["lancaster"]) == ("lancaster", 30)
    assert state.step == "intrigue", "the game stays where it is"


def test_20_2_four_turns_from_turn_7() -> None:
    state = setup("end_of_the_plantagenets")
    assert (state.turn, last_turn(state)) == (7, 10)
    assert scenario_row(state)["automatic_victory"] == []
