"""Random games to the end: invariants after every decision, replay, dead ends. See tests/random_games.py."""

from __future__ import annotations

import pytest

from tests.random_games import LATER_WARS, play_game, replay

SEEDS = range(6)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.parametrize("scenario", ["Ia", "Ib"])
def test_a_random_game_ends_and_replays(scenario: str, crowded: bool, seed: int) -> None:
    game = play_game(scenario, f"test {seed}", crowded=crowded)
    assert game.reason
    replay(scenario, game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "scenario",
    [*("Ic", "II", "III", "IIIB", "quickstart", "wars_of_the_roses"), *LATER_WARS],
)
def test_a_random_game_of_every_other_scenario_and_war_ends_and_replays(
    scenario: str, seed: int
) -> None:
    game = play_game(scenario, f"other {seed}")
    assert game.reason
    replay(scenario, game)


@pytest.mark.parametrize("scenario", ["Ia", "III"])
def test_1_5_3_a_random_game_with_hidden_mats_ends_and_replays(scenario: str) -> None:
    game = play_game(scenario, "screens", crowded=True, options={"hidden_mats": "yes"})
    assert game.reason
    replay(scenario, game)
