"""11.3.1, C60 Landings with an army, and the invasion of France (L30, Y26, Y37, Y38; C123, C124, C184, C220)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s11_1_stacks import stations
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import asked, deal, lines, put
from tests.plantagenet_1450.impulses import plays, tracks, whole
from tests.scripted import Scripted

KENT, PEMBROKE, LONDON = anchor("kent"), anchor("pembroke"), anchor("london")


def exile(at: str = "foreign:france", turn: int = 1, **control: str) -> State:
    """Warwick abroad with nobody in his Force Pool: he musters his own man-at-arms."""
    state = whole(turn, **control)
    put(state, "warwick", at, side="york")
    return state


# -- Landing in Arms --------------------------------------------------------------------------------


def test_l30_a_leader_abroad_lands_and_the_area_declares_for_him() -> None:
    state = exile(kent="lancaster")
    state.pool["york"] = {"billmen": 1}
    plays(state, "york", "event l30", ["muster 1 billmen", "warwick: go somerset"], [4, 1, 1])
    assert facts().hexes[state.leaders["warwick"].at].area == "somerset"
    assert state.control == {"kent": "lancaster", "somerset": "york"}
    assert state.leaders["warwick"].army == []


def test_11_3_1_each_unit_that_crosses_is_lost_on_a_6() -> None:
    state = exile()
    state.pool["york"] = {"billmen": 1}
    game = plays(state, "york", "event l30", ["muster 1 billmen", "warwick: go sussex"], [4, 6, 1])
    assert any(line.endswith("loses 1 unit of Men-at-Arms.") for line in game.story)
    assert [name for name, _ in game.rolled] == [
        "muster warwick",
        "attrition warwick men_at_arms",
        "attrition warwick billmen",
    ]


def test_c184_a_port_area_of_england_on_the_sea_he_leaves_or_the_next() -> None:
    state = exile()
    game = plays(state, "york", "event l30", ["warwick: go sussex"], [1])
    ends = {line.split()[-1] for line in lines(asked(game, "card_move")[0])}
    areas = ends & set(facts().areas)
    zones = {"english_channel", "north_sea", "bristol_channel"}
    assert areas == {
        area.id
        for area in facts().areas.values()
        if set(area.sea_zones) & zones and area.id not in facts().overseas
    }


def test_l30_nobody_musters_in_scotland_or_ireland() -> None:
    for at in ("foreign:scotland", "foreign:ireland", KENT):
        state = exile(at)
        game = plays(state, "york", "event l30")
        assert len(game.asked) == 1
        assert state.control == {}


def test_l30_c124_no_marker_where_a_fortification_stands_and_he_lands_before_it() -> None:
    state = exile(kent="lancaster")
    plays(state, "york", "event l30", ["warwick: go kent"], [1])
    assert state.leaders["warwick"].at in stations(state, "york", "kent")
    assert state.control == {"kent": "lancaster"}


def test_c124_where_the_enemy_holds_the_port_he_lands_beside_it() -> None:
    port = "0227"
    for holder, closed in (("york", True), ("lancaster", False)):
        state = whole(5, pembroke=holder)
        put(state, "henry_tudor", "foreign:france")
        game = plays(state, "lancaster", "event y38", ["henry_tudor: go pembroke"], [1, 1])
        at = state.leaders["henry_tudor"].at
        (option,) = asked(game, "card_move")[0].options
        assert (at == port) != closed
        assert all(one in facts().beside[port] for one in (at, *option.group)) == closed


def test_l30_an_enemy_leader_on_the_beach_is_fought_and_he_who_landed_musters_once() -> None:
    state = exile()
    put(state, "exeter", anchor("somerset"))
    answers = ["warwick: go somerset", "no", "commit none", "commit none", "exeter: go dorset"]
    game = plays(state, "york", "event l30", answers, [1, 1, 1, 6, 1, 6, 1, 1])
    assert [name for name, _ in game.rolled].count("muster warwick") == 0
    assert state.leaders["exeter"].at == anchor("dorset")
    assert state.control["somerset"] == "york"


def test_l30_no_marker_while_an_enemy_leader_is_left() -> None:
    state = exile()
    put(state, "exeter", anchor("somerset"))
    put(state, "somerset", stations(state, "york", "somerset")[-1], side="lancaster")
    answers = [
        "warwick: go somerset",
        "no",
        "choose exeter",
        "commit none",
        "commit none",
        "fight on",
        "retreat",
        "warwick: go dorset",
    ]
    plays(state, "york", "event l30", answers, [1, 1, 1, 1, 1, 1, 1])
    assert "somerset" not in state.control


# -- what stops a landing ---------------------------------------------------------------------------


def test_c123_a_landing_that_is_intercepted_converts_nothing_and_the_men_go_home() -> None:
    state = exile("foreign:france", 5)
    state.leaders["warwick"].status = "waiting"
    put(state, "henry_tudor", "foreign:france")
    put(state, "hastings", anchor("devon"), side="york")
    game = plays(
        state,
        "lancaster",
        "event y38",
        ["henry_tudor: go pembroke", "intercept hastings"],
        [1, 1, 2],
    )
    assert state.leaders["henry_tudor"].at == "foreign:france"
    assert state.leaders["henry_tudor"].army == []
    assert (state.control, state.points) == ({}, [])
    assert "Y38" in state.spent
    assert game.rolled[-1][0].startswith("interception")


def test_c122_a_response_of_the_enemy_keeps_the_ships_in_harbour() -> None:
    state = exile()
    deal(state, "lancaster", "L41")
    state.plays = "york"
    deal(state, "york", "L30")
    from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2

    game = Scripted(state, ["event l30", "warwick: go sussex"], [])
    game.at_moment = lambda request: "play l41" if request.kind == "on_sea" else ""
    game.run(s7_2.play)
    assert state.leaders["warwick"].at == "foreign:france"
    assert sorted(state.discards) == ["L30", "L41"]


def test_c123_after_an_interception_the_attrition_stands() -> None:
    state = exile()
    put(state, "fauconberg", KENT, side="lancaster")
    answers = ["warwick: go sussex", "intercept fauconberg"]
    plays(state, "york", "event l30", answers, [6, 3])
    assert state.leaders["warwick"].at == "foreign:france"


# -- Ravenspur and Milford Haven --------------------------------------------------------------------


def test_y37_c60_a_yorkist_in_burgundy_lands_in_the_east_riding_and_has_two_points() -> None:
    state = exile("foreign:burgundy", 5)
    plays(state, "york", "event y37", ["warwick: go york_east"], [1])
    assert facts().hexes[state.leaders["warwick"].at].area == "york_east"
    assert [(one.side, one.left, one.uses) for one in state.points] == [
        ("york", 2, ["movement", "control"])
    ]


def test_y37_needs_a_yorkist_in_burgundy() -> None:
    game = plays(exile("foreign:france", 5), "york", "points y37")
    assert "event y37" not in lines(game.asked[0])


def test_y38_c60_a_lancastrian_in_france_lands_in_pembroke_which_welcomes_him() -> None:
    state = whole(5, pembroke="york")
    put(state, "henry_tudor", "foreign:france")
    plays(state, "lancaster", "event y38", ["henry_tudor: go pembroke"], [1, 1])
    assert facts().hexes[state.leaders["henry_tudor"].at].area == "pembroke"
    assert state.control == {"pembroke": "lancaster"}
    assert [(one.side, one.left) for one in state.points] == [("lancaster", 2)]


def test_y38_not_before_turn_5() -> None:
    state = whole(4)
    put(state, "henry_tudor", "foreign:france")
    assert "event y38" not in lines(plays(state, "lancaster", "points y38").asked[0])


def test_y38_with_a_yorkist_in_pembroke_there_is_a_battle_first() -> None:
    state = whole(5)
    put(state, "henry_tudor", "foreign:france")
    put(state, "herbert", PEMBROKE, side="york")
    answers = [
        "henry_tudor: go pembroke",
        "no",
        "commit none",
        "commit none",
        "herbert: go cardigan",
    ]
    game = plays(state, "lancaster", "event y38", answers, [1, 1, 1, 1, 6, 1, 6, 1, 1])
    assert state.control == {"pembroke": "lancaster"}
    assert any("attacks" in line for line in game.story)


# -- the invasion of France -------------------------------------------------------------------------


def invaders(**control: str) -> State:
    state = whole(7, **control)
    put(state, "edward_march", KENT, crowned=True)
    return state


@pytest.mark.parametrize(
    ("die", "treasury", "legitimacy"), [(1, 0, 9), (2, 3, 10), (3, 3, 10), (4, 4, 11), (6, 4, 11)]
)
def test_y26_c60_the_more_men_land_the_better_the_terms(
    die: int, treasury: int, legitimacy: int
) -> None:
    """Two men-at-arms of his own make one more on the die."""
    state = invaders(kent="york")
    plays(state, "york", "event y26", ["edward_march: go kent"], [1, 1, die])
    assert (state.treasury["york"], state.legitimacy["york"]) == (treasury, legitimacy)
    assert level(state, "york", "france") == (1 if die >= 4 else 0)


def test_y26_best_terms_harm_the_enemys_relations_first() -> None:
    state = invaders(kent="york")
    state.relations["france"] = Relations("lancaster", 2)
    plays(state, "york", "event y26", ["edward_march: go kent"], [1, 1, 6])
    assert state.relations["france"] == Relations("lancaster", 1)


def test_y26_he_comes_home_to_a_friendly_port_and_the_army_goes() -> None:
    state = invaders(norfolk="york", devon="york", sussex="lancaster")
    game = plays(state, "york", "event y26", ["edward_march: go devon"], [1, 1, 3])
    ends = {line.split()[-1] for line in lines(asked(game, "card_move")[-1])}
    assert ends & set(facts().areas) == {"norfolk", "devon"}
    assert state.leaders["edward_march"].at == anchor("devon")
    assert state.leaders["edward_march"].army == []


def test_y26_without_a_friendly_port_he_stays_in_france() -> None:
    state = invaders()
    plays(state, "york", "event y26", dice=[1, 1, 3])
    assert state.leaders["edward_march"].at == "foreign:france"


def test_c220_every_zone_of_his_ports_may_intercept_an_invasion_of_france() -> None:
    state = invaders(kent="york")
    put(state, "somerset", anchor("norfolk"), side="lancaster")
    plays(state, "york", "event y26", ["intercept somerset"], [1, 1, 1])
    assert state.leaders["edward_march"].at == KENT
    assert tracks(state) == {"lancaster": 10, "york": 10}


def test_y26_only_the_side_of_the_sole_king() -> None:
    state = invaders(kent="york")
    put(state, "henry_tudor", LONDON, crowned=True)
    assert "event y26" not in lines(plays(state, "york", "points y26").asked[0])
