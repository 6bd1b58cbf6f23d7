"""20.0 Barnet and Tewkesbury 1471: who comes later, and the king who is a captive."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s10_leaders import go
from pbem.games.plantagenet_1450.s16_4_6_11_captures import kill
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.s20_scenarios import arrive, setup
from pbem.games.plantagenet_1450.s20_victory import verdict
from pbem.games.plantagenet_1450.sequence import begin_turn
from pbem.games.plantagenet_1450.state import LeaderState, State, Unit
from tests.plantagenet_1450.field import army, run
from tests.says import says

LONDON, WEYMOUTH, EXETER, SANDWICH = "1928", "1133", "0733", "2329"


def barnet() -> State:
    return setup("barnet_tewkesbury_1471")


def test_20_barnet_is_set_up_as_the_scenario_says() -> None:
    state = barnet()
    PLANTAGENET_1450.check(state)
    assert (state.won, state.campaign_turns) == ("york", 5)
    assert state.control["calais"] == state.control["york"] == "lancaster"
    assert army(state, "edward_march").count("men_at_arms") == 2
    assert leaders.commanded(state.leaders["edward_march"].army) == 6
    assert state.leaders["clarence"].side == "york"
    assert state.leaders["warwick"].side == "lancaster"


def test_c217_henry_is_edwards_captive_and_york_has_the_sole_king() -> None:
    state = barnet()
    henry = state.leaders["henry_vi"]
    assert (henry.status, henry.at, henry.captor, henry.army) == (
        "captive",
        LONDON,
        "edward_march",
        [],
    )
    assert henry.crowned
    assert sole_king(state) == "york"
    go(state, "edward_march", "1826")
    assert henry.at == "1826"


def test_c217_henry_is_free_when_edward_is_lost() -> None:
    state = barnet()
    run(kill, state, [], [], "edward_march")
    henry = state.leaders["henry_vi"]
    assert (henry.status, henry.captor) == ("free", "")
    assert henry.at == LONDON  # there is no other hex in the area (P5)
    assert sole_king(state) == "lancaster"


def test_20_reinforcements_come_in_their_campaign_turn_with_their_armies() -> None:
    state = barnet()
    run(begin_turn, state)
    assert state.leaders["margaret"].status == "waiting"
    assert "margaret" not in leaders.free(state, "lancaster")
    state.campaign_turn = 2
    game = run(begin_turn, state)
    for id in ("margaret", "edward_wales", "somerset"):
        assert (state.leaders[id].status, state.leaders[id].at) == ("free", WEYMOUTH)
    assert state.leaders["devon"].at == EXETER
    assert army(state, "margaret") == ["french_foot"] * 2 + ["longbowmen"] + ["men_at_arms"] * 2
    assert leaders.commanded(state.leaders["margaret"].army) == 3
    assert state.leaders["thomas_neville"].status == "waiting"
    assert any("Margaret of Anjou comes to" in told for told in game.story)
    PLANTAGENET_1450.check(state)
    state.campaign_turn = 3
    run(begin_turn, state)
    assert state.leaders["thomas_neville"].at == SANDWICH
    PLANTAGENET_1450.check(state)


def test_20_p7_units_of_those_who_come_later_have_their_counters() -> None:
    state = barnet()
    before = leaders.counters_left(state, "lancaster", "longbowmen")
    state.campaign_turn = 5
    run(arrive, state)
    assert leaders.counters_left(state, "lancaster", "longbowmen") == before


def test_p7_where_the_enemy_stands_they_come_to_the_nearest_hex_of_the_area() -> None:
    state = barnet()
    state.leaders["hastings"].at = WEYMOUTH
    state.campaign_turn = 2
    run(arrive, state)
    at = state.leaders["margaret"].at
    assert at in facts().beside[WEYMOUTH]
    PLANTAGENET_1450.check(state)


def test_p7_where_no_hex_is_free_they_wait_another_turn() -> None:
    state = barnet()
    everywhere = board.hexes_in(WEYMOUTH)
    for n, at in enumerate(everywhere):
        state.leaders[f"guard {n}"] = LeaderState("york", at, "free")
    with pytest.MonkeyPatch.context() as patch:
        guards = {f"guard {n}": facts().leaders["hastings"] for n in range(len(everywhere))}
        patch.setattr(facts(), "leaders", facts().leaders | guards)
        state.campaign_turn = 2
        game = run(arrive, state)
        assert state.leaders["margaret"].status == "waiting"
        assert any("cannot come" in told for told in game.story)
        del state.leaders["guard 0"]
        state.campaign_turn = 3
        run(arrive, state)
        assert state.leaders["margaret"].at == everywhere[0]


def test_20_barnet_is_won_by_warwick_and_the_prince_or_by_edward_or_london() -> None:
    state = barnet()
    state.campaign_turn = 5
    run(arrive, state)
    assert verdict(state)[0] == "draw"
    state.leaders["warwick"].status = "dead"
    assert verdict(state)[0] == "draw"
    state.leaders["edward_wales"].status = "captive"
    assert verdict(state)[0] == "york"
    state.leaders["edward_march"].status = "dead"
    assert verdict(state)[0] == "draw"
    state.leaders["warwick"].status = "free"
    assert verdict(state)[0] == "lancaster"
    state.leaders["edward_march"].status = "free"
    assert verdict(state)[0] == "draw"


def test_p14_york_has_won_in_london_when_lancaster_has_eight_units_left() -> None:
    state = barnet()
    for id in leaders.free(state, "lancaster"):
        state.leaders[id].army.clear()
    warwick = state.leaders["warwick"]
    warwick.army = [Unit("billmen")] * 9
    assert verdict(state)[0] == "draw"
    warwick.army.pop()
    assert verdict(state)[0] == "york"
    warwick.at = LONDON
    assert verdict(state)[0] == "lancaster"
    warwick.at = WEYMOUTH
    for id in leaders.free(state, "york"):
        state.leaders[id].at = EXETER
    assert verdict(state)[0] == "draw"


def test_c217_a_captive_in_london_does_not_hold_it() -> None:
    state = barnet()
    assert state.leaders["henry_vi"].at == LONDON
    assert verdict(state)[0] == "draw"
    state.leaders["montagu"].at = LONDON
    assert verdict(state)[0] == "lancaster"


def test_20_the_position_tells_who_will_come() -> None:
    state = barnet()
    told = str(PLANTAGENET_1450.report(state, "york", {}))
    assert says(told, "games.plantagenet_1450.sequence.begin_turn", "2: Margaret")
    assert "Anjou" in told
    assert says(
        told,
        "games.plantagenet_1450.position_sides._expected",
        3,
        "Thomas Neville",
        word="Campaign",
    )
    state.campaign_turn = 5
    run(arrive, state)
    assert "Reinforcements" not in str(PLANTAGENET_1450.report(state, "york", {}))
