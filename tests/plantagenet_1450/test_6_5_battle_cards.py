"""6.5 Battle cards that turn a noble or bring a force: L50, Y50, Y53."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.s6_5_battle_cards import window
from pbem.games.plantagenet_1450.s10_leaders import counters_left
from pbem.games.plantagenet_1450.s16_4_6_combat import attack
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import (
    LEEDS,
    TOWTON,
    WEST,
    army,
    asked,
    deal,
    empty,
    fight,
    lines,
    put,
    run,
)
from tests.says import says


def battle() -> State:
    """Warwick at Leeds attacks Clifford, Somerset and Exeter at Towton."""
    state = empty()
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    put(state, "clifford", TOWTON, "1 billmen")
    put(state, "somerset", TOWTON, "2 billmen", side="lancaster")
    put(state, "margaret", TOWTON, "1 billmen")
    fight(state)
    return state


@pytest.mark.parametrize(
    ("card", "die", "aside"),
    [("L50", 5, False), ("L50", 6, True), ("Y50", 5, True), ("Y50", 4, False)],
)
def test_6_5_a_noble_above_whose_loyalty_the_die_and_bonus_are_stands_aside(
    card: str, die: int, aside: bool
) -> None:
    state = battle()
    deal(state, "york", card)
    game = run(window, state, [f"play {card.lower()} against somerset"], [die], "before_deploy")
    assert lines(game.asked[0]) == [f"play {card.lower()} against somerset", "play none"]
    assert state.battle is not None
    assert (state.battle.aside == ["somerset"]) == aside
    assert ("somerset" in state.battle.leaders["lancaster"]) != aside
    assert state.discards == [card]


def test_6_5_a_natural_1_turns_nobody() -> None:
    state = battle()
    put(state, "wiltshire", TOWTON, "1 billmen", side="lancaster")
    fight(state)
    state.leaders["wiltshire"].side = "york"
    put(state, "clifford", LEEDS, "1 billmen")
    state.leaders["warwick"].at = TOWTON
    fight(state, at=TOWTON, side="lancaster")
    deal(state, "lancaster", "Y50")
    run(window, state, ["play y50 against wiltshire"], [1], "before_deploy")
    assert state.battle is not None
    assert state.battle.aside == []
    assert leaders.rating(state, "wiltshire").loyalty == 1


def test_6_2_4_a_battle_card_that_is_played_once_is_spent() -> None:
    state = battle()
    deal(state, "york", "L49")
    run(window, state, ["play l49"], [], "before_deploy")
    assert state.spent == ["L49"]
    deal(state, "york", "L49")
    assert not run(window, state, [], [], "before_deploy").asked
    deal(state, "york", "Y52", "Y50")
    run(window, state, ["play y50 against somerset"], [6], "before_deploy")
    assert state.spent == ["L49"]


def test_6_5_without_a_noble_who_may_turn_the_card_is_not_offered() -> None:
    state = battle()
    del state.leaders["somerset"]
    fight(state)
    deal(state, "york", "Y50")
    assert not run(window, state, [], [], "before_deploy").asked


def test_c174_who_stands_aside_is_committed_no_more() -> None:
    state = battle()
    assert state.battle is not None
    state.battle.committed["lancaster"] = "somerset"
    deal(state, "york", "Y50")
    run(window, state, ["play y50 against somerset"], [6], "before_deploy")
    assert state.battle.committed == {}


def test_c174_he_changes_sides_after_the_battle_and_goes_where_no_enemy_is() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "6 billmen")
    put(state, "somerset", TOWTON, "2 longbowmen", side="lancaster")
    put(state, "henry_vi", TOWTON, rides="somerset")
    put(state, "norfolk", TOWTON, side="york", status="captive", captor="somerset")
    deal(state, "york", "Y50")
    answers = ["commit none", "commit none", "play y50 against somerset"]
    answers += ["fight on", "retreat", "warwick: retreat 1812"]
    levies = [1, 1]
    # melee: the attacker harms nobody, the defender disrupts him; then a die for each leader
    dice = [*levies, 6, 1, 1, 1, 1, 1]
    game = run(attack, state, answers, dice, "warwick", TOWTON, ())
    somerset = state.leaders["somerset"]
    assert (somerset.side, army(state, "somerset")) == ("york", ["longbowmen"] * 2)
    assert somerset.at != TOWTON
    assert somerset.fatigue == 0
    assert (state.leaders["henry_vi"].at, state.leaders["henry_vi"].rides) == (TOWTON, "")
    assert (state.leaders["norfolk"].status, state.leaders["norfolk"].at) == ("free", somerset.at)
    assert asked(game, "reorganise") == []


def test_c174_without_a_leader_or_a_unit_left_there_is_no_battle() -> None:
    state = empty(york="york", lincoln="york")
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    put(state, "somerset", TOWTON, "2 billmen", side="lancaster")
    deal(state, "york", "Y50")
    answers = ["commit none", "commit none", "play y50 against somerset"]
    game = run(attack, state, answers, [1, 1, 1, 6], "warwick", TOWTON, ())
    assert state.leaders["somerset"].side == "york"
    assert state.leaders["somerset"].at == TOWTON
    assert state.leaders["warwick"].fatigue == 1
    assert says(game.story[-1], "games.plantagenet_1450.s16_4_6_combat.fight_out", word="left")
    assert state.battle is None


def test_c93_units_called_beyond_command_leave_where_there_is_no_battle() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "5 billmen", side="york")
    put(state, "somerset", TOWTON, "4 billmen", side="lancaster")
    deal(state, "york", "L51", "Y50")
    deal(state, "lancaster", "Y49")
    answers = ["call l51 warwick", "call y49 somerset", "commit none", "commit none"]
    answers += ["play y50 against somerset"]
    run(attack, state, answers, [1, 1, 6, 6, 6], "warwick", TOWTON, ())
    assert army(state, "warwick") == ["billmen"] * 5
    assert army(state, "somerset") == ["billmen"] * 4
    assert state.leaders["somerset"].side == "york"


def test_p6_the_units_of_a_turncoat_keep_their_counters() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "23 longbowmen", side="york")
    put(state, "somerset", TOWTON, "3 longbowmen", side="lancaster")
    assert counters_left(state, "york", "longbowmen") == 1
    state.leaders["somerset"].side = "york"
    assert counters_left(state, "york", "longbowmen") == 0
    put(state, "clifford", WEST, "21 longbowmen")
    assert counters_left(state, "lancaster", "longbowmen") == 1


def flank(*late: str) -> State:
    state = empty()
    state.in_campaign = True
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    put(state, "norfolk", WEST, "2 billmen", side="york")
    put(state, "clifford", TOWTON, "1 billmen")
    fight(state)
    assert state.battle is not None
    state.battle.origins = [LEEDS]
    state.battle.leaders["york"] = ["warwick"]
    state.battle.late = {at: ["norfolk"] for at in late}
    deal(state, "york", "Y53")
    return state


def test_c168_a_force_that_did_not_try_joins_and_is_the_more_tired() -> None:
    state = flank()
    run(window, state, [f"play y53 from {WEST}"], [], "before_deploy")
    assert state.battle is not None
    assert state.battle.leaders["york"] == ["warwick", "norfolk"]
    assert state.battle.origins == [LEEDS, WEST]
    assert state.leaders["norfolk"].fatigue == 1


def test_c168_a_force_that_failed_joins_at_no_further_cost() -> None:
    state = flank(WEST)
    state.leaders["norfolk"].fatigue = 4
    run(window, state, [f"play y53 from {WEST}"], [], "before_deploy")
    assert state.battle is not None
    assert state.battle.leaders["york"] == ["warwick", "norfolk"]
    assert state.leaders["norfolk"].fatigue == 4


def test_c168_a_force_that_has_failed_its_roll_is_remembered() -> None:
    state = flank()
    state.battle = None
    answers = [
        "commit none",
        "commit none",
        f"play y53 from {WEST}",
        "give none",
        "clifford: retreat 1711",
    ]
    dice = [6, 1, 1, 6, 1, 6, 1, 1, 1]
    game = run(attack, state, answers, dice, "warwick", TOWTON, (WEST,))
    assert any(
        says(told, "games.plantagenet_1450.s16_4_6_2_subsidiaries.call_up", word="come")
        for told in game.story
    )
    assert any(
        "Norfolk" in told and says(told, "games.plantagenet_1450.s16_4_6_2_subsidiaries.bring")
        for told in game.story
    )
    assert state.leaders["norfolk"].fatigue == 1


def test_6_5_flank_march_is_for_the_attacker_who_has_a_force_left() -> None:
    state = flank()
    state.hands = {"york": [], "lancaster": ["card:Y53"]}
    assert not run(window, state, [], [], "before_deploy").asked
    state = flank()
    state.leaders["norfolk"].army = []
    assert not run(window, state, [], [], "before_deploy").asked


def test_c183_in_a_battle_by_card_nobody_else_comes() -> None:
    state = flank()
    state.in_campaign = False
    assert not run(window, state, [], [], "before_deploy").asked
