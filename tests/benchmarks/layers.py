"""Where the time of a random game goes: the profile by layer.

python -m tests.benchmarks.layers [--tree TREE] [--games 20] [SCENARIO ...]

Each layer is what runs between its boundaries and those of the layers it calls (exclusive shares). The
boundaries are wrapped here, with two clocks a call, whose own cost is measured and taken off; no
tracing profiler, which would charge small functions for being small. CPU a game is measured without.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pbem.games import GAMES, find
from tests.engine.random_play import RandomGame

TREE = Path(__file__).resolve().parents[2]
SCENARIOS = ("Ia", "Ib", "II", "kingmaker", "standard_1455")
RUNS = 3
PLAYER = "random player"
RULES = "rules (coroutines)"


class Boundary(NamedTuple):
    """A function by its module and name, and the layer that it leads into."""

    layer: str
    module: str
    name: str


BOUNDARIES = (
    Boundary("driver", "pbem.engine.play", "Play.start"),
    Boundary("driver", "pbem.engine.play", "Play.answer"),
    Boundary("driver", "pbem.engine.play", "Play.answer_stack"),
    Boundary("menu, whole", "pbem.engine.request", "Request.menu"),
    Boundary("menu, is it one line?", "pbem.engine.request", "Request._single"),
    Boundary("menu, one branch", "pbem.engine.request", "Request.branch"),
    Boundary("menu, one branch", "pbem.engine.request", "Request.walk"),
    Boundary("words", "pbem.engine.decision", "Notation.write"),
    Boundary("words", "pbem.engine.request", "Option.note"),
    Boundary("match, read", "pbem.engine.play", "match"),
    Boundary("match, read", "pbem.engine.play", "option_of"),
    Boundary("match, read", "pbem.engine.request", "Request.read"),
    Boundary("checkpoint, write", "pbem.engine.codec", "dump"),
    Boundary("checkpoint, write", "pbem.engine.codec", "encode"),
    Boundary("checkpoint, read", "pbem.engine.codec", "load"),
    Boundary("checkpoint, read", "pbem.engine.codec", "decode"),
)
LAYERS = tuple(dict.fromkeys([*(b.layer for b in BOUNDARIES), RULES, PLAYER]))


class Clock:
    """Time in each layer, without that of the layers called from it."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.spent: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.called: Counter[str] = Counter()
        """How often a layer called one further in, and `returned`: either costs it a bit of clock."""
        self.returned: Counter[str] = Counter()
        self.within = [PLAYER]
        self.since = time.perf_counter_ns()

    def enter(self, layer: str) -> None:
        now = time.perf_counter_ns()
        outer = self.within[-1]
        self.spent[outer] += now - self.since
        self.called[outer] += 1
        self.calls[layer] += layer != outer
        self.within.append(layer)
        self.since = time.perf_counter_ns()

    def leave(self) -> None:
        now = time.perf_counter_ns()
        inner = self.within.pop()
        self.spent[inner] += now - self.since
        self.returned[inner] += 1
        self.since = time.perf_counter_ns()

    def wrapped(self, layer: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **named: Any) -> Any:
            self.enter(layer)
            try:
                return function(*args, **named)
            finally:
                self.leave()

        return timed


class TimedStep:
    """The coroutine of a step."""

    def __init__(self, step: Any, clock: Clock) -> None:
        self.send = clock.wrapped(RULES, step.send)
        self.close = step.close


def wrap(clock: Clock, boundary: Boundary) -> bool:
    """Time what lies behind a boundary; False if this tree has none of that name."""
    *outer, name = boundary.name.split(".")
    try:
        owner = importlib.import_module(boundary.module)
        for word in outer:
            owner = getattr(owner, word)
        found = vars(owner)[name]
    except (ImportError, AttributeError, KeyError):
        return False
    if isinstance(found, property):
        setattr(owner, name, property(clock.wrapped(boundary.layer, found.fget or _nothing)))
    elif hasattr(found, "func"):  # cached_property: run once for each request
        found.func = clock.wrapped(boundary.layer, found.func)
    elif isinstance(found, classmethod | staticmethod):
        setattr(owner, name, type(found)(clock.wrapped(boundary.layer, found.__func__)))
    else:
        setattr(owner, name, clock.wrapped(boundary.layer, found))
    return True


