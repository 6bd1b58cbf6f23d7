"""Robots of two levels against each other: so many games a side, and the share that the better one wins.

python -m tests.duels --games 200 --seed 1                 every game, in the scenario that stands for it
python -m tests.duels --game warriors --scenario tudor_1476 --games 200
python -m tests.duels --game plantagenet --against random  against somebody who plays at random

A draw counts half. What a decision of the first takes is CPU time, on average over all its decisions.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from pbem.cli.jobs import Wish
from pbem.cli.many import Run
from pbem.club.each import Piece
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.facets.robot import Level
from pbem.engine.foresight import robot_answer
from pbem.engine.request import Request
from pbem.engine.scenarios import starting_state
from pbem.engine.world import World
from pbem.games import find
from tests.random_games import LONGEST, RandomPlayer

STANDS_FOR = {
    "plantagenet": "Ia",
    "richard_iii": "wars_of_the_roses",
    "warriors": "tudor_1476",
    "plantagenet_1450": "bosworth_1485",
}
"""Short, or whole as in Richard III, and such that neither side nearly always wins whoever plays it."""
RANDOM = "random"


class Duel(NamedTuple):
    """How one game ended, and what the first player's decisions took."""

    side: str
    winners: tuple[str, ...] = ()
    decisions: int = 0
    seconds: float = 0.0

    @property
    def share(self) -> float:
        """1 for a victory of the first player alone, half of it for a draw."""
        if self.winners == (self.side,):
            return 1.0
        return 0.0 if self.winners and self.side not in self.winners else 0.5


def line_of(world: World[Any], request: Request, who: str, drawn: RandomPlayer) -> str:
    """What `who`, a level or `random`, answers."""
    if who != RANDOM:
        return robot_answer(world.sight(request), request, Level(who))
    if request.stack is not None:
        return " ".join([request.stack.verb, *drawn.stack(request)])
    return drawn.line(request, world.chance.secrets)


def duel(name: str, scenario: str, side: str, first: str, second: str, seed: str) -> Duel:
    """A game in which `side` is played by `first`, and the other side by `second`."""
    rules, chance = find(name), SeededChance(seed)
    start = Checkpoint.of(starting_state(rules, scenario, {}))
    world: World[Any] = World(rules, start, chance, lambda state: False)
    world.start(chance)
    drawn, decisions, seconds, given = RandomPlayer(f"player {seed}"), 0, 0.0, 0
    while world.pending:
        request = world.pending[0]
        if request.side == side:
            began = time.process_time()
            line = line_of(world, request, first, drawn)
            seconds += time.process_time() - began
            decisions += 1
        else:
            line = line_of(world, request, second, drawn)
        world.give(request, line)
        given += 1
        if given > LONGEST:
            raise AssertionError(f"{seed} does not come to an end")
    if world.result is None:
        raise AssertionError(f"{seed} is over without a result")
    return Duel(side, tuple(world.result.winners), decisions, seconds)


def drawn_by(name: str, scenario: str, first: str, second: str, given: tuple[str, ...]) -> Duel:
    side, seed = given
    return duel(name, scenario, side, first, second, seed)


def series(name: str, scenario: str, first: str, second: str, seeds: range, jobs: int) -> float:
    """Play so many games a side and tell how they ended; the share of the first player."""
    played: list[Duel] = []
    for side in find(name).sides:
        won: Counter[str] = Counter()

        def tell(one: Duel, won: Counter[str] = won) -> None:
            played.append(one)
            won[" ".join(one.winners) or "nobody"] += 1

        pieces = [Piece(f"{side} {n}", (side, f"duel {n}"), str(n)) for n in seeds]
        work = partial(drawn_by, name, scenario, first, second)
        Run(f"duels {name} {scenario} {first} {second}", Path(), work, Duel).over(
            pieces, Wish(jobs), tell
        )
        told = ", ".join(f"{who} wins {count}" for who, count in sorted(won.items()))
        print(f"{name} {scenario}, {first} as {side}: {told}")
    share = sum(one.share for one in played) / len(played)
    spent = sum(one.seconds for one in played) / sum(one.decisions for one in played)
    print(
        f"{name} {scenario}: {first} against {second}: {share:.1%} of {len(played)}, "
        f"{1000 * spent:.1f} ms a decision"
    )
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=STANDS_FOR, help="one of them; all if none is named")
    parser.add_argument("--scenario", default="", help="another than the one that stands for it")
    parser.add_argument("--games", type=int, default=200, help="for each side")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--level", choices=list(Level), default=Level.STEADY)
    parser.add_argument("--against", choices=[*Level, RANDOM], default=Level.SIMPLE)
    parser.add_argument("--least", type=float, default=0.0, help="exit 1 below this share")
    parser.add_argument("--jobs", type=int, default=0, help="so many at once, each in a process")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.games)
    shares = [
        series(name, asked.scenario or scenario, asked.level, asked.against, seeds, asked.jobs)
        for name, scenario in STANDS_FOR.items()
        if asked.game in (None, name)
    ]
    if min(shares) < asked.least:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
