"""16.4.5.4 Flight into exile and the way back; 11.3.2 naval interception."""

from __future__ import annotations

import re

import pytest

from pbem.games.plantagenet_1450.s11_3_2_interception import interceptors
from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions
from pbem.games.plantagenet_1450.s16_4_5_4_exile import come_back, flee, return_note, route
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import (
    army,
    deal,
    empty,
    lines,
    menu,
    put,
    run,
)
from tests.scripted import Scripted

LONDON, HULL, CALAIS, CARLISLE, BERWICK = "1928", "1814", "2531", "1006", "1201"


def exile(at: str = LONDON, units: str = "3 longbowmen") -> State:
    state = empty()
    put(state, "warwick", at, units, side="york")
    return state


def crossings(state: State, side: str = "york") -> list[str]:
    shown = lines(menu(fill_actions, state=state, side=side))
    return [line for line in shown if "flee" in line or "return" in line]


def test_16_4_5_4_c69_only_from_a_port_hex() -> None:
    assert crossings(exile("1413")) == []
    assert "warwick: flee burgundy" in crossings(exile())


def test_16_4_5_4_1_c69_to_a_territory_on_the_sea_of_the_port_each_unit_is_lost_on_5_or_6() -> None:
    state = exile()
    run(flee, state, [], [4, 5, 6], "warwick", "burgundy")
    assert army(state, "warwick") == ["longbowmen"]
    assert state.leaders["warwick"].at == "foreign:burgundy"
    assert state.leaders["warwick"].fatigue == 1


def test_16_4_5_4_1_c69_to_another_territory_all_units_are_lost() -> None:
    state = exile()
    run(flee, state, [], [], "warwick", "ireland")
    assert army(state, "warwick") == []
    assert state.leaders["warwick"].at == "foreign:ireland"
    assert not re.search(r"\d", return_note(state, "warwick")), "of no units none is lost"


def test_16_4_5_4_1_c69_c125_into_scotland_from_carlisle_without_a_ship() -> None:
    state = exile(CARLISLE)
    put(state, "clifford", CALAIS)
    assert crossings(state) == ["warwick: flee scotland"]
    run(flee, state, [], [4, 4, 6], "warwick", "scotland")
    assert len(army(state, "warwick")) == 2
    assert "warwick: return 1201" not in crossings(state)
    state.campaign_turn = 2
    assert {"warwick: return 1006", "warwick: return 1201"} <= set(crossings(state))


def test_c11_no_ship_leaves_scottish_berwick_in_a_campaign() -> None:
    state = exile(BERWICK)
    assert {"warwick: flee burgundy", "warwick: flee scotland"} <= set(crossings(state))
    state.flags["berwick_scottish"] = ""
    assert crossings(state) == []
    for beside in ("1202", "1302"):
        state.leaders["warwick"].at = beside
        assert crossings(state) == ["warwick: flee scotland"]


def test_c69_attrition_of_the_activation_comes_first() -> None:
    state = exile(units="1 longbowmen")
    state.leaders["warwick"].fatigue = 2
    game = run(flee, state, [], [1, 1], "warwick", "burgundy")
    assert [value for _, value in game.rolled] == [1, 1]
    assert state.leaders["warwick"].fatigue == 3


def test_16_4_5_4_2_c69_not_in_the_campaign_turn_in_which_he_fled() -> None:
    state = exile()
    run(flee, state, [], [1, 1, 1], "warwick", "burgundy")
    assert crossings(state) == []
    state.campaign_turn = 2
    assert f"warwick: return {HULL}" in crossings(state)


def test_16_4_5_4_2_c69_to_a_port_on_the_sea_of_the_territory_only() -> None:
    state = exile("foreign:ireland")
    shown = crossings(state)
    assert "warwick: return 0517" in shown
    assert f"warwick: return {LONDON}" not in shown
    assert not any("flee" in line for line in shown)


def test_16_4_5_4_2_c69_p2_each_unit_costs_a_point_and_rolls_at_plus_1() -> None:
    state = exile("foreign:burgundy", "1 longbowmen 2 men_at_arms")
    state.treasury = {"york": 2}
    run(come_back, state, [], [4, 5], "warwick", HULL)
    assert army(state, "warwick") == ["men_at_arms"]
    assert state.treasury == {"york": 0}
    assert state.leaders["warwick"].at == HULL


