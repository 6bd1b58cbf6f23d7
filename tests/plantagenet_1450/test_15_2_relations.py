"""15.2, 15.4 Relations with foreign territories move up and down their tracks."""

from __future__ import annotations

from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.s15_2_relations import improve, worsen
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import empty
from tests.scripted import Scripted


def friends(**levels: int) -> State:
    state = empty()
    for territory, known in levels.items():
        state.relations[territory] = Relations("lancaster", known)
    return state


def test_15_2_relations_rise_from_none_to_allied_and_no_farther() -> None:
    state = friends()
    table = Scripted(state).table
    assert [improve(table, "lancaster", "scotland", "15.2") for _ in range(4)] == [True] * 3 + [
        False
    ]
    assert level(state, "lancaster", "scotland") == 3


def test_15_2_relations_fall_until_there_are_none() -> None:
    state = friends(scotland=1)
    table = Scripted(state).table
    assert worsen(table, "lancaster", "scotland", "15.2")
    assert "scotland" not in state.relations
    assert not worsen(table, "lancaster", "scotland", "15.2")


def test_c205_nobody_rises_where_the_enemy_has_relations() -> None:
    state = friends(ireland=1)
    assert not improve(Scripted(state).table, "york", "ireland", "15.2")
    assert level(state, "lancaster", "ireland") == 1


def test_15_4_what_is_gained_in_france_is_lost_in_burgundy() -> None:
    state = friends(burgundy=2)
    improve(Scripted(state).table, "lancaster", "france", "15.2")
    assert (level(state, "lancaster", "france"), level(state, "lancaster", "burgundy")) == (1, 1)


def test_15_4_a_decrease_gives_nothing_elsewhere() -> None:
    state = friends(burgundy=2, france=1)
    worsen(Scripted(state).table, "lancaster", "burgundy", "15.2")
    assert level(state, "lancaster", "france") == 1


def test_c204_the_rival_falls_only_by_what_was_gained() -> None:
    state = friends(burgundy=2, france=3)
    assert not improve(Scripted(state).table, "lancaster", "france", "15.2")
    assert level(state, "lancaster", "burgundy") == 2


def test_c53_after_the_second_treaty_of_arras_nothing_is_lost() -> None:
    state = friends(burgundy=2)
    state.flags["treaty_of_arras"] = ""
    improve(Scripted(state).table, "lancaster", "france", "15.2")
    assert level(state, "lancaster", "burgundy") == 2
