"""7.1 Commanders."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s7_1_commanders import choose_commander, choose_commanders
from pbem.games.warriors.s7_2_intrigue import chance, intrigue
from pbem.games.warriors.state import State
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, lines, put


def london() -> State:
    """Henry, infirm, and Margaret against York and Warwick."""
    state = empty("battle")
    put(state, "henry_vi", "london", "lancaster", 2, back=True)
    put(state, "margaret", "london", "lancaster", 1)
    put(state, "buckingham", "london", "lancaster", 1)
    put(state, "york", "london", "york", 4)
    put(state, "warwick", "london", "york", 4)
    engaged(state, "london")
    return state


def test_7_1_one_of_the_highest_rank_commands_the_non_initiative_player_chooses_first() -> None:
    game = Scripted(london(), ["margaret: command"])
    game.run(choose_commanders)
    first, second = game.asked
    assert (first.side, second.side) == ("lancaster", "york")
    assert lines(first) == ["margaret: command", "henry_vi: command"]
    assert lines(second) == ["york: command"]
    with pytest.raises(IllegalOrder, match=r"higher rank"):
        match(first, "buckingham: command")


def test_c7_the_commander_stays_though_a_higher_noble_joins_by_intrigue() -> None:
    state = empty("battle")
    put(state, "march", "wales", "york")
    put(state, "clarence", "wales", "lancaster")
    put(state, "dudley", "wales", "lancaster")
    engaged(state, "wales", york="march", lancaster="clarence")
    game = Scripted(state, ["intrigue clarence"], [1])
    game.run(intrigue)
    assert state.nobles["clarence"].side == "york"
    fought = state.battle
    assert fought is not None
    assert fought.commanders == {"york": "march", "lancaster": "dudley"}
    assert not asked(game, "commander")[1:]


def test_c7_a_new_commander_is_again_of_the_highest_rank_left() -> None:
    state = london()
    assert state.battle is not None
    state.nobles["henry_vi"].at = state.nobles["margaret"].at = "east"
    put(state, "dudley", "london", "lancaster")
    game = Scripted(state)
    game.run(choose_commander, "lancaster")
    assert state.battle.commanders["lancaster"] == "buckingham"


def test_c9_an_infirm_henry_may_command_but_then_his_side_has_no_intrigue() -> None:
    state = london()
    put(state, "dudley", "london", "york")
    assert state.battle is not None
    state.battle.commanders = {"lancaster": "henry_vi", "york": "york"}
    assert chance(state, "lancaster", "dudley") == 0
    state.battle.commanders["lancaster"] = "margaret"
    assert chance(state, "lancaster", "dudley") == 2
