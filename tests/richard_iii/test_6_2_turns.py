"""6.2 Battle Turns, 6.4 hits, 6.5 charge."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.engine.request import Request
from pbem.engine.standing import choose
from pbem.games.richard_iii import s6_2_turns as rule
from pbem.games.richard_iii import s6_4_combat as combat
from tests.richard_iii.field import contest, empty, fight, kill, lines, opened, put, story
from tests.says import sentence
from tests.scripted import Scripted


def test_6_2_example_herbert_rivers_clarence() -> None:
    """E5"""
    state = empty()
    put(state, "leicester", "l_rivers")
    contest(state, "leicester", {"y_herbert": "warwick", "y_clarence": "warwick"})
    found = opened(state, "leicester")
    order = []
    while turn := rule.next_blocks(state, found):
        order += turn
        found.acted += turn
    assert order == ["y_herbert", "l_rivers", "y_clarence"]


def test_c42_the_owner_picks_within_a_letter_and_each_acts_once() -> None:
    state = empty()
    put(state, "leicester", "l_rivers")
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "warwick"})
    found = opened(state, "leicester")
    found.acted = ["l_rivers"]
    game = Scripted(state, ["suffolk: pass"])
    game.run(rule.battle_turn, found)
    assert rule.next_blocks(state, found) == ["y_norfolk"]


def test_c42_no_retreat_in_round_1_and_c60_anybody_may_pass() -> None:
    state = empty()
    put(state, "leicester", "l_rivers")
    contest(state, "leicester", {"y_norfolk": "warwick"})
    found = opened(state, "leicester")
    game = Scripted(state, ["rivers: pass"])
    game.run(rule.battle_turn, found)
    assert "round 1" in game.asked[0].menu.barred["rivers: retreat derby"]
    assert lines(game.asked[0].menu, "pass")


def test_c43_bombards_are_a3_in_round_1_and_d3_later() -> None:
    state = empty()
    put(state, "leicester", "l_bombard", "l_oxford")
    contest(state, "leicester", {"y_norfolk": "warwick", "y_bombard": "derby"}, main="warwick")
    found = opened(state, "leicester")
    assert rule.next_blocks(state, found) == ["l_bombard", "l_oxford"]
    assert rule.initiative(found, "y_bombard") == "D"
    found.round, found.reserve = 2, []
    assert rule.initiative(found, "l_bombard") == "D"
    found.acted = ["l_oxford"]
    assert rule.next_blocks(state, found) == ["y_norfolk"]


def test_c44_attackers_only_retreat_in_round_4() -> None:
    state = empty()
    put(state, "leicester", "l_rivers", "l_henry_vi")
    contest(state, "leicester", {"y_york": "warwick"})
    found = opened(state, "leicester", round=4)
    found.acted = ["l_rivers", "l_henry_vi"]
    game = Scripted(state, ["york: retreat warwick"])
    game.run(rule.battle_turn, found)
    assert all(" retreat " in line for line in lines(game.asked[0].menu))
    assert "round 4" in game.asked[0].menu.barred["york: fire"]
    assert state.blocks["y_york"].at == "warwick"


def test_c44_who_cannot_retreat_is_eliminated_and_defenders_act_normally() -> None:
    state = empty()
    put(state, "kent", "l_devon")
    contest(state, "kent", {"y_norfolk": "sussex"})
    for place in ("sussex", "middlesex"):
        put(state, place, "l_oxford" if place == "sussex" else "l_clifford")
    game = fight(
        state,
        "kent",
        ["devon: pass", "norfolk: pass"] * 3 + ["devon: fire", "done"],
        [6, 6],
    )
    assert state.blocks["y_norfolk"].at == "dead"
    assert story(
        game, sentence("games.richard_iii.s6_2_turns.battle_turn", word="retreat but cannot")
    )


def test_6_4_example_stanley_at_strength_3() -> None:
    """Three dice, 1 and 2 are hits."""
    state = empty()
    put(state, "leicester", "l_rivers")
    contest(state, "leicester", {"y_stanley": "warwick"})
    state.blocks["y_stanley"].strength = 3
    game = Scripted(state, dice=[1, 2, 3])
    game.run(combat.fire, opened(state, "leicester"), "y_stanley")
    assert [label for label, _ in game.rolled] == [
        "stanley fires",
        "stanley fires 2",
        "stanley fires 3",
    ]
    assert state.blocks["l_rivers"].at == "pool"
    assert state.blocks["l_rivers"].face_down


def test_c48_hits_go_to_the_strongest_then_surplus_to_the_next() -> None:
    state = empty()
    put(state, "leicester", "l_rivers", "l_oxford", "l_devon")
    contest(state, "leicester", {"y_calais": "warwick", "y_norfolk": "warwick"})
    state.blocks["l_rivers"].strength = state.blocks["l_devon"].strength = 1
    state.blocks["l_oxford"].strength = 2
    game = Scripted(state, ["devon: hit"], [1, 1, 4])
    game.run(combat.fire, opened(state, "leicester"), "y_calais")
    assert state.blocks["l_oxford"].at == "dead"
    assert state.blocks["l_devon"].at == "dead"
    assert state.blocks["l_rivers"].strength == 1


def test_c48_all_hits_of_one_fire_on_one_block() -> None:
    state = empty()
    put(state, "leicester", "l_buckingham", "l_oxford")
    contest(state, "leicester", {"y_norfolk": "warwick"})
    game = Scripted(state, dice=[1, 1, 1, 6])
    game.run(combat.fire, opened(state, "leicester"), "y_norfolk")
    assert state.blocks["l_buckingham"].strength == 1
    assert state.blocks["l_oxford"].strength == 3
    assert not game.asked


def test_c48_ties_are_the_owners_choice() -> None:
    state = empty()
    put(state, "leicester", "l_clifford", "l_oxford")
    contest(state, "leicester", {"y_norfolk": "warwick"})
    game = Scripted(state, ["oxford: hit"], [1, 6, 6, 6])
    game.run(combat.fire, opened(state, "leicester"), "y_norfolk")
    assert game.asked[0].side == "lancaster"
    assert state.blocks["l_oxford"].strength == 2


@pytest.mark.parametrize("heir", ["y_york", "y_rutland"])
def test_c55_only_the_senior_heir_on_the_field_charges(heir: str) -> None:
    state = empty()
    put(state, "leicester", "l_rivers")
    contest(state, "leicester", {"y_york": "warwick", "y_rutland": "warwick"})
    found = opened(state, "leicester")
    found.acted = ["l_rivers"]
    game = Scripted(state, ["york: pass"])
    game.run(rule.battle_turn, found)
    line = f"{heir[2:]}: charge rivers"
    assert (line in lines(game.asked[0].menu)) == (heir == "y_york")


def test_c55_surplus_is_lost_and_a_survivor_fires_back_without_losing_its_turn() -> None:
    state = empty()
    put(state, "leicester", "l_rivers", "l_devon")
    contest(state, "leicester", {"y_york": "warwick"})
    found = opened(state, "leicester")
    game = Scripted(state, dice=[1, 1, 1, 1])
    game.run(combat.charge, found, "y_york", "l_rivers")
    assert state.blocks["l_rivers"].face_down
    assert state.blocks["l_devon"].strength == 2
    game = Scripted(state, dice=[3, 6, 6, 6, 2])
    game.run(combat.charge, found, "y_york", "l_devon")
    assert state.blocks["l_devon"].strength == 1
    assert state.blocks["y_york"].strength == 3
    assert "l_devon" not in found.acted


def test_c53_c55_turncoats_do_not_charge() -> None:
    state = empty()
    put(state, "leicester", "y_essex")
    kill(state, "l_henry_vi")
    contest(state, "leicester", {"l_clarence": "warwick"})
    found = opened(state, "leicester")
    found.acted = ["y_essex"]
    game = Scripted(state, ["clarence: pass"])
    game.run(rule.battle_turn, found)
    assert not lines(game.asked[0].menu, "charge")


def test_r19_a_bare_charge_takes_the_weakest_who_then_cannot_fire_back() -> None:
    state = empty()
    put(state, "leicester", "l_devon", "l_rivers", "l_exeter")
    state.blocks["l_rivers"].strength = state.blocks["l_exeter"].strength = 1
    contest(state, "leicester", {"y_york": "derby"})
    found = opened(state, "leicester")
    fill = partial(rule.fill, state=state, contest=found, able=["y_york"])
    request = Request("york", "battle_turn", "?", "6.2", fill)
    assert choose(request, "charge", ()) == "york: charge exeter"
