"""16.4.6.7 The Battle Board: columns and shifts."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.s16_4_6_7_deployment import (
    deploy_forces,
    leadership,
    shift_classes,
    terrain,
)
from pbem.games.plantagenet_1450.state import Battle, Modifier, State
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    YORK,
    columns,
    empty,
    fight,
    line_up,
    put,
    run,
)


def drawn_up(attackers: str, defenders: str, at: str = TOWTON, origin: str = LEEDS) -> Battle:
    state = empty()
    put(state, "warwick", origin, attackers, side="york")
    put(state, "clifford", at, defenders)
    fight(state, at)
    run(deploy_forces, state)
    assert state.battle is not None
    return state.battle


def test_16_4_6_7_units_stand_in_the_column_of_their_morale() -> None:
    battle = drawn_up("1 longbowmen 1 billmen", "1 longbowmen 1 spears")
    assert columns(battle, "york") == [3, 4]
    assert columns(battle, "lancaster") == [3, 4]


def test_16_4_6_7_c79_attacking_foot_without_a_polearm_against_it_gains_a_column() -> None:
    battle = drawn_up("1 knights 1 men_at_arms own 1 men_at_arms", "1 billmen 1 longbowmen")
    assert columns(battle, "york") == [5, 6, 7]


def test_16_4_6_7_attacking_spears_without_pikemen_against_them_gain_a_column() -> None:
    battle = drawn_up("2 spears", "1 pikemen")
    assert columns(battle, "york") == [4, 5]


def test_16_4_6_7_defending_polearms_without_foot_against_them_gain_a_column() -> None:
    battle = drawn_up("1 men_at_arms", "3 billmen")
    assert columns(battle, "lancaster") == [4, 5, 5]
    assert columns(battle, "york") == [5]


def test_16_4_6_7_defending_pikemen_without_spears_against_them_gain_a_column() -> None:
    battle = drawn_up("1 longbowmen", "2 pikemen")
    assert columns(battle, "lancaster") == [6, 6]


def test_c77_the_best_units_gain_first() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", TOWTON)
    battle = fight(state)
    knight, man = line_up(battle, "york", "warwick", knights=6, men_at_arms=5)
    line_up(battle, "lancaster", "clifford", billmen=4)
    shift_classes(battle, "york")
    assert (knight.column, man.column) == (7, 5)


def committed(york: str = "", lancaster: str = "") -> State:
    state = empty()
    put(state, "edward_march", LEEDS, "1 longbowmen")
    put(state, "fauconberg", LEEDS, side="york")
    put(state, "clifford", TOWTON, "1 longbowmen")
    battle = fight(state)
    battle.committed = {side: id for side, id in (("york", york), ("lancaster", lancaster)) if id}
    return state


@pytest.mark.parametrize(
    ("york", "lancaster", "shift"),
    [
        ("edward_march", "clifford", 2),
        ("fauconberg", "", 3),
        ("", "clifford", -2),
        ("", "", 0),
    ],
)
def test_c78_the_attacker_moves_by_the_difference_of_committed_leaders(
    york: str, lancaster: str, shift: int
) -> None:
    state = committed(york, lancaster)
    assert leadership(state, "york") == shift
    assert leadership(state, "lancaster") == 0
    run(deploy_forces, state)
    assert state.battle is not None
    assert columns(state.battle, "york") == [3 + shift]
    assert columns(state.battle, "lancaster") == [3]


def test_6_5_a_card_takes_the_committed_leaders_tactics_but_not_below_none() -> None:
    state = committed("edward_march", "clifford")
    assert state.battle is not None
    state.battle.modifiers.append(Modifier("committed_tactical", "york", -9))
    assert leadership(state, "york") == -2


@pytest.mark.parametrize(
    ("at", "origin", "shift"),
    [
        (TOWTON, LEEDS, 0),
        ("0907", "0906", 1),
        ("1202", "1302", 2),
        (PONTEFRACT, LEEDS, 1),
        (YORK, TOWTON, 1),
    ],
    ids=["clear", "woods", "mountain", "river", "river at a bridge"],
)
def test_16_4_6_7_terrain_shifts_the_defender(at: str, origin: str, shift: int) -> None:
    battle = drawn_up("1 longbowmen", "1 longbowmen", at, origin)
    assert columns(battle, "lancaster") == [3 + shift]
    assert columns(battle, "york") == [3]


def test_c80_a_river_counts_only_if_all_attack_across_it() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 longbowmen", side="york")
    put(state, "clifford", PONTEFRACT, "1 longbowmen")
    battle = fight(state, PONTEFRACT)
    assert terrain(state, "lancaster") == 1
    battle.origins.append("1414")
    assert terrain(state, "lancaster") == 0


def test_c175_cards_count_on_top_of_two_columns() -> None:
    state = empty()
    put(state, "warwick", "1302", "1 longbowmen", side="york")
    put(state, "clifford", "1202", "1 longbowmen")
    battle = fight(state, "1202")
    battle.modifiers.append(Modifier("terrain_shift", "lancaster", 1))
    assert terrain(state, "lancaster") == 3


@pytest.mark.parametrize(("fatigue", "column"), [(0, 3), (1, 3), (2, 3), (3, 2), (4, 1)])
def test_16_4_6_7_c77_c208_fatigue_shifts_each_unit_by_its_own_leaders_marker(
    fatigue: int, column: int
) -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 longbowmen", side="york", fatigue=fatigue)
    put(state, "norfolk", LEEDS, "1 longbowmen", side="york")
    put(state, "clifford", TOWTON, "1 longbowmen")
    fight(state)
    run(deploy_forces, state)
    assert state.battle is not None
    assert columns(state.battle, "york") == sorted([column, 3])


def test_16_4_6_7_no_unit_stands_above_8_or_below_0() -> None:
    state = empty()
    put(state, "edward_march", LEEDS, "2 knights")
    put(state, "clifford", TOWTON, "1 longbowmen", fatigue=4)
    battle = fight(state)
    battle.committed = {"york": "edward_march"}
    battle.levies = {"lancaster": 1}
    battle.modifiers.append(Modifier("battle_shift", "lancaster", -2))
    run(deploy_forces, state)
    assert columns(battle, "york") == [8, 8]
    assert columns(battle, "lancaster") == [0, 0]
