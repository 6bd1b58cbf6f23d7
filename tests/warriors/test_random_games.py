"""Random games to the end: invariants after every decision, replay, dead ends. See tests/random_games.py."""

from __future__ import annotations

import pytest

from pbem.games import find
from tests.random_games import play_game, replay

SCENARIOS = ["standard_1455", "kingmaker_1465", "tudor_1476"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_ends_and_replays(scenario: str, seed: int) -> None:
    game = play_game(scenario, f"test {seed}", name="warriors")
    assert game.reason
    replay(scenario, game)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bot_plays_itself_to_the_end_and_plays_the_same_again(scenario: str) -> None:
    game = play_game(scenario, "bots", bots=True, often=9, name="warriors")
    assert game.reason
    assert play_game(scenario, "bots", bots=True, often=99, name="warriors").answers == game.answers


def test_the_rule_set_is_registered() -> None:
    rules = find("warriors")
    assert tuple(rules.sides) == ("york", "lancaster")
    assert len(rules.data_hash()) == 64
    assert rules.result(rules.start("standard", {})) is None
