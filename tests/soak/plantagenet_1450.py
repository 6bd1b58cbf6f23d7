"""Random games of Plantagenet, 1450-1500, watched after every decision: what always holds, and what came to pass.

python -m tests.soak.plantagenet_1450 --games 500 --full 50 --seed 1

So many games of each scenario, and so many of 20.1 without automatic victories, to their last turns. A game in
which something does not hold (tests/plantagenet_1450/always.py) is named with its traceback; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter

from pbem.games import find
from tests.plantagenet_1450 import courtier
from tests.plantagenet_1450.always import Watch
from tests.random_games import Game, play_game

GAME = "plantagenet_1450"
LONG = "wars_of_the_roses"


def play(scenario: str, seed: str, full: bool, watch: Watch) -> Game:
    """A game to its end; a full one is played by those who like Intrigue, and has no early end."""
    if not full:
        return play_game(scenario, seed, name=GAME, watch=watch)
    data, player = courtier.without_automatic_victory(), courtier.Courtier
    return play_game(scenario, seed, name=GAME, data=data, random_player=player, watch=watch)


def soak(scenario: str, games: int, first: int, full: bool = False) -> list[str]:
    """Play games with new seeds and print what came to pass; returns those that failed."""
    counts: Counter[str] = Counter()
    failed, start = [], time.process_time()
    for number in range(first, first + games):
        watch = Watch()
        try:
            play(scenario, f"soak {number}", full, watch)
        except Exception:
            failed.append(f"{scenario}{' full' if full else ''}, seed {number}")
            print(f"{traceback.format_exc()}failed: {failed[-1]}", flush=True)
        counts += watch.counts
    told = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    spent = time.process_time() - start
    name = f"{scenario}{' full' if full else ''}"
    print(f"{name}: {games} games, {len(failed)} failed, {spent:.0f} s; {told}", flush=True)
    return failed


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20, help="of each scenario")
    parser.add_argument("--full", type=int, default=0, help="of 20.1, to the last turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", action="append", default=[], help="these only")
    chosen = parser.parse_args()
    failed = []
    for scenario in chosen.scenario or find(GAME).scenarios():
        failed += soak(scenario, chosen.games, chosen.seed)
    failed += soak(LONG, chosen.full, chosen.seed, full=True) if chosen.full else []
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
