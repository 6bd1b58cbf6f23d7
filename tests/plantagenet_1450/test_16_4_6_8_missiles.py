"""16.4.6.8 Missile fire."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.board_trays import trays
from pbem.games.plantagenet_1450.s16_4_6_8_missiles import missile_fire
from pbem.games.plantagenet_1450.s16_4_6_9_melee import after_check
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, Modifier, State
from tests.plantagenet_1450.field import (
    LEEDS,
    TOWTON,
    columns,
    deal,
    empty,
    fight,
    line_up,
    put,
    run,
)
from tests.scripted import Scripted


def field() -> tuple[State, Battle]:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", TOWTON)
    return state, fight(state)


def test_16_4_6_8_the_defender_fires_first() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", longbowmen=3)
    game = run(missile_fire, state, [], [1, 1])
    assert [label for label, _ in game.rolled] == [
        "shot lancaster longbowmen",
        "shot york longbowmen",
    ]


@pytest.mark.parametrize(("die", "hit"), [(3, False), (4, True)])
def test_16_4_6_8_a_hit_needs_the_missile_rating(die: int, hit: bool) -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", billmen=4)
    run(missile_fire, state, [], [die, 1] if hit else [die])
    assert columns(battle, "lancaster") == [3 if hit else 4]


@pytest.mark.parametrize(
    ("shot", "check", "column"),
    [(4, 4, 3), (6, 2, 3), (6, 3, WAVERING), (4, 6, WAVERING), (6, 5, ELIMINATED)],
)
def test_16_4_6_8_the_morale_check_adds_what_the_shot_exceeded(
    shot: int, check: int, column: int
) -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", billmen=4)
    run(missile_fire, state, [], [shot, check])
    assert columns(battle, "lancaster") == [column]


@pytest.mark.parametrize(
    ("column", "result", "after"),
    [
        (4, 4, 3),
        (4, 5, WAVERING),
        (4, 6, WAVERING),
        (4, 7, ELIMINATED),
        (0, 0, WAVERING),
        (WAVERING, 0, WAVERING),
        (WAVERING, 2, WAVERING),
        (WAVERING, 3, ELIMINATED),
    ],
)
def test_c220_what_becomes_of_a_unit(column: int, result: int, after: int) -> None:
    assert after_check(column, result) == after


def test_16_4_6_8_the_most_numerous_type_is_hit_in_its_highest_column() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    low, high, knight = line_up(battle, "lancaster", "clifford", billmen=3, billmen2=5, knights=6)
    run(missile_fire, state, [], [4, 1])
    assert (low.column, high.column, knight.column) == (3, 4, 6)


def test_c172_on_a_tie_longbowmen_before_knights_before_men_at_arms() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    some = line_up(battle, "lancaster", "clifford", men_at_arms=5, knights=6, billmen=4)
    game = run(missile_fire, state, [], [4, 1])
    assert [one.column for one in some] == [5, 5, 4]
    assert [request.kind for request in game.passed] == ["missile_target"]


def test_c172_the_firers_standing_order_decides_a_tie() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    some = line_up(battle, "lancaster", "clifford", men_at_arms=5, knights=6, billmen=4)
    game = Scripted(state, [], [4, 1])
    game.at_moment = lambda request: "shoot billmen"
    game.run(missile_fire)
    assert [one.column for one in some] == [5, 6, 3]


def test_16_4_6_8_the_enemys_units_in_columns_can_be_chosen_before_the_melee() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", billmen=4, knights=WAVERING)

    def chosen(reader: str) -> set[str]:
        boards = (tray for tray in trays(state, reader, {}) if tray.is_battle)
        tokens = (token for board in boards for token in board.tokens if token.kind == "chit")
        return {token.piece for token in tokens if token.piece}

    assert chosen("york") == {"billmen"}
    assert chosen("lancaster") == {"longbowmen"}
    assert chosen("public") == set()
    battle.round = 1
    assert chosen("york") == set()


def test_c81_a_unit_hit_before_its_turn_does_not_fire() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", longbowmen=3)
    game = run(missile_fire, state, [], [4, 4])
    assert columns(battle, "york") == [WAVERING]
    assert len(game.rolled) == 2


def test_c81_units_that_waver_are_no_target() -> None:
    state, battle = field()
    line_up(battle, "york", "warwick", longbowmen=3, longbowmen2=3)
    line_up(battle, "lancaster", "clifford", billmen=4)
    game = run(missile_fire, state, [], [4, 5])
    assert columns(battle, "lancaster") == [WAVERING]
    assert len(game.rolled) == 2


def test_6_5_snow_and_wind_change_both_sides_dice() -> None:
    state, battle = field()
    deal(state, "york", "L48")
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", longbowmen=4)
    run(missile_fire, state, ["play l48"], [4, 3, 1])
    assert columns(battle, "york") == [3]
    assert columns(battle, "lancaster") == [3]


def test_6_5_guns_fire_before_bows() -> None:
    state, battle = field()
    battle.shots = {"york": [4, 4]}
    line_up(battle, "york", "warwick", billmen=4)
    line_up(battle, "lancaster", "clifford", longbowmen=3)
    game = run(missile_fire, state, [], [1, 3, 1])
    assert [label for label, _ in game.rolled] == [
        "shot york guns",
        "shot york guns 2",
        "shot lancaster longbowmen",
    ]


def test_c220_fog_stops_all_missiles_guns_too() -> None:
    state, battle = field()
    deal(state, "lancaster", "Y48")
    battle.shots = {"york": [4]}
    line_up(battle, "york", "warwick", longbowmen=3)
    line_up(battle, "lancaster", "clifford", longbowmen=3)
    run(missile_fire, state, ["play y48"])
    assert Modifier("crt_die", "york", -1, 1) in battle.modifiers
