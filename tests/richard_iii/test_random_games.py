"""Random games to the end: invariants, replay, put away and resumed. See tests/random_games.py."""

from __future__ import annotations

import pytest

from pbem.games import find
from tests.random_games import play_game, replay

SCENARIOS = tuple(find("richard_iii").scenarios())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_end_and_replay(scenario: str) -> None:
    game = play_game(scenario, f"test {scenario} 2", name="richard_iii")
    assert game.end["winner"] in ("york", "lancaster")
    replay(scenario, game)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bot_plays_to_the_end(scenario: str) -> None:
    game = play_game(scenario, f"bots {scenario}", bots=True, often=5, name="richard_iii")
    assert game.reason
