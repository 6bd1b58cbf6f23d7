"""Menus of random games: every line reads back, and a given decision's branch tells what the menu does."""

from __future__ import annotations

import random

import pytest

from pbem.engine.decision import Decision, readings
from pbem.engine.request import Request
from pbem.games import find
from pbem.games.richard_iii.bot import Choice
from pbem.games.richard_iii.s5_3_sea_moves import Sail
from pbem.games.richard_iii.s6_2_turns import Pass
from pbem.games.richard_iii.s6_4_combat import Charge
from pbem.moderator.ledger.glimpse import dump_request, load_request
from tests.engine.random_play import RandomGame

SCENARIOS = tuple(find("richard_iii").scenarios())
FEW = 12


def agrees(request: Request, before: list[Decision], dice: random.Random) -> None:
    """A few options of a menu, and decisions that other menus had."""
    options = request.options
    for option in dice.sample(options, min(FEW, len(options))):
        assert option.decision is not None
        assert request.read(option.line) == option.decision
        assert readings(Choice, option.line, request.side) == [option.decision]
        assert request.branch(option.decision) == option
    for decision in dice.sample(before, min(FEW, len(before))):
        offered = [option for option in options if option.decision == decision]
        assert [request.branch(decision)] == (offered or [None]), decision


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [7, 8, 9])
def test_whole_menu_branch_and_line_agree(scenario: str, seed: int) -> None:
    game, dice = RandomGame("richard_iii", scenario, seed), random.Random(scenario)
    before: dict[str, list[Decision]] = {"york": [], "lancaster": []}
    met: set[str] = set()
    for play in game.steps():
        for request in play.pending:
            agrees(request, before[request.side], dice)
            found = [o.decision for o in request.options if o.decision is not None]
            before[request.side] = (before[request.side] + dice.sample(found, 1))[-60:]
            met |= {type(decision).__name__ for decision in found}
    assert {"PlayCard", "Move", "Recruit", "Fire"} <= met


def test_the_simple_player_reads_a_menu_that_is_told_in_words() -> None:
    """The game is veiled, so a player's own client has no other."""
    game = RandomGame("richard_iii", "wars_of_the_roses", 4)
    rules, compared = game.rules, set[str]()
    for play in game.steps():
        for request in play.pending:
            secrets = game.chance.secrets
            known = {slot: secrets[slot] for slot in request.slots if slot in secrets}
            seen = rules.veil(play.state, request.side)
            told = load_request(dump_request(request, own=True))
            assert rules.bot(seen, told, known) == rules.bot(seen, request, known)
            compared.add(request.kind)
    assert {"actions", "battle_turn", "hits", "going_home"} <= compared


def test_c96_a_line_names_a_block_without_its_side() -> None:
    """Read by the side that decides: one's own Rivers charges the enemy's Stanley."""
    line = "rivers: charge stanley"
    assert readings(Charge, line, "york") == [Charge("y_rivers", "l_stanley")]
    assert readings(Charge, line, "lancaster") == [Charge("l_rivers", "y_stanley")]
    assert str(Charge("y_rivers", "l_stanley")) == line
    assert readings(Charge, "rivers: charge nobody", "york") == []
    assert readings(Pass, "rebel: pass", "york") == readings(Pass, "rebel: pass", "lancaster")


def test_5_1_pirates_name_the_zone_only_where_they_choose() -> None:
    assert str(Sail("y_kent", "dorset")) == "kent: sail dorset"
    named = Sail("y_kent", "dorset", "english_channel")
    assert readings(Sail, "kent: sail dorset english_channel", "york") == [named]
