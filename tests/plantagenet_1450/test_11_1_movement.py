"""11.1, 11.2, 8.10 Area and road movement; C47, C197 carrying; C10, C11, C119 the borders."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s3_map import borders
from pbem.games.plantagenet_1450.s8_intrigue import fill_actions, spend
from pbem.games.plantagenet_1450.s11_1_movement import ways
from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions as fill_campaign
from pbem.games.plantagenet_1450.s16_4_5_3_zones import can_enter
from pbem.games.plantagenet_1450.s16_4_5_4_exile import landings
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Garrison, Points, Siege, State, Unit
from tests.plantagenet_1450.field import lines, menu, put
from tests.plantagenet_1450.realm import play, points, realm
from tests.says import says

LONDON, CALAIS, CARLISLE, BERWICK = "1928", "2531", "1006", "1201"


def moves(state: State, side: str = "york", many: Points | None = None) -> list[str]:
    shown = lines(menu(fill_actions, state=state, points=many or points(side)))
    return [line for line in shown if ": move " in line]


def barred(state: State, line: str, many: Points | None = None) -> str:
    return menu(fill_actions, state=state, points=many or points("york")).barred[line]


def test_11_1_a_point_moves_a_leader_to_an_adjacent_area_whatever_its_control() -> None:
    state = realm(kent="lancaster")
    put(state, "warwick", LONDON, side="york")
    state.points = [points("york")]
    play(spend, state, answers=("warwick: move kent",))
    assert state.leaders["warwick"].at == anchor("kent")
    assert state.points[0].left == 2


def test_11_1_he_may_stand_in_any_hex_of_the_area_without_enemies() -> None:
    state = realm()
    put(state, "warwick", LONDON, side="york")
    put(state, "exeter", "2329")
    shown = moves(state)
    assert "warwick: move 2330" in shown
    assert "warwick: move 2329" not in shown
    state.points = [points("york")]
    play(spend, state, answers=("warwick: move 2330",))
    assert state.leaders["warwick"].at == "2330"


def test_c117_not_in_an_unreduced_enemy_fortification_of_a_larger_area() -> None:
    state = realm(kent="lancaster")
    put(state, "warwick", LONDON, side="york")
    assert "warwick: move 2430" not in moves(state)
    state.sieges["2430"] = Siege("york", reduced=True)
    assert "warwick: move 2430" in moves(state)


def test_c115_a_one_hex_area_is_entered_though_enemies_are_there() -> None:
    state = realm(tower="lancaster")
    put(state, "warwick", LONDON, side="york")
    put(state, "exeter", "towr")
    state.points = [points("york", 1)]
    play(spend, state, answers=("warwick: move tower",))
    assert state.leaders["warwick"].at == state.leaders["exeter"].at


def test_11_1_no_farther_than_the_next_area_without_a_road() -> None:
    state = realm()
    put(state, "warwick", anchor("cornwall"), side="york")
    state.control = dict.fromkeys(("devon", "somerset", "dorset"), "lancaster")
    assert set(ways(state, "warwick")) == {"devon"}
    assert says(
        barred(state, "warwick: move somerset"),
        "games.plantagenet_1450.s11_1_movement.why_not",
        word="road",
    )


def test_c47_a_carrier_picks_up_leaders_of_his_area_and_they_move_for_one_point() -> None:
    state = realm()
    put(state, "richard_york", anchor("norfolk"))
    put(state, "fauconberg", facts().area_hexes["norfolk"][-1], side="york")
    state.points = [points("york", 1)]
    play(spend, state, answers=("richard_york: move suffolk with fauconberg",))
    assert state.leaders["fauconberg"].at == anchor("suffolk")
    assert state.leaders["fauconberg"].carrier == "richard_york"
    assert not state.points


def test_c47_nobles_carry_nobody_but_warwick_does() -> None:
    state = realm()
    put(state, "warwick", LONDON, side="york")
    put(state, "fauconberg", LONDON, side="york")
    options = menu(fill_actions, state=state, points=points("york")).options
    groups = {option.line: option.group for option in options}
    assert groups["warwick: move kent"] == ("fauconberg",)
    assert groups["fauconberg: move kent"] == ()


def test_11_1_c47_who_was_carried_moves_apart_for_the_same_point() -> None:
    state = realm()
    put(state, "richard_york", LONDON)
    put(state, "fauconberg", LONDON, side="york", carrier="richard_york")
    put(state, "salisbury", LONDON, side="york", carrier="richard_york")
    state.points = [points("york", 1)]
    play(spend, state, answers=("fauconberg: move kent",))
    assert state.points[0].apart == ["richard_york", "salisbury"]
    play(spend, state, answers=("richard_york: move essex",))
    play(spend, state, answers=("salisbury: move surrey",))
    places = [state.leaders[id].at for id in ("fauconberg", "richard_york", "salisbury")]
    assert places == [anchor("kent"), anchor("essex"), anchor("surrey")]
    assert not state.points
    assert not any(one.carrier for one in state.leaders.values())


def test_c197_who_is_picked_up_does_not_move_apart_for_that_point() -> None:
    state = realm()
    put(state, "richard_york", LONDON)
    put(state, "fauconberg", LONDON, side="york")
    state.points = [points("york", 1)]
    play(spend, state, answers=("richard_york: move essex with fauconberg",))
    assert not state.points


def test_c197_only_from_the_area_where_the_carrier_starts() -> None:
    state = realm()
    put(state, "richard_york", LONDON)
    put(state, "fauconberg", anchor("essex"), side="york")
    options = menu(fill_actions, state=state, points=points("york")).options
    assert all(not option.group for option in options)


def test_11_1_p12_who_is_not_named_stays_behind_and_is_carried_no_more() -> None:
    state = realm()
    put(state, "richard_york", LONDON)
    put(state, "fauconberg", LONDON, side="york", carrier="richard_york")
    state.points = [points("york", 1)]
    play(spend, state, answers=("richard_york: move essex",))
    assert state.leaders["fauconberg"].carrier == ""
    play(spend, state, answers=("done",))
    assert not state.points


def test_c199_who_no_longer_stands_with_his_carrier_is_carried_no_more() -> None:
    state = realm()
    put(state, "richard_york", LONDON)
    for id, changed in (("fauconberg", {"side": "lancaster"}), ("salisbury", {"at": CALAIS})):
        one = put(state, id, LONDON, side="york", carrier="richard_york")
        for name, value in changed.items():
            setattr(one, name, value)
    put(state, "edward_march", LONDON, carrier="richard_york")
    stacks.part(state)
    assert [id for id, one in state.leaders.items() if one.carrier] == ["edward_march"]
    state.leaders["richard_york"].status = "captive"
    stacks.part(state)
    assert not any(one.carrier for one in state.leaders.values())


def test_c145_a_king_out_of_his_wits_is_carried_but_never_activated() -> None:
    state = realm()
    put(state, "henry_vi", LONDON, mad=True)
    put(state, "margaret", LONDON)
    shown = moves(state, "lancaster")
    assert "margaret: move kent" in shown
    assert not any(line.startswith("henry_vi") for line in shown)
    assert "C145" in barred(state, "henry_vi: move kent", points("lancaster"))
    state.points = [points("lancaster", 1)]
    play(spend, state, answers=("margaret: move kent with henry_vi",))
    assert state.leaders["henry_vi"].at == anchor("kent")
    assert not state.points


def test_11_2_along_a_road_through_friendly_and_neutral_areas() -> None:
    state = realm(huntingdon="york")
    put(state, "warwick", LONDON, side="york")
    assert ways(state, "warwick")["york_north"].road == "Great North Road"
    state.points = [points("york", 1)]
    play(spend, state, answers=("warwick: move newcastle",))
    assert state.leaders["warwick"].at == anchor("newcastle")


def test_11_2_at_its_end_he_may_stand_in_any_hex_of_the_area() -> None:
    state = realm()
    put(state, "warwick", LONDON, side="york")
    state.points = [points("york", 1)]
    last = max(at for at in facts().area_hexes["newcastle"] if at != anchor("newcastle"))
    play(spend, state, answers=(f"warwick: move {last}",))
    assert state.leaders["warwick"].at == last


@pytest.mark.parametrize("enemy", ["durham", "newcastle"])
def test_c45_never_into_or_through_an_enemy_area(enemy: str) -> None:
    state = realm(**{enemy: "lancaster"})
    put(state, "warwick", LONDON, side="york")
    assert "warwick: move newcastle" not in moves(state)


def test_c198_the_area_where_he_starts_lies_on_the_road_too() -> None:
    state = realm()
    put(state, "warwick", anchor("essex"), side="york")
    assert "newcastle" not in ways(state, "warwick")


def test_11_2_he_stops_where_the_enemy_besieges_a_friendly_fortification() -> None:
    state = realm(york="york")
    put(state, "warwick", LONDON, side="york")
    assert "durham" in ways(state, "warwick")
    state.sieges["1514"] = Siege("lancaster", 1)
    assert "york_west" in ways(state, "warwick")
    assert "durham" not in ways(state, "warwick")


def test_c119_over_the_border_to_scotland_and_calais_and_back() -> None:
    state = realm(carlisle="lancaster")
    put(state, "warwick", CARLISLE, side="york")
    put(state, "salisbury", CALAIS, side="york")
    shown = moves(state)
    assert "warwick: move scotland" in shown
    assert {"salisbury: move burgundy", "salisbury: move france"} <= set(shown)
    state.points = [points("york", 2)]
    play(spend, state, answers=("warwick: move scotland",))
    assert state.leaders["warwick"].at == "foreign:scotland"
    play(spend, state, answers=("warwick: move carlisle",))
    assert state.leaders["warwick"].at not in ("foreign:scotland", CARLISLE)


def test_8_10_points_for_other_uses_move_nobody() -> None:
    state = realm()
    put(state, "warwick", LONDON, side="york")
    assert moves(state, many=points("york", 3, "control")) == []
    assert moves(state, many=points("york", 3, "movement", "control"))


def test_c11_berwick_in_scottish_hands_is_not_entered_and_its_port_is_closed() -> None:
    state = realm(bamburgh="york", norfolk="york")
    put(state, "warwick", anchor("newcastle"), "1 billmen", side="york")
    put(state, "salisbury", "foreign:scotland", side="york")
    assert f"warwick: move {BERWICK}" in moves(state)
    assert can_enter(state, "warwick", BERWICK)
    assert BERWICK in landings(state, "salisbury")
    state.flags["berwick_scottish"] = ""
    assert f"warwick: move {BERWICK}" not in moves(state)
    assert "warwick: move bamburgh" in moves(state)
    assert not can_enter(state, "warwick", BERWICK)
    assert BERWICK not in landings(state, "salisbury")


def test_c10_while_the_scots_hold_berwick_the_hexes_beside_it_are_the_border() -> None:
    state = realm()
    state.in_campaign, state.campaign_turn = True, 2
    put(state, "warwick", "1302", "1 billmen", side="york")
    assert borders(state, "scotland") == [CARLISLE, BERWICK]
    assert "warwick: flee scotland" not in lines(menu(fill_campaign, state=state, side="york"))
    state.flags["berwick_scottish"] = ""
    assert "1302" in borders(state, "scotland")
    assert BERWICK not in borders(state, "scotland")
    assert "warwick: flee scotland" in lines(menu(fill_campaign, state=state, side="york"))


def test_c57_a_garrison_keeps_a_neutral_fortification_closed_to_its_enemy() -> None:
    state = realm()
    put(state, "warwick", LONDON, side="york")
    state.garrisons["2430"] = Garrison("lancaster", [Unit("men_at_arms")])
    assert "warwick: move 2430" not in moves(state)
