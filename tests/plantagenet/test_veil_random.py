"""1.5.3 Two games that differ only behind screens look the same to the other side, move after move."""

from __future__ import annotations

import random
from functools import partial

import pytest

from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.state import State
from tests.plantagenet.screens import MOMENTS, play_in_step
from tests.random_games import RandomPlayer, SeededChance, asks_at_moment, begin, give

SCENARIOS = ("Ia", "Ib", "Ic", "II", "III", "quickstart", "wars_of_the_roses")
DECISIONS = 260


@pytest.mark.slow
@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_1_5_3_what_lies_behind_screens_shows_in_nothing(scenario: str, crowded: bool) -> None:
    seed = f"screens {scenario} {crowded}"
    chance, rng, player = SeededChance(seed), random.Random(seed), RandomPlayer(seed)
    player.eager = True
    play = begin(PLANTAGENET, scenario, crowded, seed, {"hidden_mats": "yes"})
    play.at_moment = partial(asks_at_moment, random.Random(f"moments {seed}"))
    play.start(chance)
    compared = 0
    for decision in range(DECISIONS):
        if not play.pending:
            break
        request = play.pending[0]
        state: State = play.state
        if request.kind in MOMENTS and state.battle is None and rng.random() < 0.1:
            for watcher in ("york", "lancaster"):
                compared += play_in_step(play, chance, watcher, f"{seed} {decision} {watcher}")
        stack = request.stack is not None
        answer = player.stack(request) if stack else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
    assert compared > 5
