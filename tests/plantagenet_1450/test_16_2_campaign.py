"""16.2, 16.3 What a Campaign of the whole game begins with and ends with; C116 enemies in a one-hex area."""

from __future__ import annotations

from pbem.games.plantagenet_1450.s3_map import holds_fort
from pbem.games.plantagenet_1450.s8_1_campaign import begin
from pbem.games.plantagenet_1450.s16_2_campaign import go_home
from pbem.games.plantagenet_1450.s16_3_deployment import deployment
from pbem.games.plantagenet_1450.s16_4_1_initiative import fill_actions
from pbem.games.plantagenet_1450.s16_4_5_3_zones import can_enter
from pbem.games.plantagenet_1450.s16_4_5_movement import move
from pbem.games.plantagenet_1450.s16_4_6_4_called import call_to_arms
from pbem.games.plantagenet_1450.s16_4_6_6_commitment import commit
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import reorganise
from pbem.games.plantagenet_1450.s16_4_6_combat import attack, subsidiaries
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.sequence import campaign_ends
from pbem.games.plantagenet_1450.state import Garrison, Siege, Unit
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    WEST,
    army,
    asked,
    deal,
    empty,
    fight,
    lines,
    menu,
    put,
    run,
)
from tests.says import says

LONDON, CALAIS = "1928", "2531"


def test_16_3_every_leader_in_play_begins_with_men_at_arms_of_his_own() -> None:
    state = setup("wars_of_the_roses")
    put(state, "warwick", "foreign:burgundy", side="york", fatigue=2, fled=3)
    put(state, "somerset", LONDON, side="lancaster", carrier="henry_vi")
    put(state, "clifford", LONDON, status="captive")
    begin(state)
    own = {id: one.army for id, one in state.leaders.items() if one.army}
    assert {id: len(units) for id, units in own.items()} == {
        "henry_vi": 2,
        "margaret": 2,
        "richard_york": 2,
        "warwick": 1,
        "somerset": 1,
    }
    assert {unit.origin for units in own.values() for unit in units} == {"own"}
    assert state.leaders["somerset"].carrier == ""
    assert (state.leaders["warwick"].fatigue, state.leaders["warwick"].fled) == (0, 0)


def test_c98_p8_units_of_the_force_pool_return_to_it_and_all_others_go() -> None:
    state = empty()
    state.pool["york"] = {"billmen": 1}
    army_ = "2 billmen 1 pikemen 3 knights called 1 men_at_arms own"
    put(state, "warwick", LEEDS, army_, side="york", fatigue=3, fled=1)
    put(state, "norfolk", "foreign:burgundy", "1 longbowmen", side="york")
    game = run(go_home, state)
    assert state.pool["york"] == {"longbowmen": 1, "billmen": 3, "pikemen": 1}
    assert army(state, "warwick") == army(state, "norfolk") == []
    assert (state.leaders["warwick"].at, state.leaders["norfolk"].at) == (
        LEEDS,
        "foreign:burgundy",
    )
    assert (state.leaders["warwick"].fatigue, state.leaders["warwick"].fled) == (0, 0)
    assert "2 Billmen" in game.story[0]


def test_c98_the_campaign_of_the_whole_game_ends_so() -> None:
    state = setup("wars_of_the_roses")
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    run(campaign_ends, state)
    assert state.pool["york"] == {"billmen": 2}


def test_c165_recruited_men_at_arms_stay_as_garrison_and_own_ones_go() -> None:
    state = empty(york="lancaster")
    own, recruited = Unit("men_at_arms", "own"), Unit("men_at_arms")
    state.garrisons = {
        PONTEFRACT: Garrison("lancaster", [recruited, own]),
        "1519": Garrison("york", [own]),
    }
    put(state, "clifford", PONTEFRACT, inside=True)
    run(go_home, state)
    assert state.garrisons == {PONTEFRACT: Garrison("lancaster", [recruited])}
    assert not state.leaders["clifford"].inside


def test_c98_who_rode_stands_on_his_own_feet() -> None:
    state = empty()
    put(state, "somerset", LEEDS, "1 billmen", side="lancaster")
    put(state, "henry_vi", LEEDS, rides="somerset")
    run(go_home, state)
    assert state.leaders["henry_vi"].rides == ""


def test_c147_the_captor_may_hand_his_captive_in_at_the_end() -> None:
    state = empty(york="york")
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", LEEDS, status="captive", captor="warwick")
    kept = run(go_home, state, ["clifford: keep"])
    assert lines(kept.asked[0]) == [f"hold clifford {PONTEFRACT}", "clifford: keep"]
    assert state.leaders["clifford"].captor == "warwick"
    run(go_home, state, [f"hold clifford {PONTEFRACT}"])
    assert (state.leaders["clifford"].captor, state.leaders["clifford"].at) == ("", PONTEFRACT)
    assert not run(go_home, state).asked


