"""7.2 Intrigue."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s7_2_intrigue import chance, intrigue
from pbem.games.warriors.state import State
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, kinds, lines, put


def camps() -> State:
    """York with Dudley against Margaret with Clifford, Oxford and a turned Ferrers."""
    state = empty("battle")
    put(state, "york", "yorkshire", "york", 4)
    put(state, "dudley", "yorkshire", "york", 2)
    put(state, "margaret", "yorkshire", "lancaster", 4)
    put(state, "clifford", "yorkshire", "lancaster", 2)
    put(state, "oxford", "yorkshire", "lancaster", 2)
    put(state, "ferrers", "yorkshire", "lancaster", 1)
    engaged(state, "yorkshire", york="york", lancaster="margaret")
    return state


@pytest.mark.parametrize(
    ("target", "highest"), [("oxford", 1), ("clifford", 1), ("ferrers", 2), ("margaret", -1)]
)
def test_c8_the_difference_in_stars_less_one_for_the_enemys_own_colour(
    target: str, highest: int
) -> None:
    assert chance(camps(), "york", target) == highest


def test_c8_one_attempt_a_side_the_non_aggressor_first() -> None:
    game = Scripted(camps(), ["intrigue dudley", "intrigue ferrers"], [3, 3])
    game.run(intrigue)
    assert [request.side for request in asked(game, "intrigue")] == ["lancaster", "york"]
    assert game.state.nobles["dudley"].side == "york"
    assert game.state.nobles["ferrers"].side == "lancaster"


def test_7_2_a_success_brings_him_over_with_his_troops() -> None:
    game = Scripted(camps(), ["intrigue dudley", "intrigue ferrers"], [2, 2])
    state = game.state
    game.run(intrigue)
    assert (state.nobles["dudley"].side, state.nobles["dudley"].troops) == ("lancaster", 2)
    assert (state.nobles["ferrers"].side, state.nobles["ferrers"].troops) == ("york", 1)


def test_c8_the_second_side_may_aim_at_him_who_has_just_turned() -> None:
    game = Scripted(camps(), ["intrigue dudley", "intrigue dudley"], [1, 2])
    game.run(intrigue)
    assert game.state.nobles["dudley"].side == "york"


def test_c8_an_attempt_that_cannot_succeed_is_not_offered() -> None:
    game = Scripted(camps(), ["no", "no"])
    game.run(intrigue)
    offered = asked(game, "intrigue")[1]
    assert lines(offered) == [
        "no",
        "intrigue ferrers",
        "intrigue oxford",
        "intrigue clifford",
    ]
    with pytest.raises(IllegalOrder, match=r"too few stars"):
        match(offered, "intrigue margaret")


def test_7_2_4_a_commander_who_turns_is_replaced_by_choice() -> None:
    state = empty("battle")
    put(state, "york", "wales", "york")
    put(state, "dudley", "wales", "lancaster")
    put(state, "powis", "wales", "lancaster")
    put(state, "dinefwr", "wales", "lancaster")
    engaged(state, "wales", york="york", lancaster="dudley")
    game = Scripted(state, ["intrigue dudley", "powis: command"], [2])
    game.run(intrigue)
    assert kinds(game) == ["intrigue", "intrigue", "commander"]
    assert state.battle is not None
    assert state.battle.commanders == {"york": "york", "lancaster": "powis"}
