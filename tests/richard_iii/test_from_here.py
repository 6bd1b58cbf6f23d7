"""From a whole position that waits in the middle of a step the same is asked as in the game itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.world import World
from pbem.games import find
from tests.random_games import RandomPlayer

RICHARD_III = find("richard_iii")
OFTEN = ("actions", "card", "battle", "battle_turn", "mulligan", "regroup")
"""Kinds of requests that every game has."""


def menus(play: Play[Any]) -> list[Any]:
    return [
        (r.side, r.kind, r.question, [(o.line, o.note) for o in r.options]) for r in play.pending
    ]


@pytest.mark.slow
def test_the_rest_of_a_step_goes_as_it_does_in_the_game() -> None:
    """Both get the same lines and the same dice, to the end of the step and beyond."""
    met: Counter[str] = Counter()
    for seed in range(3):
        play: Play[Any] = Play.new(RICHARD_III, "wars_of_the_roses", {})
        chance, player = SeededChance(seed), RandomPlayer(f"from here {seed}")
        player.eager = True
        play.start(chance)
        twin: World[Any] | None = None
        left = 0
        for _ in range(260):
            if not play.pending:
                break
            request = play.pending[0]
            if left == 0 and len(play.pending) == len(play.requests):
                rolls = SeededChance(0, chance.secrets)
                rolls.random.setstate(chance.random.getstate())
                state = codec.copied(play.state)
                twin = World.at(RICHARD_III, state, request.kind, rolls)
                assert twin is not None or request.kind not in OFTEN or request.kind == "actions"
                left = 6 if twin is not None else 0
            line = player.line(request, chance.secrets)
            if twin is not None:
                assert codec.dump(twin.state) == codec.dump(play.state)
                assert menus(twin) == menus(play)
                met[request.kind] += 1
                twin.answer(request.side, line, twin.chance)
                left -= 1
                twin = twin if left else None
            play.answer(request.side, line, chance)
    assert set(OFTEN) <= set(met)
