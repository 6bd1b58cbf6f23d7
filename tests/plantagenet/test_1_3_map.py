"""1.3 Game Board and Map: Favour, Routes, Seas, Depletion, Areas."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State


@pytest.fixture
def state() -> State:
    return setup("Ia")


def test_1_3_1_special_strongholds_have_their_own_table_rows() -> None:
    locales = facts().locales
    assert [locales[id].type for id in ("london", "ely", "lynn")] == ["london", "city", "fortress"]


def test_1_3_1_exile_boxes_are_locales_but_no_strongholds_and_no_ports() -> None:
    for box in ("ireland", "scotland", "burgundy", "france"):
        assert board.is_locale(box)
        assert not board.is_stronghold(box)
        assert not board.is_port(box)


def test_1_3_1_a_locale_friendly_to_one_side_is_not_so_to_the_other(state: State) -> None:
    assert board.friendly(state, "ely", "york")
    assert not board.friendly(state, "ely", "lancaster")
    assert not board.friendly(state, "bedford", "york")
    assert board.favour(state, "bedford") == ""


def test_1_3_1_exile_boxes_are_friendly_by_their_marker(state: State) -> None:
    assert board.friendly(state, "ireland", "york")
    assert not board.friendly(state, "ireland", "lancaster")


def test_1_3_1_exile_boxes_are_friendly_to_lords_in_them() -> None:
    towton = setup("Ib")
    assert not board.friendly(towton, "burgundy", "york")
    towton.lords["march"].at = "burgundy"
    assert board.friendly(towton, "burgundy", "york")


def test_1_3_1_example_net_favour_at_cities(state: State) -> None:
    cities = facts().strongholds_by_kind["city"]
    state.favour = dict.fromkeys(cities[:3], "york") | dict.fromkeys(cities[3:8], "lancaster")
    assert board.net_favour(state, "city") == -2
    assert board.net_favour(state, "town") == 0


def test_1_3_1_a_side_dominates_an_area_only_with_every_stronghold(state: State) -> None:
    state.favour = dict.fromkeys(facts().areas["north"], "york")
    assert board.dominates(state, "york", "north")
    del state.favour["hexham"]
    assert not board.dominates(state, "york", "north")


def test_1_3_1_favour_shifts_one_level_at_a_time(state: State) -> None:
    state.favour["ely"] = "lancaster"
    board.shift_favour(state, "ely", "york")
    assert board.favour(state, "ely") == ""
    board.shift_favour(state, "ely", "york")
    board.shift_favour(state, "ely", "york")
    assert board.favour(state, "ely") == "york"


def test_1_3_1_depleted_then_exhausted(state: State) -> None:
    assert board.deplete(state, "ely") == "depleted"
    assert not board.exhausted(state, "ely")
    assert board.deplete(state, "ely") == "exhausted"
    assert board.exhausted(state, "ely")


def test_c33_scotland_sees_carlisle_but_not_the_other_way(state: State) -> None:
    assert set(board.ways("scotland")) == {"carlisle", "bamburgh"}
    assert "scotland" not in board.ways("carlisle")
    state.lords["henry_vi"].at = "scotland"
    assert not board.enemy_adjacent(state, "carlisle", "york")
    state.lords["henry_vi"].at = "appleby"
    assert board.enemy_adjacent(state, "carlisle", "york")


def test_1_3_1_no_sea_lies_inland_or_off_the_map() -> None:
    assert board.sea_of("bosworth") == board.sea_of("lichfield") == ""
    assert board.sea_of("calais") == board.sea_of("english_channel") == "english_channel"


def test_1_3_1_ports_of_one_sea_are_one_way_apart_with_a_ship(state: State) -> None:
    assert list(board.sea_links("lynn")) == ["ipswich", "newcastle", "ravenspur", "scarborough"]
    assert list(board.sea_links("ely")) == []
    assert board.sea_of("scotland") == "north_sea"


def test_3_4_1_a_route_ends_at_the_first_locale_that_is_not_friendly(state: State) -> None:
    reached = board.routes(state, "york", "ely", ships=False)
    assert reached["ely"] == 0
    assert reached["cambridge"] == 1
    assert "bedford" not in reached
    state.favour["cambridge"] = "york"
    assert board.routes(state, "york", "ely", ships=False)["bedford"] == 2


def test_3_4_1_a_route_avoids_enemy_lords(state: State) -> None:
    state.favour["cambridge"] = "york"
    state.lords["henry_vi"].at = "cambridge"
    reached = board.routes(state, "york", "ely", ships=False)
    assert "cambridge" not in reached
    assert "bedford" not in reached


def test_c32_the_cheapest_route_counts_and_sea_links_count_one(state: State) -> None:
    state.favour |= {"lynn": "york", "ely": "york"}
    by_land = board.routes(state, "york", "ely", ships=False)
    by_sea = board.routes(state, "york", "ely", ships=True)
    assert "newcastle" not in by_land
    assert by_sea["newcastle"] == 2


def test_c35_several_sea_links_make_one_route(state: State) -> None:
    state.favour |= dict.fromkeys(("pembroke", "bristol", "wells", "dorchester"), "york")
    reached = board.routes(state, "york", "pembroke", ships=True)
    assert [reached[id] for id in ("bristol", "wells", "dorchester", "dover")] == [1, 2, 3, 4]
    assert "bristol" not in board.routes(state, "york", "pembroke", ships=False)


def test_c34_a_route_starts_in_the_own_exile_box_and_enters_no_other(state: State) -> None:
    reached = board.routes(state, "york", "burgundy", ships=True)
    assert reached["lynn"] == 1
    assert "burgundy" not in reached
    assert "scotland" not in reached
    assert board.routes(state, "york", "burgundy", ships=False) == {}


def test_1_3_1_scotland_reaches_carlisle_without_a_ship(state: State) -> None:
    assert board.routes(state, "lancaster", "scotland", ships=False) == {
        "carlisle": 1,
        "bamburgh": 1,
    }


def test_c37_both_london_markers_go_together(state: State) -> None:
    state.favour["london"], state.london_twice = "york", True
    board.shift_favour(state, "london", "lancaster")
    assert board.favour(state, "london") == ""
    assert not state.london_twice
