"""How decisions of Richard III are written; `tests/engine/test_branches.py` holds for all games."""

from __future__ import annotations

import pytest

from pbem.engine.decision import readings
from pbem.games.richard_iii.s5_3_sea_moves import Sail
from pbem.games.richard_iii.s6_2_turns import Pass
from pbem.games.richard_iii.s6_4_combat import Charge
from pbem.ledger.glimpse import dump_request, load_request
from tests.engine.random_play import RandomGame


@pytest.mark.slow
def test_the_simple_player_reads_a_menu_that_is_told_in_words() -> None:
    """The game is veiled, so a player's own client has no other."""
    game = RandomGame("richard_iii", "wars_of_the_roses", 4)
    rules, compared = game.rules, set[str]()
    for play in game.steps():
        for request in play.pending:
            secrets = game.chance.secrets
            known = {slot: secrets[slot] for slot in request.slots if slot in secrets}
            seen = rules.secrets.veil(play.state, request.side)
            told = load_request(dump_request(request, own=True))
            assert rules.robot.choose(seen, told, known) == rules.robot.choose(seen, request, known)
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
