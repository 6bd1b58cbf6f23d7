"""7.1.1-2, 9.1, 9.2.3 The turn marker and the Treasury; 7.2 the order of plays."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s7_1_maintenance as maintenance
from pbem.games.plantagenet_1450 import s7_2_impulses as impulses
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s10_leaders import subject
from tests.plantagenet_1450.field import run
from tests.plantagenet_1450.realm import realm
from tests.says import sentence


def test_7_1_1_the_turn_is_told_with_its_years_and_heirs_come_of_age() -> None:
    state = realm()
    game = run(maintenance.turn_marker, state)
    assert game.story == [
        "Turn 3: 1460-1464.",
        sentence(
            "games.plantagenet_1450.s7_1_maintenance.turn_marker",
            subject("edward_march"),
            word="comes",
        ),
    ]


def test_7_1_1_who_has_died_comes_of_age_no_more() -> None:
    state = realm()
    state.leaders["edward_march"].status = "dead"
    assert run(maintenance.turn_marker, state).story == ["Turn 3: 1460-1464."]


def test_9_1_an_area_brings_a_point_york_one_and_calais_six() -> None:
    state = realm(calais="lancaster", york="lancaster", kent="york", essex="york", sussex="york")
    run(maintenance.treasury, state)
    assert state.treasury == {"lancaster": 7, "york": 3}


def test_9_2_3_what_is_left_of_a_treasury_is_lost() -> None:
    state = realm(kent="york")
    state.treasury = {"lancaster": 9, "york": 9}
    run(maintenance.treasury, state)
    assert state.treasury == {"lancaster": 0, "york": 1}


def test_7_1_2_foreign_territories_bring_nothing() -> None:
    state = realm()
    assert not set(facts().territories) & set(facts().groups)
    run(maintenance.treasury, state)
    assert state.treasury == {"lancaster": 0, "york": 0}


def test_7_2_c18_in_each_of_five_impulses_lancaster_plays_then_york() -> None:
    state = realm()
    run(impulses.begin, state)
    order = []
    while impulses.is_impulse(state):
        order.append((state.impulse, state.plays))
        run(impulses.end_of_play, state)
    assert order == [(n, side) for n in range(1, 6) for side in ("lancaster", "york")]
