"""1.3.1 Ports and Seas that an Enemy card closes (C46). What it stops: tests of Y15 in cards/test_ships.py."""

from __future__ import annotations

from pbem.games.plantagenet import s1_3_1_blockade as rule
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import give
from tests.plantagenet.field import empty, put


def closed() -> State:
    state = empty()
    put(state, "warwick_y", "lynn")
    put(state, "york", "scarborough")
    put(state, "henry_vi", "newcastle")
    give(state, "warwick_y", "Y15")
    return state


def test_c46_only_the_enemies_of_the_blockading_lord_are_hindered() -> None:
    state = closed()
    assert rule.closed_seas(state, "henry_vi") == ["north_sea"]
    assert rule.closed_seas(state, "york") == []


def test_c46_exile_boxes_and_open_sea_are_free() -> None:
    state = closed()
    assert rule.uses_closed_port(state, "henry_vi", "scotland", "newcastle")
    assert not rule.uses_closed_port(state, "henry_vi", "scotland", "north_sea")
    assert not rule.uses_closed_port(state, "henry_vi", "north_sea", "english_channel")
    assert not rule.uses_closed_port(state, "henry_vi", "bristol", "york")
