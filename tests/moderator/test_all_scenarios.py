"""Every scenario of every rule set begins by mail, goes on, and is in order."""

from __future__ import annotations

import pytest

from pbem.games import find
from pbem.gm.game import Game
from tests.engine.random_play import SOME_SCENARIOS

from .people import GM, Post, joined


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
def test_a_few_mails(rules: str, scenario: str) -> None:
    game = Game.new(GM, rules, scenario.upper(), {}, nonce=bytes(range(32)))
    assert game.title.endswith(find(rules).scenarios()[scenario])
    post = joined(Post(game.dumps())).play(12)
    for who in ("", "york", "lancaster", "gm"):
        assert post.look(who).verify().entries == len(post.look().save.entries)
