"""13.0 Game end and victory."""

from __future__ import annotations

import pytest

from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.s13_game_end import advance_turn, verdict
from pbem.games.warriors.state import State
from tests.says import says
from tests.scripted import Scripted
from tests.warriors.field import empty, put


def end(lead: int, turn: int = 9) -> State:
    state = empty("advance_turn")
    state.turn, state.lead = turn, lead
    return state


@pytest.mark.parametrize(
    ("lead", "turn", "winner"),
    [
        (14, 8, ""),
        (15, 2, "lancaster"),
        (-16, 9, "york"),
        (1, 9, "lancaster"),
        (-1, 9, "york"),
    ],
)
def test_c26_fifteen_wins_at_the_end_of_any_turn_the_higher_after_the_last(
    lead: int, turn: int, winner: str
) -> None:
    assert verdict(end(lead, turn))[0] == winner


def test_c26_the_check_comes_after_the_henry_roll_and_not_before() -> None:
    state = end(-20, 3)
    state.step = "levy"
    assert WARRIORS.result(state) is None
    Scripted(state).run(advance_turn)
    result = WARRIORS.result(state)
    assert result is not None
    assert result.winners == ("york",)


def test_c26_at_a_tie_3_star_nobles_in_own_regions_decide() -> None:
    state = end(0)
    put(state, "york", "wales", "york")
    state.control["wales"] = "york"
    put(state, "margaret", "east", "lancaster")
    put(state, "somerset", "france", "lancaster")
    assert verdict(state)[0] == "york"
    state.control["east"] = "lancaster"
    assert verdict(state)[0] == "draw"


@pytest.mark.parametrize("infirm", [True, False])
def test_c26_an_infirm_henry_counts_too(infirm: bool) -> None:
    """14.0 voids his stars for intrigue, gaining control, levy and London only."""
    state = end(0)
    put(state, "york", "wales", "york")
    put(state, "henry_vi", "east", "lancaster", back=infirm)
    state.control = {"wales": "york", "east": "lancaster"}
    assert verdict(state)[0] == "draw"
    put(state, "margaret", "east", "lancaster")
    assert verdict(state)[0] == "lancaster"


def test_13_0_still_tied_nobody_wins() -> None:
    state = end(0)
    Scripted(state).run(advance_turn)
    result = WARRIORS.result(state)
    assert result is not None
    assert (result.winners, state.winner) == ((), "draw")
    assert says(result.reason, "games.warriors.s13_game_end.End", word="vassal")


def test_4_10_otherwise_the_turn_marker_advances() -> None:
    state = end(3, 4)
    Scripted(state).run(advance_turn)
    assert (state.turn, state.winner) == (5, "")


def test_c45_a_short_scenario_is_won_at_its_own_lead_and_ends_at_its_own_turn() -> None:
    state = end(12, 5)
    state.scenario = "kingmaker_1465"
    assert verdict(state)[0] == "lancaster"
    state.lead, state.turn = -3, 7
    assert verdict(state)[0] == "york"
