"""16.4.6.11.3 What the capture of Margaret may cost before the Prince has come of age (C92, C220)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_6_11_captures import Captors, capture
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, PONTEFRACT, TOWTON, put, run
from tests.plantagenet_1450.realm import orders, play, realm
from tests.says import says

BY_WARWICK = Captors("york", ("warwick",))


def taken(turn: int = 3) -> State:
    """She is about to be taken in a turn of 20.1; the Prince comes of age in turn 4."""
    state = realm(york="york")
    state.turn = turn
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "margaret", TOWTON)
    return state


@pytest.mark.parametrize(("die", "status"), [(5, "waiting"), (6, "dead")])
def test_c92_on_a_6_the_prince_is_out_of_the_game(die: int, status: str) -> None:
    state = taken()
    _, game = play(capture, state, "margaret", BY_WARWICK, dice=(die,))
    assert state.leaders["edward_wales"].status == status
    assert (state.leaders["margaret"].status, state.leaders["margaret"].at) == (
        "captive",
        PONTEFRACT,
    )
    out = [
        says(told, "games.plantagenet_1450.s16_4_6_11_3_margaret.may_lose_her_son", word="mother")
        for told in game.story
    ]
    assert any(out) == (die == 6)


def test_c220_her_captor_rolls_and_treasury_changes_it() -> None:
    state = taken()
    state.treasury = {"york": 3, "lancaster": 2}
    moments = orders(on_bid="counter 1")
    _, game = play(
        capture, state, "margaret", BY_WARWICK, answers=("bid 3",), dice=(4,), moments=moments
    )
    assert game.asked[-1].side == "york"
    assert state.leaders["edward_wales"].status == "dead"
    assert state.treasury == {"york": 0, "lancaster": 1}


def test_c92_once_he_has_entered_on_the_turn_track_nothing_is_rolled() -> None:
    state = taken(turn=4)
    _, game = play(capture, state, "margaret", BY_WARWICK)
    assert not game.rolled
    state = taken()
    put(state, "edward_wales", "foreign:france")
    _, game = play(capture, state, "margaret", BY_WARWICK)
    assert not game.rolled


def test_c92_nobody_rolls_for_another_captive_or_in_a_campaign_scenario() -> None:
    state = taken()
    put(state, "clifford", TOWTON)
    _, game = play(capture, state, "clifford", BY_WARWICK)
    assert not game.rolled
    alone = setup("towton_1461")
    held = run(capture, alone, ["hold margaret towr"], [], "margaret", BY_WARWICK)
    assert not held.rolled
