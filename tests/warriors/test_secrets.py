"""C29 Nothing on the table is hidden: "Players may inspect Nobles that are in play at any time" (2.2.1), and
those who are drawn lie face up (3.0). Only what the cup still holds in which order is unknown, to both."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.state import State
from tests.random_games import RandomPlayer


@pytest.mark.parametrize("scenario", list(WARRIORS.scenarios()))
def test_c29_every_side_and_the_public_see_the_whole_position(scenario: str) -> None:
    chance, player = SeededChance(scenario), RandomPlayer(scenario)
    player.eager = True
    play: Play[State] = Play.new(WARRIORS, scenario, {})
    play.start(chance)
    for _ in range(200):
        if not play.pending:
            break
        whole = codec.dump(play.state)
        assert not WARRIORS.secrets.veiled(play.state)
        for reader in (*WARRIORS.sides, "public"):
            assert codec.dump(WARRIORS.secrets.veil(play.state, reader)) == whole
            assert WARRIORS.secrets.hand(play.state, reader) == ()
        request = play.pending[0]
        assert not request.secret
        assert request.slots == ()
        play.answer(request.side, player.line(request, chance.secrets), chance)
