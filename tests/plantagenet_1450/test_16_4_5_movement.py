"""16.4.5 Movement: terrain, roads, Zones of Control; 16.4.7 lone leaders on the way."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_5_3_zones import zones
from pbem.games.plantagenet_1450.s16_4_5_movement import (
    Moving,
    fill_marches,
    move,
    ways,
    ways_of,
)
from pbem.games.plantagenet_1450.state import Garrison, State, Unit
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    WEST,
    YORK,
    empty,
    lines,
    menu,
    put,
    run,
)


def warwick(at: str = LEEDS, **control: str) -> State:
    state = empty(**control)
    put(state, "warwick", at, "2 longbowmen", side="york")
    return state


def costs(state: State, points: int, bound: bool = False) -> dict[str, int]:
    found = ways(state, Moving("warwick", points, bound))
    return {to: way.cost for to, way in found.items()}


def marches(state: State, moving: Moving) -> Menu:
    return menu(fill_marches, state=state, moving=moving, reach=ways_of(state, moving))


@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [("1413", "1513", 2), ("0906", "0907", 3), ("1611", "1610", 4), ("1302", "1202", 5)],
    ids=["clear", "woods", "moor", "mountain"],
)
def test_16_4_5_1_terrain_costs(start: str, to: str, cost: int) -> None:
    state = warwick(start)
    assert costs(state, 5)[to] == cost


def test_16_4_5_2_a_road_costs_one_point_whatever_the_terrain() -> None:
    state = warwick("1512")
    assert costs(state, 5)["1412"] == 1
    assert costs(warwick("1413"), 5)["1412"] == 3


def test_16_4_5_points_are_spent_hex_by_hex_and_no_hex_is_skipped() -> None:
    state = warwick(YORK)
    found = ways(state, Moving("warwick", 2, bound=False))
    assert found[PONTEFRACT].path == (TOWTON, PONTEFRACT)
    assert "1515" not in found
    assert costs(state, 3)["1515"] == 3


def test_16_4_5_c66_at_least_one_hex_whatever_it_costs() -> None:
    state = warwick("1302")
    assert costs(state, 3)["1202"] == 3
    game = run(move, state, ["warwick: march 1202"], [], "warwick", 3)
    assert state.leaders["warwick"].at == "1202"
    assert len(game.asked) == 1


def test_c162_only_as_the_first_step() -> None:
    state = warwick("1302")
    assert "1202" not in ways(state, Moving("warwick", 3, bound=False, moved=True))


def test_16_4_5_3_a_force_stops_when_it_enters_a_zone() -> None:
    state = warwick("1313")
    put(state, "clifford", WEST, "1 longbowmen")
    assert "1413" in zones(state, "york")
    game = run(move, state, ["warwick: march 1413"], [], "warwick", 12)
    assert (state.leaders["warwick"].at, len(game.asked)) == ("1413", 1)
    assert "1513" not in ways(warwick_at_the_border(state), Moving("warwick", 3, bound=False))


def warwick_at_the_border(state: State) -> State:
    state.leaders["warwick"].at = "1313"
    return state


def test_16_4_5_3_from_zone_to_zone_only_through_a_hex_without_one() -> None:
    state = warwick(LEEDS)
    put(state, "clifford", WEST, "1 longbowmen")
    found = ways(state, Moving("warwick", 12, bound=True))
    assert found[TOWTON].path != (TOWTON,)
    assert found[TOWTON].path[0] not in zones(state, "york")
    barred = marches(state, Moving("warwick", 1, bound=True)).barred
    assert "16.4.5.3" in barred[f"warwick: march {TOWTON}"]


def test_16_4_5_3_c67_a_river_side_ends_a_zone_even_at_a_road() -> None:
    state = warwick("1313")
    put(state, "clifford", TOWTON, "1 longbowmen")
    assert WEST in zones(state, "york")
    assert YORK not in zones(state, "york")


def test_c67_no_zone_without_a_combat_unit_nor_from_inside() -> None:
    state = warwick("1313")
    one = put(state, "clifford", WEST)
    assert not zones(state, "york")
    one.army = [Unit("longbowmen")]
    assert zones(state, "york")
    one.inside = True
    assert not zones(state, "york")


def test_c67_a_zone_does_not_reach_into_a_fortification() -> None:
    state = warwick("1313")
    put(state, "clifford", "1614", "1 longbowmen")
    assert PONTEFRACT not in zones(state, "york")
    assert "1515" in zones(state, "york")


def test_c66_c57_an_enemy_fortification_is_not_entered() -> None:
    assert PONTEFRACT not in costs(warwick(LEEDS, york="lancaster"), 9)
    assert PONTEFRACT in costs(warwick(LEEDS), 9)
    state = warwick(LEEDS, york="york")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")])
    assert PONTEFRACT not in costs(state, 9)
    barred = marches(state, Moving("warwick", 9, bound=False)).barred
    assert "fortification" in barred[f"warwick: march {PONTEFRACT}"]


def test_c11_nobody_marches_into_scottish_berwick() -> None:
    state = empty()
    berwick = facts().berwick
    for beside in facts().beside[berwick]:
        put(state, "warwick", beside, "1 billmen", side="york")
        state.flags = {}
        assert berwick in ways(state, Moving("warwick", 9, False))
        state.flags = {facts().berwick_lost: ""}
        assert berwick not in ways(state, Moving("warwick", 9, False))
        filled = marches(state, Moving("warwick", 9, False))
        assert "Scottish" in filled.barred[f"warwick: march {berwick}"]


def test_c68_friends_share_a_hex() -> None:
    state = warwick(LEEDS)
    put(state, "norfolk", TOWTON, "1 longbowmen", side="york")
    assert TOWTON in costs(state, 2)


def test_16_4_5_he_may_halt_and_marches_by_stages() -> None:
    state = warwick(YORK)
    answers = [f"warwick: march {TOWTON}", "warwick: march 1613", "warwick: stop"]
    run(move, state, answers, [], "warwick", 6)
    assert state.leaders["warwick"].at == "1613"


def test_16_4_7_c96_a_force_enters_the_hex_of_a_lone_leader_and_may_go_on() -> None:
    state = warwick(LEEDS, kent="york")
    put(state, "clifford", TOWTON)
    castle = "2430"
    answers = [f"warwick: march {TOWTON}", "warwick: stop"]
    game = run(move, state, answers, [6, 5], "warwick", 9)
    assert state.leaders["clifford"].status == "captive"
    assert state.leaders["clifford"].at == castle
    assert game.rolled == [("loss of clifford", 6), ("death of clifford", 5)]


def test_16_4_7_c2_c96_a_lone_leader_who_escapes_retreats() -> None:
    state = warwick(LEEDS)
    put(state, "clifford", TOWTON)
    answers = [f"warwick: march {TOWTON}", "clifford: retreat 1710", "warwick: stop"]
    run(move, state, answers, [5], "warwick", 9)
    assert state.leaders["clifford"].at == "1710"
    assert state.leaders["warwick"].at == TOWTON


def test_c180_only_a_leader_with_a_unit_enters_and_not_a_fortress() -> None:
    state = empty(york="lancaster")
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", TOWTON)
    assert TOWTON not in costs(state, 9)
    state.leaders["warwick"].army = [Unit("longbowmen")]
    assert TOWTON in costs(state, 9)
    state.leaders["clifford"].at = PONTEFRACT
    assert PONTEFRACT not in costs(state, 9)


def test_c180_a_lone_leader_with_no_hex_free_is_captured() -> None:
    state = empty(london="york")
    put(state, "warwick", "1928", "1 longbowmen", side="york")
    put(state, "clifford", "towr")
    run(move, state, ["warwick: march towr", "warwick: stop"], [1], "warwick", 4)
    assert state.leaders["clifford"].captor == "warwick"


def test_16_4_5_the_menu_names_what_can_be_reached() -> None:
    state = warwick(YORK)
    shown = lines(marches(state, Moving("warwick", 1, bound=False, moved=True)))
    near = [line for line in shown if "towards" not in line]
    assert near == [f"warwick: march {to}" for to in ("1511", "1512", "1513", "1611", "1712")] + [
        "warwick: stop"
    ]


def test_16_4_5_he_marches_towards_a_castle_beyond_his_reach_as_far_as_he_gets() -> None:
    state = warwick(YORK)
    moving = Moving("warwick", 3, bound=False)
    filled = marches(state, moving)
    far = {option.line: option.note for option in filled.options if "towards" in option.line}
    assert far[f"warwick: march towards {PONTEFRACT}"] == "as far as Pontefract (1514)"
    assert far["warwick: march towards towr"] == "as far as Doncaster (1515)"
    game = run(move, state, ["warwick: march towards towr"], [], "warwick", 3)
    assert state.leaders["warwick"].at == "1515"
    assert len(game.asked) == 1  # and there he stops


def test_16_4_5_who_gets_no_nearer_stays() -> None:
    state = warwick(YORK)
    put(state, "clifford", "1511", "1 billmen")
    put(state, "exeter", "1611", "1 billmen")
    game = run(move, state, ["warwick: march towards 1006"], [], "warwick", 1)
    assert state.leaders["warwick"].at == YORK
    assert len(game.asked) == 1
