"""Presses all that the pages of random games offer, at every depth of orders: nothing of it may be refused.

python -m tests.soak.buttons --games 100 --seed 1 [--game warriors] [--most 40] [--depth 8]

A game in five is Two Provinces. Long works, such as odds, are begun and stopped, unless `--whole`. Exit code 1 if something was
refused, each with the way to it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from pbem.games import find
from tests.web.conftest import INSTALLED
from tests.web.presser import Fault, Server, walk_chair, walk_seats
from tests.web.tables import GAMES, Table


def walk(seed: int, rules: str, most: int, depth: int, whole: bool) -> list[Fault]:
    """Press what the pages of one game offer, players' and the GM's; the seed chooses the scenario and the turns."""
    chance = random.Random(f"buttons {seed}")
    rules = rules or chance.choice(GAMES)[0]
    scenario = chance.choice(list(find(rules).scenarios()))
    with tempfile.TemporaryDirectory() as folder, Server(whole) as server:
        table = Table(Path(folder), rules, scenario, seed=seed)
        table.play(chance.randrange(30))
        faults = walk_seats(
            table, server, turns=6, between=chance.randrange(8), most=most, depth=depth
        )
        return faults + walk_chair(table, server, turns=1, most=most, depth=2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="", choices=["", *(name for name, _ in GAMES)])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=40, help="presses at each depth")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--whole", action="store_true", help="do long works to their end")
    chosen = parser.parse_args()
    sys.path.insert(0, str(INSTALLED))
    begun, refused = time.perf_counter(), 0
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        faults = walk(seed, chosen.game, chosen.most, chosen.depth, chosen.whole)
        refused += len(faults)
        for fault in faults:
            print(fault)
        print(f"seed {seed}: {len(faults)} refused", flush=True)
    print(f"{chosen.games} games, {refused} refused, {time.perf_counter() - begun:.0f} s")
    if refused:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
