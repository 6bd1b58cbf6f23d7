"""10.0 Tower of London."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s10_tower import tower
from pbem.games.warriors.state import State
from tests.says import worded
from tests.scripted import Scripted
from tests.warriors.field import empty, kinds, lines, put, where


def prison(value: int = 7) -> State:
    """York holds London; in the Tower sit two Lancastrians, a Yorkist and two neutrals."""
    state = empty("tower", value=value)
    put(state, "york", "london", "york")
    state.control["london"] = "york"
    put(state, "margaret", "tower", "lancaster")
    put(state, "clifford", "tower", "lancaster", back=True)
    put(state, "ferrers", "tower", "lancaster")
    put(state, "audley", "tower", "lancaster")
    put(state, "oxford", "tower", "york")
    return state


def run(state: State, *answers: str, dice: tuple[int, ...] = ()) -> Scripted:
    game = Scripted(state, answers, dice)
    game.run(tower)
    return game


def test_c20_own_colour_pardoned_enemies_executed_neutrals_by_service() -> None:
    game = run(prison(), "none")
    assert sorted(lines(game.asked[0])) == [
        "audley: execute",
        "audley: pardon",
        "clifford: execute",
        "ferrers: pardon",
        "margaret: execute",
        "none",
        "oxford: pardon",
    ]
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s10_tower.trials", word="pardoned")
    ):
        match(game.asked[0], "margaret: pardon")
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s10_tower.trials", word="nobles")
    ):
        match(game.asked[0], "oxford: execute")


@pytest.mark.parametrize(("value", "trials"), [(2, 0), (3, 1), (5, 3), (7, 5)])
def test_c21_at_most_the_initiative_value_minus_two(value: int, trials: int) -> None:
    answers = [
        "audley: pardon",
        "ferrers: pardon",
        "oxford: pardon",
        "margaret: execute",
        "clifford: execute",
    ]
    game = run(prison(value), *answers[:trials], dice=(1,) * trials)
    assert len(game.asked) == trials
    assert len(game.state.nobles) == 68


def test_c21_whichever_side_had_the_initiative() -> None:
    state = prison(4)
    state.initiative = "lancaster"
    game = run(state, "none")
    assert game.asked[0].side == "york"


def test_10_0_a_noble_is_tried_only_once_a_turn() -> None:
    game = run(prison(), "audley: pardon", "none", dice=(4,))
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s10_tower.bar_others", word="once")
    ):
        match(game.asked[1], "audley: execute")


@pytest.mark.parametrize(("die", "free"), [(4, False), (5, True), (6, True)])
def test_10_0_a_pardon_needs_5_or_6(die: int, free: bool) -> None:
    state = prison(3)
    run(state, "audley: pardon", dice=(die,))
    assert where(state, "audley") == (("covert", "york") if free else ("tower", "lancaster"))
    assert not state.nobles["audley"].back


@pytest.mark.parametrize(
    ("noble", "die", "dead"),
    [("audley", 2, False), ("audley", 3, True), ("margaret", 4, False), ("margaret", 5, True)],
)
def test_10_0_an_execution_needs_more_than_his_stars_after_subtracting_one(
    noble: str, die: int, dead: bool
) -> None:
    state = prison(3)
    run(state, f"{noble}: execute", dice=(die,))
    assert (state.nobles[noble].at != "tower") == dead


def test_c14_executed_face_up_he_is_flipped_into_his_owners_box() -> None:
    state = prison(4)
    run(state, "margaret: execute", "audley: execute", dice=(6, 6))
    assert where(state, "margaret") == ("covert", "lancaster")
    assert where(state, "audley") == ("covert", "york")
    assert state.nobles["margaret"].back
    assert state.nobles["audley"].back


def test_10_0_executed_face_down_he_is_gone() -> None:
    state = prison(3)
    run(state, "clifford: execute", dice=(6,))
    assert where(state, "clifford") == ("out", "")


@pytest.mark.parametrize("back", [True, False])
def test_c22_two_vp_for_an_enemy_3_star_noble_henry_in_either_state(back: bool) -> None:
    state = prison(3)
    put(state, "henry_vi", "tower", "lancaster", back=back)
    run(state, "henry_vi: execute", dice=(6,))
    assert state.lead == -2
    assert where(state, "henry_vi") == ("out", "")


def test_c22_lancaster_gains_them_too_and_a_back_side_counts() -> None:
    state = empty("tower", value=3)
    put(state, "margaret", "london", "lancaster")
    state.control["london"] = "lancaster"
    put(state, "march", "tower", "york", back=True)
    run(state, "march: execute", dice=(5,))
    assert state.lead == 2
    assert where(state, "march") == ("out", "")


def test_c22_prisoners_stay_when_london_changes_hands() -> None:
    state = prison()
    put(state, "york", "wales", "york")
    del state.control["london"]
    assert kinds(run(state)) == []
    assert where(state, "margaret") == ("tower", "lancaster")
    put(state, "somerset", "london", "lancaster")
    state.control["london"] = "lancaster"
    game = run(state, "none")
    assert "margaret: pardon" in lines(game.asked[0])


def test_10_0_henry_pardoned_is_infirm_in_the_covert_box() -> None:
    state = empty("tower", value=3)
    put(state, "margaret", "london", "lancaster")
    state.control["london"] = "lancaster"
    put(state, "henry_vi", "tower", "lancaster", back=True)
    run(state, "henry_vi: pardon", dice=(5,))
    assert where(state, "henry_vi") == ("covert", "lancaster")
    assert state.nobles["henry_vi"].back
