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
    Boundary("menu, one branch", "pbem.engine.request", "Request.branch"),
    Boundary("words", "pbem.engine.decision", "Notation.write"),
    Boundary("words", "pbem.engine.request", "Option.note"),
    Boundary("match, read", "pbem.engine.play", "match"),
    Boundary("match, read", "pbem.engine.play", "option_of"),
    Boundary("match, read", "pbem.engine.request", "Request.read"),
    Boundary("checkpoint, write", "pbem.engine.codec", "dump"),
    Boundary("checkpoint, read", "pbem.engine.codec", "load"),
)
LAYERS = tuple(dict.fromkeys([*(b.layer for b in BOUNDARIES), RULES, PLAYER]))


class Clock:
    """Time in each layer, without that of the layers called from it."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.crossings: Counter[str] = Counter()
        """How often a layer was left for one further in, or came back to: each costs its own clock."""
        self.within = [PLAYER]
        self.since = time.perf_counter_ns()

    def enter(self, layer: str) -> None:
        now = time.perf_counter_ns()
        outer = self.within[-1]
        self.spent[outer] += now - self.since
        self.crossings[outer] += 1
        self.calls[layer] += layer != outer
        self.within.append(layer)
        self.since = time.perf_counter_ns()

    def leave(self) -> None:
        now = time.perf_counter_ns()
        inner = self.within.pop()
        self.spent[inner] += now - self.since
        self.crossings[inner] += 1
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
    kind = type(find(name))
    step = kind.step
    kind.step = lambda self, table: TimedStep(step(self, table), clock)
    kind.result = clock.wrapped(RULES, kind.result)


def play(rules: str, scenario: str, games: int) -> tuple[float, int]:
    """CPU seconds and decisions of so many games, from seed 1."""
    start, decisions = time.process_time(), 0
    for seed in range(1, games + 1):
        game = RandomGame(rules, scenario, seed)
        for _ in game.steps():
            pass
        decisions += len(game.answers)
    return time.process_time() - start, decisions


def cost(clock: Clock) -> float:
    """Nanoseconds that one crossing adds to the layer it leaves."""
    empty = clock.wrapped("nothing", lambda: None)
    for _ in range(20_000):
        empty()
    return (clock.spent.pop("nothing") + clock.spent[PLAYER]) / 40_000


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
    for row in columns[0]:
        print(f"{row:<24}" + "".join(f"{column[row]:>15}" for column in columns))


def measured(scenario: str, games: int) -> dict[str, str]:
    rules = next(name for name in GAMES if scenario in find(name).scenarios())
    play(rules, scenario, 2)  # caches are warm, as in any longer run
    seconds, decisions = play(rules, scenario, games)
    clock = Clock()
    missing = [b.name for b in BOUNDARIES if not wrap(clock, b)]
    clock.since = time.perf_counter_ns()
    each = cost(clock)
    wrap_rules(clock, rules)
    clock.spent.clear(), clock.calls.clear(), clock.crossings.clear()
    clock.since = time.perf_counter_ns()
    play(rules, scenario, games)
    clock.spent[PLAYER] += time.perf_counter_ns() - clock.since
    spent = {layer: clock.spent[layer] - each * clock.crossings[layer] for layer in LAYERS}
    whole = sum(spent.values())
    return {
        "CPU ms a game": f"{seconds * 1000 / games:.1f}",
        "CPU us a decision": f"{seconds * 1e6 / decisions:.0f}",
        **{f"  {layer}": f"{spent[layer] / whole:.1%}" for layer in LAYERS},
        "decisions a game": f"{decisions / games:.0f}",
        "whole menus": f"{clock.calls['menu, whole'] / games:.0f}",
        "branches": f"{clock.calls['menu, one branch'] / games:.0f}",
        "lines written": f"{clock.calls['words'] / games:.0f}",
        "checkpoints": f"{clock.calls['checkpoint, write'] / games:.0f}",
        "not in this tree": " ".join(missing) or "-",
    }


if __name__ == "__main__":
    main()
