"""3.0 The map: areas that are controlled as one, the Tower, estuaries, foreign territories."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_5_movement import Moving, ways
from pbem.games.plantagenet_1450.s16_4_6_3_levies import rolls
from tests.plantagenet_1450.field import TOWTON, empty, put


def test_3_1_1_c6_the_ridings_are_controlled_as_one() -> None:
    state = empty(york="lancaster")
    for at in ("1612", "1510", "1712"):
        area = board.area_of(at)
        assert area is not None
        assert area.group == "york"
        assert board.controller(state, at) == "lancaster"


def test_3_1_3_c9_the_tower_is_entered_from_london_only() -> None:
    state = empty()
    put(state, "warwick", "1928", "1 longbowmen", side="york")
    assert ways(state, Moving("warwick", 2, bound=False))["towr"].cost == 2
    put(state, "warwick", "towr", "1 longbowmen", side="york")
    assert set(ways(state, Moving("warwick", 1, bound=False))) == {"1928"}


def test_3_1_6_an_area_without_a_marker_is_neutral() -> None:
    assert board.controller(empty(kent="york"), "1928") == ""
    assert board.controller(empty(kent="york"), "2229") == "york"


def test_3_1_2_c8_wales_is_part_of_england() -> None:
    assert board.in_england("0227")
    assert not board.in_england("2531")
    assert not board.in_england("foreign:scotland")


def test_c7_york_counts_once_for_levies_and_not_inside_itself() -> None:
    neighbour = next(at for at, one in facts().hexes.items() if one.area == "lincoln")
    assert rolls(empty(york="lancaster"), "lancaster", neighbour) == 1 + 1
    assert rolls(empty(york="lancaster"), "lancaster", TOWTON) == 2


def test_c16_a_force_does_not_enter_a_hex_with_an_enemy_force() -> None:
    state = empty()
    put(state, "warwick", "1413", "1 longbowmen", side="york")
    put(state, "clifford", TOWTON, "1 longbowmen")
    assert TOWTON not in ways(state, Moving("warwick", 12, bound=False))


def test_c17_nobody_crosses_an_estuary() -> None:
    state = empty()
    put(state, "warwick", "1714", "1 longbowmen", side="york")
    assert "1814" not in facts().beside["1714"]
    assert ways(state, Moving("warwick", 1, bound=False)).get("1814") is None