def _nothing(_: object) -> None:
    raise AttributeError("a property that cannot be read")


def wrap_rules(clock: Clock, name: str) -> None:
    kind: Any = type(find(name))
    step = kind.step
    kind.step = lambda self, table: TimedStep(step(self, table), clock)
    kind.result = clock.wrapped(RULES, kind.result)


def play(rules: str, scenario: str, seed: int) -> int:
    """A whole game; how many decisions it took."""
    game = RandomGame(rules, scenario, seed)
    for _ in game.steps():
        pass
    return len(game.answers)


def cost(clock: Clock) -> tuple[float, float]:
    """Nanoseconds that a call adds to the layer that calls, and to the one that is called."""
    empty = clock.wrapped("nothing", lambda: None)
    clock.clear()
    for _ in range(20_000):
        empty()
    return clock.spent[PLAYER] / 20_000, clock.spent["nothing"] / 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--tree", type=Path, default=TREE, help="another checkout")
    parser.add_argument("--games", type=int, default=20, help="seeds 1 to so many")
    parser.add_argument("--column", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.column:
        print(json.dumps(measured(asked.scenarios[0], asked.games)))
        return
    # Wrapping cannot be undone, so each column comes from a process of its own.
    environment = {**os.environ, "PYTHONPATH": str(asked.tree.resolve())}
    words = [sys.executable, __file__, "--column", "--games", str(asked.games)]
    columns: list[dict[str, str]] = []
    for scenario in asked.scenarios:
        told = subprocess.run([*words, scenario], env=environment, check=True, capture_output=True)
        columns.append(json.loads(told.stdout))
    print(f"{asked.tree}: random games, seeds 1 to {asked.games}")
    print(f"{'':<24}" + "".join(f"{scenario:>15}" for scenario in asked.scenarios))
    missing = columns[0].pop("not in this tree")
    for row in columns[0]:
        print(f"{row:<24}" + "".join(f"{column[row]:>15}" for column in columns))
    if missing:
        print(f"Boundaries that this tree does not have: {missing}")


def quickest(rules: str, scenario: str, seed: int, clock: Clock) -> Counter[str]:
    """Time by layer of the run of a game in which others disturbed least."""
    runs = []
    for _ in range(RUNS):
        clock.clear()
        play(rules, scenario, seed)
        clock.leave()
        runs.append(+clock.spent)
    return min(runs, key=Counter.total)


def measured(scenario: str, games: int) -> dict[str, str]:
    rules = next(name for name in GAMES if scenario in find(name).scenarios())
    seeds = range(1, games + 1)
    play(rules, scenario, 0)  # caches are warm, as in any longer run
    start = time.process_time()
    decisions = sum(play(rules, scenario, seed) for seed in seeds)
    seconds = time.process_time() - start
    clock = Clock()
    missing = [b.name for b in BOUNDARIES if not wrap(clock, b)]
    outer, inner = cost(clock)
    wrap_rules(clock, rules)
    spent, calls = Counter[str](), Counter[str]()
    for seed in seeds:
        spent += quickest(rules, scenario, seed, clock)
        spent.subtract({layer: int(outer * n) for layer, n in clock.called.items()})
        spent.subtract({layer: int(inner * n) for layer, n in clock.returned.items()})
        calls += clock.calls
    return {
        "CPU ms a game": f"{seconds * 1000 / games:.1f}",
        "CPU us a decision": f"{seconds * 1e6 / decisions:.0f}",
        **{f"  {layer}": f"{spent[layer] / spent.total():.1%}" for layer in LAYERS},
        "decisions a game": f"{decisions / games:.0f}",
        "whole menus": f"{calls['menu, whole'] / games:.0f}",
        "branches": f"{calls['menu, one branch'] / games:.0f}",
        "lines written": f"{calls['words'] / games:.0f}",
        "checkpoints": f"{calls['checkpoint, write'] / games:.0f}",
        "not in this tree": " ".join(missing),
    }


if __name__ == "__main__":
    main()
