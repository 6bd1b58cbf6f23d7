"""Decisions fed back a second: replay.py GAME SCENARIO GAMES (seeds 1 to so many).

Each game is put away before the last decision of each step, and taken up again from there.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from typing import Any

from pbem.engine.play import Play
from tests.engine.random_play import RandomGame

TIMES = 5


def put_away(rules: str, scenario: str, seed: int) -> list[Any]:
    """The checkpoints of one game."""
    saved: list[Any] = []
    last = None
    for play in RandomGame(rules, scenario, seed).steps():
        if last is not None and play.checkpoint.asked != last.asked:
            saved.append(last)
        last = copy.deepcopy(play.checkpoint)
    return [*saved, last]


def main() -> None:
    rules, scenario, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
    saved = [one for seed in range(1, games + 1) for one in put_away(rules, scenario, seed)]
    found = RandomGame(rules, scenario, 1).rules
    decisions = sum(isinstance(item, dict) for one in saved for item in one.record)
    seconds = []
    for _ in range(TIMES):
        start = time.process_time()
        for checkpoint in saved:
            Play(found, checkpoint).resume()
        seconds.append(time.process_time() - start)
    print(json.dumps({"seconds": min(seconds), "decisions": decisions}))


if __name__ == "__main__":
    main()
