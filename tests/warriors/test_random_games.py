"""Random games to the end: invariants after every decision, replay, dead ends. See tests/random_games.py."""

from __future__ import annotations

import pytest

from tests.random_games import play_game, replay

SCENARIOS = ["standard_1455", "kingmaker_1465", "tudor_1476"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends_and_replays(scenario: str, seed: int) -> None:
    game = play_game(scenario, f"test {seed}", name="warriors")
    assert game.reason
    replay(scenario, game)
