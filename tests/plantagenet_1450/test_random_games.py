"""Random games of Towton to the end: invariants after every decision, replay, dead ends."""

from __future__ import annotations

import pytest

from tests.random_games import play_game, replay


@pytest.mark.parametrize("seed", range(4))
def test_a_random_campaign_ends_and_replays(seed: int) -> None:
    game = play_game("towton_1461", f"test {seed}", name="plantagenet_1450")
    assert game.reason
    replay("towton_1461", game)