def test_c147_c191_nobody_is_handed_in_where_his_own_side_s_garrison_is() -> None:
    state = empty(york="york")
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", LEEDS, status="captive", captor="warwick")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")])
    assert not run(go_home, state).asked


def test_c147_without_a_castle_nothing_is_asked() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", LEEDS, status="captive", captor="warwick")
    assert not run(go_home, state).asked


def test_c145_who_is_out_of_his_wits_takes_no_troops_and_is_not_activated() -> None:
    state = empty(york="lancaster")
    put(state, "henry_vi", TOWTON, "2 men_at_arms own", mad=True)
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    state.pool["lancaster"] = {"billmen": 1}
    assert not run(deployment, state).asked
    filled = menu(fill_actions, state=state, side="lancaster")
    assert lines(filled) == ["pass"]
    assert says(
        filled.barred["activate henry_vi"],
        "games.plantagenet_1450.s16_4_3_activation.bar_activations",
        word="wits",
    )
    assert says(
        filled.barred[f"henry_vi: attack {LEEDS}"],
        "games.plantagenet_1450.s16_4_6_combat.bar_attacks",
        word="wits",
    )


def test_c145_he_fights_where_he_is_attacked_but_is_not_committed() -> None:
    state = empty()
    put(state, "henry_vi", TOWTON, "2 men_at_arms own", mad=True)
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    battle = fight(state)
    assert battle.leaders["lancaster"] == ["henry_vi"]
    game = run(commit, state, ["commit none"])
    assert len(asked(game, "commit")) == 2
    assert lines(asked(game, "commit")[-1]) == ["commit none"]


def test_c145_nobody_called_to_a_battle_joins_a_king_out_of_his_wits() -> None:
    state = empty()
    put(state, "henry_vi", TOWTON, "2 men_at_arms own", mad=True)
    put(state, "clifford", TOWTON, "1 billmen")
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    fight(state)
    deal(state, "lancaster", "L46")
    (window,) = run(call_to_arms, state, ["call none"]).asked
    assert lines(window) == ["call l46 clifford", "call none"]


def test_c145_after_a_battle_he_is_given_no_units() -> None:
    state = empty()
    put(state, "henry_vi", TOWTON, "2 men_at_arms own", mad=True)
    put(state, "clifford", TOWTON, "4 billmen")
    armies = {id: state.leaders[id].army for id in ("henry_vi", "clifford")}
    assert not run(reorganise, state, [], [], "lancaster", armies).asked
    assert army(state, "henry_vi") == ["men_at_arms"] * 2


def test_c145_alone_he_is_no_subsidiary_force() -> None:
    state = empty()
    put(state, "clifford", LEEDS, "2 billmen")
    put(state, "henry_vi", WEST, "2 men_at_arms own", mad=True)
    put(state, "warwick", TOWTON, "2 billmen", side="york")
    assert subsidiaries(state, "lancaster", LEEDS, TOWTON) == []
    put(state, "somerset", WEST, "1 billmen")
    assert subsidiaries(state, "lancaster", LEEDS, TOWTON) == [WEST]


def test_c70_nobody_withdraws_into_a_reduced_fortification_and_it_bars_nobody() -> None:
    state = empty(york="lancaster")
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    assert holds_fort(state, "lancaster", PONTEFRACT)
    assert not can_enter(state, "warwick", PONTEFRACT)
    state.sieges[PONTEFRACT] = Siege("york", reduced=True)
    assert not holds_fort(state, "lancaster", PONTEFRACT)
    assert can_enter(state, "warwick", PONTEFRACT)


def test_c116_neither_keeps_the_other_from_leaving_a_hex_that_they_share() -> None:
    state = empty()
    put(state, "warwick", LONDON, "2 billmen", side="york")
    put(state, "clifford", LONDON, "2 billmen")
    put(state, "exeter", "1826", "2 billmen")
    state.leaders["exeter"].at = "1927"
    game = run(move, state, ["warwick: march 1828"], [], "warwick", 4)
    assert state.leaders["warwick"].at == "1828"
    assert len(game.asked) == 1  # the Zone of Control of those he left stops him there


def test_c116_who_loses_there_and_has_nowhere_to_go_is_captured() -> None:
    state = empty()
    put(state, "warwick", CALAIS, "6 billmen", side="york")
    put(state, "clifford", CALAIS, "1 longbowmen")
    answers = ["commit none", "commit none"]
    run(attack, state, answers, [1, 1, 1, 6, 1, 6, 1, 1, 1], "warwick", CALAIS, ())
    assert state.leaders["clifford"].status == "captive"
    assert state.leaders["clifford"].captor == "warwick"
