"""11.1, C117, C118 Where in an area a leader is set down."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s11_1_stacks import set_down, stations
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from tests.plantagenet_1450.field import PONTEFRACT, empty, put

CALAIS = "2531"


def test_c118_he_stands_at_the_anchor_or_in_the_nearest_hex_that_is_open() -> None:
    state = empty()
    put(state, "warwick", "foreign:france", side="york")
    set_down(state, "warwick", "norfolk")
    assert state.leaders["warwick"].at == anchor("norfolk")
    put(state, "exeter", anchor("leicester"))
    set_down(state, "warwick", "leicester")
    there = state.leaders["warwick"].at
    assert there != anchor("leicester")
    assert facts().hexes[there].area == "leicester"
    assert there in facts().beside[anchor("leicester")]


def test_c118_another_hex_may_be_named() -> None:
    state = empty()
    put(state, "warwick", "foreign:france", side="york")
    other = stations(state, "york", "norfolk")[1]
    set_down(state, "warwick", "norfolk", (other,))
    assert state.leaders["warwick"].at == other


def test_c117_not_into_an_enemy_fortification() -> None:
    state = empty(york="lancaster")
    assert PONTEFRACT not in stations(state, "york", "york_west")
    assert PONTEFRACT in stations(state, "lancaster", "york_west")


def test_c117_an_area_of_one_hex_may_always_be_entered() -> None:
    state = empty(calais="lancaster")
    put(state, "exeter", CALAIS)
    assert stations(state, "york", "calais") == [CALAIS]


def test_11_1_those_whom_he_carries_come_with_him() -> None:
    state = empty()
    put(state, "warwick", "foreign:france", side="york")
    put(state, "fauconberg", "foreign:france", carrier="warwick")
    set_down(state, "warwick", "norfolk")
    assert state.leaders["fauconberg"].at == state.leaders["warwick"].at
