"""16.4.8 Recovery."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_8_recovery import levels, modifier, recovery
from tests.plantagenet_1450.field import LEEDS, TOWTON, empty, put, run


@pytest.mark.parametrize(("die", "left"), [(1, 3), (2, 2), (4, 2), (5, 1), (6, 1)])
def test_16_4_8_every_tired_leader_rolls_on_the_recovery_table(die: int, left: int) -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york", fatigue=3)
    put(state, "clifford", "1928")
    game = run(recovery, state, [], [die])
    assert state.leaders["warwick"].fatigue == left
    assert len(game.rolled) == 1


@pytest.mark.parametrize(
    ("control", "foe", "added"),
    [
        ({}, False, 0),
        ({"york": "york"}, False, 1),
        ({"york": "lancaster"}, False, -1),
        ({}, True, -1),
        ({"york": "lancaster"}, True, -1),
        ({"york": "york"}, True, 0),
    ],
)
def test_c97_friendly_ground_helps_the_enemy_hinders_once(
    control: dict[str, str], foe: bool, added: int
) -> None:
    state = empty(**control)
    put(state, "warwick", LEEDS, side="york", fatigue=1)
    if foe:
        put(state, "clifford", TOWTON)
    assert modifier(state, "warwick") == added


def test_16_4_8_a_captive_enemy_does_not_hinder() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york", fatigue=1)
    put(state, "clifford", TOWTON, status="captive")
    assert modifier(state, "warwick") == 0


def test_16_4_8_leaders_abroad_recover_all() -> None:
    state = empty()
    put(state, "warwick", "foreign:france", side="york", fatigue=4)
    assert not run(recovery, state).rolled
    assert state.leaders["warwick"].fatigue == 0


def test_16_4_8_nobody_recovers_more_than_he_has() -> None:
    state = empty(york="york")
    put(state, "warwick", LEEDS, side="york", fatigue=1)
    run(recovery, state, [], [6])
    assert levels(7) == 4
    assert state.leaders["warwick"].fatigue == 0