def test_p2_without_a_treasury_he_comes_alone() -> None:
    state = exile("foreign:burgundy")
    run(come_back, state, [], [], "warwick", HULL)
    assert army(state, "warwick") == []


def test_c124_before_an_enemy_fortress_he_lands_beside_it_and_not_on_calais() -> None:
    state = exile("foreign:burgundy")
    state.control = {"kent": "lancaster", "calais": "lancaster"}
    shown = crossings(state)
    assert f"warwick: return {CALAIS}" not in shown
    state.leaders["warwick"].at = "foreign:france"
    shown = crossings(state)
    assert "warwick: return 2430" not in shown
    assert any(line in shown for line in ("warwick: return 2329", "warwick: return 2330"))


def test_c16_nobody_lands_in_a_hex_with_an_enemy_leader() -> None:
    state = exile("foreign:burgundy")
    put(state, "clifford", HULL)
    assert f"warwick: return {HULL}" not in crossings(state)


@pytest.mark.parametrize(
    ("id", "side", "highest"),
    [
        ("clifford", "lancaster", 1),
        ("norfolk", "york", 2),
        ("fauconberg", "lancaster", 3),
        ("warwick", "york", 5),
    ],
)
@pytest.mark.parametrize("over", [0, 1])
def test_11_3_2_who_intercepts_on_what(id: str, side: str, highest: int, over: int) -> None:
    mover = "margaret" if side == "york" else "edward_march"
    state = empty()
    put(state, mover, LONDON)
    put(state, id, HULL, side=side)
    game = run(flee, state, [f"intercept {id}"], [highest + over], mover, "burgundy")
    assert (state.leaders[mover].at == LONDON) == (not over)
    assert game.asked[-1].kind == "intercept"


def test_11_3_2_royal_leaders_do_not_intercept_and_only_port_areas_on_the_way() -> None:
    state = empty()
    put(state, "margaret", HULL)
    put(state, "clifford", "1413")
    put(state, "exeter", "0517")
    put(state, "devon", "2014", side="lancaster", status="captive")
    assert interceptors(state, "lancaster", ["north_sea"]) == []
    assert interceptors(state, "lancaster", ["irish_sea"]) == ["exeter"]


def test_11_3_2_attrition_is_rolled_before_the_move_is_cancelled() -> None:
    state = exile()
    put(state, "clifford", HULL)
    run(flee, state, ["intercept clifford"], [6, 6, 1, 1], "warwick", "burgundy")
    assert army(state, "warwick") == ["longbowmen"]
    assert state.leaders["warwick"].at == LONDON


def test_11_3_2_he_may_let_them_pass() -> None:
    state = exile(units="")
    put(state, "clifford", HULL)
    run(flee, state, ["no"], [], "warwick", "burgundy")
    assert state.leaders["warwick"].at == "foreign:burgundy"


def test_c48_one_attempt_by_the_best_leader() -> None:
    state = empty()
    put(state, "margaret", LONDON)
    put(state, "norfolk", HULL, side="york")
    put(state, "warwick", HULL, side="york")
    game = run(flee, state, ["intercept warwick"], [6], "margaret", "burgundy")
    assert lines(game.asked[0]) == ["intercept warwick", "no"]


def test_c122_contrary_winds_come_before_interception_and_attrition() -> None:
    state = exile()
    put(state, "clifford", HULL)
    deal(state, "lancaster", "L41")
    game = Scripted(state)
    game.at_moment = lambda request: "play l41"
    game.run(flee, "warwick", "burgundy")
    assert state.leaders["warwick"].at == LONDON
    assert len(army(state, "warwick")) == 3
    assert state.discards == ["L41"]


def test_c32_a_response_without_a_standing_order_is_not_played() -> None:
    state = exile(units="")
    deal(state, "lancaster", "L41")
    game = run(flee, state, [], [], "warwick", "burgundy")
    assert state.leaders["warwick"].at == "foreign:burgundy"
    assert [request.kind for request in game.passed] == ["on_sea"]


def test_c122_the_zones_of_a_crossing_are_those_between() -> None:
    assert route(("north_sea",), ("north_sea",)) == ["north_sea"]
    assert route(("irish_sea",), ("english_channel",)) == [
        "irish_sea",
        "bristol_channel",
        "english_channel",
    ]
    assert route(("bristol_channel", "irish_sea"), ("irish_sea",)) == ["irish_sea"]
