"""Play random games to the end, check the invariants after every decision, replay and compare.

python -m tests.soak.random_games --game plantagenet --scenario Ia --games 100 --seed 1 --jobs 2

A game that fails is named with its traceback, and the others go on; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pbem.cli.jobs import JobOptions
from pbem.cli.many import Run
from pbem.club.each import Piece
from tests.plantagenet_1450 import courtier
from tests.random_games import Game, play_game, replay

Options = tuple[tuple[str, ...], ...]


class Tried(NamedTuple):
    """A random game in short; `failed`: what went wrong, with its traceback."""

    seed: str
    decisions: int = 0
    reason: str = ""
    winner: str = ""
    failed: str = ""


def tried(
    scenario: str,
    bots: bool,
    crowded: bool,
    full: bool,
    name: str,
    options: Options,
    given: tuple[str, ...],
) -> Tried:
    """Play and replay the game of a seed."""
    (seed,) = given
    whole = partial(play_game, scenario, seed, bots, crowded, name=name, options=dict(options))
    try:
        game = full_game(whole) if full else whole()
        replay(scenario, game)
    except Exception:
        return Tried(seed, failed=traceback.format_exc())
    return Tried(seed, len(game.answers), game.reason, game.winner)


def full_game(whole: Callable[..., Game]) -> Game:
    """A game of Plantagenet, 1450-1500, to its last turn, by random players who like Intrigue."""
    return whole(data=courtier.without_automatic_victory(), random_player=courtier.Courtier)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="plantagenet")
    parser.add_argument("--scenario", default="Ia")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", action="store_true", help="let the bot play both sides")
    parser.add_argument(
        "--crowded", action="store_true", help="start with all Lords together on the map"
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="plantagenet_1450: no automatic victory, so that all ten turns are played",
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--jobs", type=int, default=0, help="so many at once, each in a process")
    parser.add_argument("--resume", action="store_true", help="go on where this was broken off")
    chosen = parser.parse_args()
    options = tuple(tuple(option.split("=", 1)) for option in chosen.option)
    play = partial(
        tried, chosen.scenario, chosen.bots, chosen.crowded, chosen.full, chosen.game, options
    )
    ends: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    failed: list[str] = []
    decisions, start = 0, time.perf_counter()

    def tell(one: Tried) -> None:
        nonlocal decisions
        if one.failed:
            number = one.seed.rpartition(" ")[2]
            words = f"--game {chosen.game} --scenario {chosen.scenario} --games 1 --seed {number}"
            words += " --full" * chosen.full
            failed.append(words)
            print(f"{one.failed}failed: {words}")
            return
        decisions += one.decisions
        ends[one.reason] += 1
        wins[one.winner] += 1
        print(f"{one.seed}: {one.decisions} decisions. {one.reason}")

    seeds = [f"{chosen.scenario} {n}" for n in range(chosen.seed, chosen.seed + chosen.games)]
    what = f"random games {chosen.game} {chosen.bots} {chosen.crowded} {chosen.full} {options}"
    run = Run(what, Path(), play, Tried)
    run.over(
        [Piece(seed, (seed,), seed) for seed in seeds], JobOptions(chosen.jobs, chosen.resume), tell
    )
    for reason, count in ends.most_common():
        print(f"{count:5} {reason}")
    print(", ".join(f"{winner} wins {count}" for winner, count in sorted(wins.items())))
    print(f"{decisions} decisions in {time.perf_counter() - start:.1f} s")
    for words in failed:
        print(f"failed: {words}")
    if failed or run.failed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
