"""16.4.1 Initiative, 16.4.2 passing, 16.4 the campaign turn; 17.1 the sole king."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import sequence
from pbem.games.plantagenet_1450.s16_4_1_initiative import action, is_over
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, YORK, empty, lines, put, run


def both() -> State:
    state = empty()
    put(state, "warwick", LEEDS, "1 longbowmen", side="york")
    put(state, "clifford", YORK, "1 longbowmen")
    return state


@pytest.mark.parametrize(("york", "lancaster", "first"), [(5, 2, "york"), (2, 5, "lancaster")])
def test_16_4_1_the_higher_die_has_the_initiative(york: int, lancaster: int, first: str) -> None:
    game = run(action, both(), ["pass"], [york, lancaster])
    assert game.asked[0].side == first


def test_16_4_1_c63_ties_go_to_york_without_a_sole_king() -> None:
    assert run(action, both(), ["pass"], [3, 3]).asked[0].side == "york"


def test_16_4_1_c63_ties_go_to_the_sole_king() -> None:
    state = both()
    put(state, "henry_vi", YORK, crowned=True)
    assert run(action, state, ["pass"], [3, 3]).asked[0].side == "lancaster"


def test_16_4_1_c62_who_opened_the_campaign_wins_the_first_roll_without_dice() -> None:
    state = both()
    state.won = "lancaster"
    assert run(action, state, ["pass"]).asked[0].side == "lancaster"
    assert state.won == ""


def test_16_4_2_three_passes_in_a_row_end_the_turn() -> None:
    state = both()
    sides = [run(action, state, ["pass"], dice).asked[0].side for dice in ([6, 1], [], [])]
    assert sides == ["york", "lancaster", "york"]
    assert is_over(state)


def test_c159_after_an_action_both_roll_again() -> None:
    state = both()
    run(action, state, ["pass"], [6, 1])
    run(action, state, ["activate clifford", "clifford: stop"], [3])
    assert state.passes == 0
    assert run(action, state, ["pass"], [6, 1]).asked[0].side == "york"


def test_c159_a_side_that_cannot_act_passes_by_itself() -> None:
    state = both()
    state.leaders["clifford"].fatigue = 4
    game = run(action, state, [], [1, 6])
    assert lines(game.asked[0]) == ["pass"]
    assert state.initiative == "york"


def test_16_4_after_three_passes_come_recovery_and_redeployment() -> None:
    state = both()
    state.passes, state.initiative = 2, "york"
    run(sequence.step, state, ["pass"])
    assert state.step == "recovery"
    run(sequence.step, state)
    run(sequence.step, state)
    assert state.step == "end_of_turn"
    state.acted = True
    run(sequence.step, state)
    assert (state.step, state.campaign_turn) == ("campaign_turn", 2)


def test_16_4_after_the_last_turn_the_campaign_ends() -> None:
    state = setup("towton_1461")
    state.step, state.campaign_turn, state.acted = "end_of_turn", 4, True
    run(sequence.step, state)
    assert state.step == "victory"
    run(sequence.step, state)
    assert state.winner


def test_c100_two_turns_of_passes_end_the_campaign_early() -> None:
    state = both()
    state.step = "end_of_turn"
    run(sequence.step, state)
    assert (state.step, state.campaign_turn) == ("campaign_turn", 2)
    state.step = "end_of_turn"
    run(sequence.step, state)
    assert state.step == "victory"


def test_17_1_c101_two_kings_in_england_mean_no_sole_king() -> None:
    state = empty()
    put(state, "henry_vi", YORK, crowned=True)
    assert sole_king(state) == "lancaster"
    king = put(state, "edward_march", TOWTON, crowned=True)
    assert sole_king(state) == ""
    king.at = "foreign:burgundy"
    assert sole_king(state) == "lancaster"
    state.leaders["henry_vi"].status = "captive"
    assert sole_king(state) == ""
