"""5 Victory, and 4.8.3 Victory Check."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.s5_victory import victory_check
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import empty, favour, put
from tests.says import sentence
from tests.scripted import Scripted


def checked(state: State) -> str:
    Scripted(state).run(victory_check)
    return state.winner


@pytest.fixture
def both() -> State:
    """A Lord of each side on the map, in the second Turn of Ia."""
    state = empty()
    state.box = 2
    state.influence = 0
    put(state, "york", "ely")
    put(state, "henry_vi", "london")
    return state


def away(state: State, lord: str, box: int, exile: bool) -> None:
    state.lords[lord].at, state.lords[lord].box, state.lords[lord].exile = "calendar", box, exile


def test_4_8_3_otherwise_play_goes_on(both: State) -> None:
    assert checked(both) == ""
    assert PLANTAGENET.result(both) is None


def test_5_1_a_side_without_lords_loses_regardless_of_influence(both: State) -> None:
    both.influence = 45
    away(both, "york", 4, exile=False)
    assert checked(both) == "lancaster"


@pytest.mark.parametrize(
    ("box", "exile", "winner"),
    [
        (3, True, ""),
        (3, False, "lancaster"),
        (2, True, "lancaster"),
        (4, True, "lancaster"),
    ],
)
def test_c81_exiles_in_exactly_the_next_box_count(
    both: State, box: int, exile: bool, winner: str
) -> None:
    for lord in ("york", "march", "salisbury", "warwick_y", "rutland"):
        away(both, lord, 9, exile=False)
    away(both, "march", box, exile)
    assert checked(both) == winner


def test_5_1_lords_in_exile_boxes_count(both: State) -> None:
    put(both, "york", "ireland")
    assert checked(both) == ""


def test_c12_a_lord_at_sea_is_not_on_the_map(both: State) -> None:
    put(both, "york", "north_sea")
    assert checked(both) == "lancaster"


def test_5_1_both_sides_without_lords_draw(both: State) -> None:
    away(both, "york", 9, exile=False)
    away(both, "henry_vi", 9, exile=False)
    assert checked(both) == "draw"
    result = PLANTAGENET.result(both)
    assert result is not None
    assert result.winners == ()


def test_c81_the_last_box_has_no_next(both: State) -> None:
    both.box = 15
    both.influence = 10
    away(both, "york", 16, exile=True)
    assert checked(both) == "lancaster"


@pytest.mark.parametrize(
    ("box", "points", "winner"),
    [(1, 40, "york"), (5, 39, ""), (6, 35, "york"), (10, 34, ""), (11, 30, "york"), (14, 29, "")],
)
def test_5_2_thresholds_of_ia_count_at_or_above(
    both: State, box: int, points: int, winner: str
) -> None:
    both.box = box
    both.influence = points
    assert checked(both) == winner


def test_5_2_for_the_other_side_too(both: State) -> None:
    both.influence = -41
    assert checked(both) == "lancaster"
    assert both.ending == sentence(
        "games.plantagenet.s5_victory.End", "Lancastrians", 41, 40, word="reach"
    )


def test_c81_campaign_victory_comes_before_the_threshold(both: State) -> None:
    both.influence = -45
    away(both, "henry_vi", 9, exile=False)
    assert checked(both) == "york"


@pytest.mark.parametrize(("points", "winner"), [(1, "york"), (-1, "lancaster"), (0, "draw")])
def test_5_3_after_the_last_turn_more_influence_wins(both: State, points: int, winner: str) -> None:
    both.box = 15
    both.influence = points
    assert checked(both) == winner


@pytest.mark.parametrize("side", ["york", "lancaster", ""])
def test_6_0_ib_the_side_with_favour_at_york_wins(side: str) -> None:
    state = empty("Ib")
    put(state, "march", "london")
    put(state, "somerset_1", "newcastle")
    state.influence = -20
    if side:
        favour(state, side, "york")
    assert checked(state) == (side or "draw")


def test_c87_campaign_victory_comes_before_york() -> None:
    state = empty("Ib")
    put(state, "march", "london")
    favour(state, "lancaster", "york")
    assert checked(state) == "york"
