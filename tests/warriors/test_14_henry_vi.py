"""14.0 Henry VI."""

from __future__ import annotations

import pytest

from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.s7_2_intrigue import chance
from pbem.games.warriors.s14_henry_vi import henry_vi
from tests.scripted import Scripted
from tests.warriors.field import empty, engaged, put


@pytest.mark.parametrize(("die", "changed"), [(1, True), (2, True), (3, False), (6, False)])
@pytest.mark.parametrize("back", [True, False])
def test_14_0_on_1_or_2_his_status_changes(die: int, changed: bool, back: bool) -> None:
    state = empty("henry_vi")
    put(state, "henry_vi", "east", "lancaster", back=back)
    Scripted(state, dice=[die]).run(henry_vi)
    assert state.nobles["henry_vi"].back == (back != changed)


@pytest.mark.parametrize("at", ["covert", "france", "london"])
def test_c43_he_rolls_in_a_covert_box_and_in_exile_too(at: str) -> None:
    state = empty("henry_vi")
    put(state, "henry_vi", at, "lancaster")
    Scripted(state, dice=[1]).run(henry_vi)
    assert state.nobles["henry_vi"].back


@pytest.mark.parametrize("at", ["tower", "out"])
def test_c43_not_in_the_tower_nor_when_he_is_dead(at: str) -> None:
    state = empty("henry_vi")
    put(state, "henry_vi", at, "lancaster", back=True)
    game = Scripted(state)
    game.run(henry_vi)
    assert game.rolled == []


def test_c43_he_cannot_be_turned() -> None:
    state = empty("battle")
    put(state, "henry_vi", "east", "lancaster", back=True)
    put(state, "march", "east", "york")
    engaged(state, "east", york="march", lancaster="henry_vi")
    assert chance(state, "york", "henry_vi") < 1


def test_c9_his_stars_are_kept_for_the_troop_limit_and_void_elsewhere() -> None:
    state = empty()
    put(state, "henry_vi", "east", "lancaster", 6, back=True)
    assert nobles.stars(state, "henry_vi") == 3
    assert nobles.capacity(state, "henry_vi") == 6
    assert nobles.rank(state, "henry_vi") == 0
    state.nobles["henry_vi"].back = False
    assert nobles.rank(state, "henry_vi") == 3
