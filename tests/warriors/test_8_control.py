"""8.0 Control; the rulebook's example is in `test_examples.py`."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s6_campaigns import march
from pbem.games.warriors.s7_5_flight import flight
from pbem.games.warriors.s8_control import control, london_falls
from pbem.games.warriors.s14_henry_vi import henry_vi
from pbem.games.warriors.state import State
from tests.says import worded
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, kinds, lines, put


def run(state: State, *answers: str, dice: tuple[int, ...] = ()) -> Scripted:
    game = Scripted(state, answers, dice)
    game.run(control)
    return game


async def fall(table: object) -> None:
    """`london_falls` as a rule that `Scripted` can run."""
    london_falls(table)  # type: ignore[arg-type]


def after_the_battle() -> State:
    """7.7 Warwick and Hastings keep the North Midlands, Talbot has fled to the West."""
    state = empty("control")
    put(state, "warwick", "north_midlands", "york", 3)
    put(state, "hastings", "north_midlands", "york", 1, back=True)
    put(state, "talbot", "west_midlands", "lancaster", disgraced=True)
    state.control["north_midlands"] = "lancaster"
    return state


@pytest.mark.parametrize(("die", "holder"), [(2, "york"), (3, "")])
def test_8_4_equal_to_the_rank_succeeds_and_8_5_failure_leaves_it_uncontrolled(
    die: int, holder: str
) -> None:
    state = after_the_battle()
    run(state, "attempt north_midlands", dice=(die,))
    assert state.control.get("north_midlands", "") == holder


def test_c17_attempts_are_voluntary_and_one_a_region() -> None:
    state = after_the_battle()
    run(state, "none")
    assert state.control["north_midlands"] == "lancaster"
    put(state, "ferrers", "ireland", "york")
    put(state, "talbot", "covert", "lancaster")
    game = run(state, "attempt all", dice=(6, 6))
    assert lines(game.asked[0]) == [
        "attempt all",
        "attempt north_midlands",
        "attempt ireland",
        "none",
    ]


def test_c17_no_attempt_where_one_controls_already() -> None:
    state = after_the_battle()
    state.control["north_midlands"] = "york"
    assert kinds(run(state)) == []
    put(state, "ferrers", "ireland", "york")
    put(state, "talbot", "covert", "lancaster")
    game = run(state, "none")
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s8_control.why_not", word="already")
    ):
        match(game.asked[0], "attempt north_midlands")


def test_8_6_control_stays_when_the_nobles_have_left() -> None:
    state = empty("control")
    state.control["wales"] = "york"
    run(state)
    assert state.control == {"wales": "york"}


def test_c18_a_noble_at_home_succeeds_without_a_roll_whomever_he_serves() -> None:
    state = empty("control")
    put(state, "hastings", "north_midlands", "lancaster")
    state.control["north_midlands"] = "york"
    game = run(state)
    assert game.rolled == []
    assert state.control["north_midlands"] == "lancaster"


def test_c18_home_is_that_of_the_side_now_up() -> None:
    state = empty("control")
    put(state, "salisbury", "northeast", "york")
    game = run(state, "none")
    assert lines(game.asked[0]) == ["attempt northeast", "none"]
    put(state, "salisbury", "northeast", "york", back=True)
    run(state)
    assert state.control["northeast"] == "york"


def test_c10_the_disgraced_do_not_count_even_at_home_but_others_beside_them_do() -> None:
    state = empty("control")
    put(state, "percy", "northeast", "lancaster", disgraced=True)
    assert kinds(run(state)) == []
    put(state, "percy", "northeast", "lancaster", disgraced=True)
    put(state, "dacre", "northeast", "lancaster")
    game = run(state, "attempt northeast", dice=(2,))
    assert game.asked[0].options[0].note == "needs 1; uncontrolled"
    assert "northeast" not in state.control


def test_c10_a_disgraced_3_star_noble_keeps_london_but_cannot_win_it() -> None:
    state = empty("control")
    put(state, "margaret", "london", "lancaster", disgraced=True)
    run(state)
    assert "london" not in state.control
    put(state, "margaret", "london", "lancaster", disgraced=True)
    state.control["london"] = "lancaster"
    Scripted(state).run(fall)
    assert state.control["london"] == "lancaster"


def test_c16_aggressors_go_first_and_disgrace_last() -> None:
    state = after_the_battle()
    state.aggressor["wales"] = "york"
    run(state, "none")
    assert state.aggressor == {}
    assert not state.nobles["talbot"].disgraced


def test_8_7_only_a_3_star_noble_gains_london_and_needs_no_roll() -> None:
    state = empty("control")
    put(state, "warwick", "london", "york")
    put(state, "ferrers", "ireland", "york")
    game = run(state, "none")
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s8_control.why_not", word="star")
    ):
        match(asked(game, "control")[0], "attempt london")
    assert "london" not in state.control
    put(state, "york", "london", "york")
    assert run(state, "none").rolled == []
    assert state.control["london"] == "york"


def test_c9_the_infirm_henry_gains_neither_london_nor_a_region() -> None:
    state = empty("control")
    put(state, "henry_vi", "london", "lancaster", back=True)
    run(state)
    assert "london" not in state.control
    state.nobles["henry_vi"].at = "east"
    assert kinds(run(state)) == []
    put(state, "dacre", "east", "lancaster")
    game = run(state, "none")
    assert game.asked[0].options[0].note == "needs 1; uncontrolled"


def test_c19_london_is_lost_when_the_last_3_star_noble_moves_out() -> None:
    state = empty()
    put(state, "margaret", "london", "lancaster")
    put(state, "somerset", "london", "lancaster")
    state.control["london"] = "lancaster"

    async def leaves(table: object, id: str) -> None:
        march(table, "lancaster", [id], "east")  # type: ignore[arg-type]

    Scripted(state).run(leaves, "margaret")
    assert state.control["london"] == "lancaster"
    Scripted(state).run(leaves, "somerset")
    assert "london" not in state.control
    put(state, "margaret", "london", "lancaster")
    assert "london" not in state.control


def test_c19_london_is_lost_when_henry_as_the_last_falls_infirm() -> None:
    state = empty("henry_vi")
    put(state, "henry_vi", "london", "lancaster")
    state.control["london"] = "lancaster"
    Scripted(state, dice=[3]).run(henry_vi)
    assert state.control["london"] == "lancaster"
    Scripted(state, dice=[2]).run(henry_vi)
    assert "london" not in state.control


def test_c19_the_enemys_presence_alone_takes_nothing_away() -> None:
    state = empty()
    put(state, "margaret", "london", "lancaster")
    put(state, "york", "london", "york")
    state.control["london"] = "lancaster"
    Scripted(state).run(fall)
    assert state.control["london"] == "lancaster"


def test_c19_without_a_holder_there_is_no_tower_by_flight() -> None:
    state = empty("battle")
    put(state, "ferrers", "yorkshire", "york")
    engaged(state, "yorkshire", york="ferrers", lancaster="clifford")
    Scripted(state, dice=[5]).run(flight, "ferrers", "york")
    assert state.nobles["ferrers"].at == "covert"


def test_8_9_foreign_areas_need_no_attempt() -> None:
    state = empty("control")
    put(state, "margaret", "france", "lancaster")
    assert kinds(run(state)) == []
