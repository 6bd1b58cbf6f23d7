"""4.0 Setup, the scenarios, and the prisoner of Kingmaker."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.engine.request import Request
from pbem.engine.scenarios import starting_state
from pbem.errors import BadOption, UnknownScenario
from pbem.games.richard_iii import bot, invariants
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s8_political as political
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.s1_1_cards import choose
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.s5_actions import act_on, fill
from pbem.games.richard_iii.s6_9_treachery import role
from pbem.games.richard_iii.s7_supply import supply_phase
from pbem.games.richard_iii.s9_victory import instant_victory
from pbem.games.richard_iii.state import Phase
from tests.richard_iii.field import act, kill, lines, play, put, story
from tests.scripted import Scripted


@pytest.mark.parametrize(
    ("scenario", "king", "pretender", "dead", "campaign"),
    [
        ("wars_of_the_roses", "l_henry_vi", "y_york", 0, 1),
        ("kingmaker", "y_march", "l_prince_edward", 13, 2),
        ("richard_iii", "y_gloucester", "l_richmond", 23, 3),
    ],
)
def test_4_1_setup(scenario: str, king: str, pretender: str, dead: int, campaign: int) -> None:
    state = setup(scenario)
    invariants.check(state)
    assert len(state.blocks) == 63
    assert (state.king, blocks.pretender(state)) == (king, pretender)
    assert [b.at for b in state.blocks.values()].count("dead") == dead
    assert state.campaign == campaign
    assert blocks.side_of(state, "rebel") == state.pretender_side
    assert all(
        block.strength == blocks.block_facts(id).strength
        for id, block in state.blocks.items()
        if block.at not in ("dead", "enemy")
    )


def test_4_5_three_heirs_of_each_side_are_in_play() -> None:
    state = setup("wars_of_the_roses")
    for side in ("york", "lancaster"):
        assert len(blocks.minors(state, side)) == 2
        assert len(blocks.living_heirs(state, side)) == 5


def test_4_6_enemy_nobles_are_aside() -> None:
    state = setup("wars_of_the_roses")
    assert state.blocks["l_clarence"].at == "enemy"
    assert state.blocks["y_exeter"].at == "enemy"


def test_unknown_scenario_and_option() -> None:
    with pytest.raises(UnknownScenario):
        starting_state(RICHARD_III, "tewkesbury", {})
    with pytest.raises(BadOption):
        starting_state(RICHARD_III, "kingmaker", {"bombard_sea_move": "perhaps"})
    with pytest.raises(BadOption):
        starting_state(RICHARD_III, "kingmaker", {"zombies": True})


def test_c92_the_prisoner_is_not_a_block_on_the_field() -> None:
    state = setup("kingmaker")
    assert not lines(act(state, "lancaster"), "henry_vi")
    assert "l_henry_vi" not in blocks.blocks_of(state, "york")
    state.blocks["y_march"].at = "kent"
    assert lines(act(state, "york"), "london_levy: recruit middlesex")
    assert political.points(state, "lancaster") == 1


def test_c93_rescue_at_once_and_he_may_move() -> None:
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "kent"
    put(state, "essex", "l_oxford")
    put(state, "pool", "y_essex")
    game = play(
        state, "lancaster", "action_4", "oxford: move middlesex", "henry_vi: move sussex", "end"
    )
    assert story(game, "Henry VI is rescued")
    assert state.contests["sussex"].attacker == "lancaster"


def test_c93_a_block_that_passes_through_london_rescues_nobody() -> None:
    """Essex, Middlesex, Oxford: one move, written border by border."""
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "kent"
    put(state, "pool", "y_essex")
    put(state, "essex", "l_oxford")
    game = play(
        state, "lancaster", "action_2", "oxford: move middlesex", "oxford: move oxford", "end"
    )
    assert state.blocks["l_henry_vi"].at == "tower"
    assert not story(game, "rescued")


@pytest.mark.parametrize(
    ("card", "orders"),
    [
        ("muster", ["muster oxford", "oxford: move middlesex"]),
        ("force_march", ["oxford: move middlesex", "oxford: move oxford", "oxford: move warwick"]),
        ("action_2", ["oxford: move middlesex", "oxford: move sussex", "end"]),
    ],
)
def test_c93_nor_does_one_in_a_muster_a_force_march_or_on_its_way_to_attack(
    card: str, orders: list[str]
) -> None:
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "kent"
    put(state, "pool", "y_essex")
    put(state, "essex", "l_oxford")
    game = play(state, "lancaster", card, *orders)
    assert state.blocks["l_henry_vi"].at == "tower"
    assert not story(game, "rescued")


@pytest.mark.parametrize("last", ["end", "pembroke: recruit pembroke"])
def test_c93_whose_move_ends_in_london_rescues_him(last: str) -> None:
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "kent"
    put(state, "pool", "y_essex")
    put(state, "essex", "l_oxford")
    game = play(state, "lancaster", "action_2", "oxford: move middlesex", last)
    assert story(game, "Henry VI is rescued")
    assert state.blocks["l_henry_vi"].at == "middlesex"


def test_c93_a_block_that_cannot_go_on_has_ended_its_move() -> None:
    """All borders onward are full; with no Action Point left nobody is asked for an `end`."""
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "kent"
    put(state, "pool", "y_essex")
    put(state, "essex", "l_oxford")
    state.played["lancaster"] = "surprise"
    onward = [near for near in board.neighbours("middlesex") if near != "essex"]
    full = {board.border("middlesex", near).key: 9 for near in onward}
    state.phase = Phase("lancaster", "surprise", 1, crossed=full)
    game = Scripted(state, ["oxford: move middlesex"])
    game.run(act_on, "lancaster")
    assert story(game, "Henry VI is rescued")
    assert len(game.asked) == 1


def test_c93_the_simple_player_is_offered_the_king_whom_a_stop_would_free() -> None:
    state = setup("kingmaker")
    state.first = "lancaster"
    state.blocks["y_march"].at = "kent"
    put(state, "pool", "y_essex")
    put(state, "middlesex", "l_oxford")
    act(state, "lancaster")
    assert state.phase is not None
    state.phase.moving, state.phase.start, state.phase.steps = "l_oxford", "essex", 1
    state.phase.moved = ["l_oxford"]
    request = Request("lancaster", "actions", "", "1.2", partial(fill, state=state))
    assert any(option.line.startswith("henry_vi: move") for option in request.options)
    assert bot.choose(state, request, {}) in [option.line for option in request.options]
    assert state.blocks["l_henry_vi"].at == "tower"


def test_c93_not_while_both_sides_are_in_london() -> None:
    state = setup("kingmaker")
    state.first = "lancaster"
    put(state, "leicester", "l_oxford")
    put(state, "pool", "y_hastings", "y_rivers")
    game = play(state, "lancaster", "action_2", "oxford: move middlesex", "end")
    assert not story(game, "rescued")
    assert state.blocks["l_henry_vi"].at == "tower"


def test_c94_prince_edward_is_pretender_until_the_rescue() -> None:
    state = setup("kingmaker")
    assert role(state, "l_prince_edward") == "pretender"
    state.blocks["l_henry_vi"].at = "middlesex"
    assert role(state, "l_henry_vi") == "pretender"
    assert role(state, "l_prince_edward") == ""


def test_c76_a_living_prisoner_keeps_york_from_an_instant_win() -> None:
    state = setup("kingmaker")
    kill(state, "l_prince_edward", "l_exeter", "l_richmond")
    instant_victory(Scripted(state).table)
    assert state.winner == ""
    assert blocks.pretender(state) == ""


def test_kingmaker_the_prisoner_is_murdered_if_york_wins() -> None:
    state = setup("kingmaker")
    game = Scripted(state)
    game.run(political.usurpation)
    assert state.winner == "york"
    assert state.blocks["l_henry_vi"].at == "dead"
    assert story(game, "murdered")


def test_c95_unlisted_blocks_are_dead_for_every_purpose() -> None:
    state = setup("richard_iii")
    assert blocks.living_heirs(state, "york") == ["y_gloucester"]
    assert blocks.living_heirs(state, "lancaster") == ["l_richmond"]
    assert facts().scenarios["richard_iii"]["campaigns"] == 1


def test_example_game_turn_1() -> None:
    """E8: both play AP3, York is Player 1 on the tie."""
    state = setup("wars_of_the_roses")
    secrets = {}
    for side in ("york", "lancaster"):
        state.hands[side] = [f"{side}:{n}" for n in range(7)]
        secrets |= dict.fromkeys(state.hands[side], "action_3")
    Scripted(state, ["play action_3", "play action_3"], secrets=secrets).run(choose)
    assert state.first == "york"
    york = play(
        state,
        "york",
        "action_3",
        "warwick: sail east_anglia",
        "salisbury: sail east_anglia",
        "norfolk: recruit east_anglia",
        "norwich_levy: recruit east_anglia",
    )
    assert len(york.asked) == 4
    play(
        state,
        "lancaster",
        "action_3",
        "oxford: move middlesex",
        "beaumont: move leicester",
        "beaumont: move middlesex",
        "bombard: recruit middlesex",
    )
    assert not state.contests
    assert [state.blocks[id].at for id in ("l_oxford", "l_beaumont", "l_bombard")] == [
        "middlesex"
    ] * 3
    game = Scripted(state)
    game.run(supply_phase)
    assert game.story == []
