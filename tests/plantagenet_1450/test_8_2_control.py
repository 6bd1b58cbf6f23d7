"""8.2, 3.1.6 Control markers: where a point places or removes one, and what that does to Legitimacy."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.request import Option
from pbem.engine.table import Table
from pbem.games.plantagenet_1450.board_picture import areas_picture
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s3_3_tracks import change_legitimacy, change_treasury
from pbem.games.plantagenet_1450.s3_map import RIDINGS, control_group, control_name
from pbem.games.plantagenet_1450.s6_2_5_selectors import ChooseAreas
from pbem.games.plantagenet_1450.s8_2_control import PlaceMarker, RemoveMarker, convert
from pbem.games.plantagenet_1450.s8_6_captives import Neutralise
from pbem.games.plantagenet_1450.state import State
from pbem.web.seat.highlights import Concern, concerns_on_map
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.realm import offered, realm, spend
from tests.says import sentence

RUTLAND, CALAIS, LONDON = "1720", "2531", "1928"


def markers(state: State, side: str = "york") -> list[str]:
    menu = offered(state, side, 3)
    return [line for line in lines(menu) if line.split()[0] in ("control", "remove")]


def oakham(**control: str) -> State:
    """Hastings in Rutland, an area without a fortification."""
    state = realm(**control)
    put(state, "hastings", RUTLAND, side="york")
    return state


def test_8_2_a_point_places_a_marker_in_a_neutral_area_with_a_friendly_leader() -> None:
    state = oakham()
    assert markers(state) == ["control rutland"]
    spend(state, "york", 3, "control rutland")
    assert state.control == {"rutland": "york"}
    assert state.legitimacy == {"york": 11, "lancaster": 10}
    assert state.points[-1].left == 2


def test_8_2_a_point_removes_an_enemy_marker_there() -> None:
    state = oakham(rutland="lancaster")
    assert markers(state) == ["remove rutland"]
    spend(state, "york", 1, "remove rutland")
    assert not state.control
    assert state.legitimacy == {"york": 10, "lancaster": 9}


def test_8_2_c40_two_points_of_one_play_remove_and_then_place() -> None:
    state = oakham(rutland="lancaster")
    spend(state, "york", 2, "remove rutland", "control rutland")
    assert state.control == {"rutland": "york"}
    assert state.legitimacy == {"york": 11, "lancaster": 9}


def test_8_2_c40_c154_an_enemy_leader_there_prevents_neither() -> None:
    state = oakham(rutland="lancaster")
    put(state, "margaret", RUTLAND)
    spend(state, "york", 2, "remove rutland", "control rutland")
    assert state.control == {"rutland": "york"}


def test_8_2_only_with_a_leader_who_is_free_and_can_act() -> None:
    state = oakham()
    state.leaders["hastings"].status = "captive"
    assert not markers(state)
    why = offered(state, "york", 3).barred["control rutland"]
    assert why == sentence("games.plantagenet_1450.s8_2_control.bar_markers", word="leader")
    put(state, "henry_vi", RUTLAND, mad=True)
    assert not markers(state, "lancaster"), "C145"


def test_c6_a_leader_in_any_riding_changes_the_marker_of_york() -> None:
    state = realm()
    for riding in facts().groups["york"]:
        at = next(one.id for one in facts().hexes.values() if one.area == riding)
        put(state, "salisbury", at)
        assert markers(state) == [f"control {riding}"]
    spend(state, "york", 1, f"control {riding}")
    assert (state.control, state.legitimacy["york"]) == ({"york": "york"}, 11)


def test_c9_the_towers_marker_needs_a_leader_in_the_tower() -> None:
    state = realm(london="york")
    put(state, "richard_york", LONDON)
    assert "control tower" not in markers(state)
    state.leaders["richard_york"].at = facts().areas["tower"].fort_hex
    assert "control tower" in markers(state)


def test_c157_a_neutral_fortified_area_is_taken_without_a_siege() -> None:
    state = realm()
    put(state, "warwick", CALAIS, side="york")
    spend(state, "york", 1, "control calais")
    assert state.control == {"calais": "york"}


def test_c14_every_change_of_a_marker_moves_legitimacy_calais_by_six() -> None:
    state = realm(calais="lancaster", york="york")
    run(converted, state, (), (), "calais", "york")
    assert state.legitimacy == {"york": 16, "lancaster": 4}
    run(converted, state, (), (), "york_north", "lancaster")
    assert state.legitimacy == {"york": 15, "lancaster": 5}
    run(converted, state, (), (), "york_west", "neutral")
    assert state.legitimacy == {"york": 15, "lancaster": 4}


def test_c14_a_marker_that_lies_there_already_changes_nothing() -> None:
    state = realm(calais="york")
    game = run(converted, state, (), (), "calais", "york")
    assert (state.legitimacy, game.story) == ({"york": 10, "lancaster": 10}, [])


async def converted(table: Table[State], area: str, to: str) -> None:
    convert(table, facts().areas[area], to, "6.2.5")


def test_3_3_c113_what_goes_beyond_the_ends_of_a_track_is_lost() -> None:
    state = realm()
    state.legitimacy = {"york": 59, "lancaster": 1}
    state.treasury = {"york": 1, "lancaster": 59}
    game = run(moved, state)
    assert state.legitimacy == {"york": 60, "lancaster": 0}
    assert state.treasury == {"york": 0, "lancaster": 60}
    assert "Legitimacy of York: +1, now 60." in game.story
    assert not state.winner, "a Legitimacy of 0 is no defeat"


async def moved(table: Table[State]) -> None:
    change_legitimacy(table, "york", 5, "6.2.5")
    change_legitimacy(table, "lancaster", -5, "6.2.5")
    change_treasury(table, "york", -5, "6.2.5")
    change_treasury(table, "lancaster", 5, "6.2.5")


def test_c153_a_leader_abroad_controls_nothing_but_lets_his_side_act_there() -> None:
    state = realm()
    put(state, "richard_york", "foreign:ireland")
    assert not markers(state)
    assert "improve ireland" in lines(offered(state, "york", 3))


def test_c114_a_side_without_a_free_leader_may_still_do_what_needs_none() -> None:
    state = realm(shropshire="york")
    put(state, "warwick", LONDON, side="york", status="captive")
    put(state, "somerset", LONDON, side="lancaster")
    able = {line.split()[0] for line in lines(offered(state, "york", 5))}
    assert able == {"open", "turn", "escape", "heir", "recruit", "done"}


@pytest.mark.parametrize("kind", [PlaceMarker, RemoveMarker, Neutralise, ChooseAreas])
def test_3_1_1_all_three_ridings_are_lit_where_one_changes_its_marker(kind: Any) -> None:
    picture = areas_picture(realm())
    for area, many in (("york_west", 3), ("york_east", 3), ("kent", 1)):
        value = kind(area)
        one = Concern(0, Option(value), "", (f"place:{area}",), value)
        (wide,) = concerns_on_map(picture, [one])
        assert sorted(wide.about) == [f"place:{id}" for id in sorted(control_group(area))]
        assert len(wide.about) == many
        assert (RIDINGS in control_name(area)) == (many > 1)
