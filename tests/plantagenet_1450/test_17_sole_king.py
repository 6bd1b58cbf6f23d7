"""17.0 The sole king and the Protector."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_1_initiative import initiative
from pbem.games.plantagenet_1450.s17_sole_king import sole_king, victory_king
from pbem.games.plantagenet_1450.s20_victory import standard_victory
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import put
from tests.plantagenet_1450.realm import play, realm

LONDON, YORK, CALAIS = "1928", "1612", "2531"


def reigning() -> State:
    """Henry VI in London."""
    state = realm()
    put(state, "henry_vi", LONDON, crowned=True)
    return state


async def judge(table: object) -> None:
    standard_victory(table)  # type: ignore[arg-type]


def test_17_0_c101_a_crowned_leader_who_is_free_and_in_england() -> None:
    state = reigning()
    assert victory_king(state) == "lancaster"
    state.leaders["henry_vi"].crowned = False
    assert victory_king(state) == ""


@pytest.mark.parametrize(
    "changed",
    [{"status": "captive"}, {"at": "foreign:scotland"}, {"at": CALAIS}, {"mad": True}],
    ids=str,
)
def test_17_1_not_as_a_captive_in_exile_or_out_of_his_wits(changed: dict[str, object]) -> None:
    state = reigning()
    for name, value in changed.items():
        setattr(state.leaders["henry_vi"], name, value)
    assert victory_king(state) == ""


def test_17_1_not_while_both_sides_have_a_crowned_leader_in_england() -> None:
    state = reigning()
    put(state, "edward_march", YORK, crowned=True)
    assert sole_king(state) == ""
    state.leaders["henry_vi"].at = "foreign:scotland"
    assert sole_king(state) == "york"


def test_c101_two_crowned_leaders_of_one_side_make_its_king_sole() -> None:
    state = reigning()
    put(state, "henry_tudor", YORK, crowned=True)
    assert sole_king(state) == "lancaster"


def test_17_2_the_sole_king_wins_ties_and_the_game() -> None:
    state = reigning()
    assert play(initiative, state, dice=(3, 3))[0] == "lancaster"
    play(judge, state)
    assert state.winner == "lancaster"


def protected() -> State:
    state = reigning()
    state.leaders["henry_vi"].mad = True
    put(state, "richard_york", YORK)
    return state


def test_17_3_c102_the_protector_wins_ties_but_is_no_king_for_victory() -> None:
    state = protected()
    assert play(initiative, state, dice=(3, 3))[0] == "york"
    assert (sole_king(state), victory_king(state)) == ("york", "")
    play(judge, state)
    assert state.winner == "draw"


@pytest.mark.parametrize("changed", [{"status": "captive"}, {"at": "foreign:ireland"}], ids=str)
def test_17_3_c102_without_the_protector_in_england_there_is_no_sole_king(
    changed: dict[str, object],
) -> None:
    state = protected()
    for name, value in changed.items():
        setattr(state.leaders["richard_york"], name, value)
    assert sole_king(state) == ""
