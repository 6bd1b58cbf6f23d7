"""CPU seconds and decisions of random games: random_games.py GAME SCENARIO GAMES (seeds 1 to so many)."""

from __future__ import annotations

import json
import sys
import time

from tests.engine.random_play import RandomGame


def play(rules: str, scenario: str, seed: int) -> int:
    """A whole game, menus and all; how many decisions it took."""
    game = RandomGame(rules, scenario, seed)
    for _ in game.steps():
        pass
    return len(game.answers)


def main() -> None:
    rules, scenario, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
    play(rules, scenario, 0)  # data is read, caches are warm
    start = time.process_time()
    decisions = sum(play(rules, scenario, seed) for seed in range(1, games + 1))
    print(json.dumps({"seconds": time.process_time() - start, "decisions": decisions}))


if __name__ == "__main__":
    main()
