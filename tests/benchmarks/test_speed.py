"""Measured, never asserted. pytest tests/benchmarks --benchmark-enable --benchmark-only

Without these options each runs once, on a short game.
"""

from __future__ import annotations

import copy
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.moderator.game import Game
from pbem.protocol.pins import Pins
from pbem.reports import cells, layout
from pbem.reports.formats import render
from pbem.reports.from_game import report, told
from pbem.reports.ink import environment
from pbem.reports.period import Period
from tests.cli.console import Console
from tests.engine.random_play import RandomGame
from tests.moderator.people import GM, Post, any_line, played, seated

BARE = (
    "import click, tomllib, jinja2; from cryptography.hazmat.primitives.asymmetric import ed25519"
)
MAIN = "from pbem.cli import main; main()"
LATE = 200


@cache
def long_game(entries: int) -> Post:
    """A game of so many entries, as far as chance allows."""
    # Of the first seeds, the longest game.
    return seated(4, "wars_of_the_roses").play(entries) if entries > 30 else played(30)


@pytest.fixture
def game(benchmark: BenchmarkFixture) -> Post:
    return long_game(30 if benchmark.disabled else LATE + 60)


def next_mail(data: bytes) -> tuple[bytes, str]:
    """A save and a mail that can be applied to it."""
    post = Post(data)
    side = post.look().requests[0].side
    return data, post.sent(side, any_line(post.look(side), post.random))


def at_entry(post: Post, n: int) -> bytes:
    """The save with about so many entries."""
    return min(post.saves, key=lambda data: abs(data.count(b"[[entry]]") - n))


def python(*words: str, home: Path) -> None:
    environment = {"PBEM_HOME": str(home), "PATH": "", "PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, *words], env=environment, check=True, capture_output=True)


def test_bare_process(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark(python, "-c", BARE, home=tmp_path)


def apply_process(benchmark: BenchmarkFixture, folder: Path, data: bytes, *more: str) -> None:
    save, mail = next_mail(data)
    console = Console(folder, save)
    path = console.mail(mail)
    home = folder / "people" / "gm"
    game, pins = Game.loads(save, GM), Pins(home / "pins")
    kept = game.checkpoint()

    def again() -> tuple[tuple[str, ...], dict[str, Any]]:
        console.save.write_bytes(save)
        shutil.rmtree(pins.folder, ignore_errors=True)
        # The GM wrote this save, and has his checkpoint of it.
        pins.settle(game.ledger.game, game.heads, GM.public.fingerprint, kept)
        return ("-c", MAIN, "apply", str(console.save), path, *more), {"home": home}

    benchmark.pedantic(python, setup=again, rounds=1 if benchmark.disabled else 12)


def test_apply_process_early(benchmark: BenchmarkFixture, tmp_path: Path, game: Post) -> None:
    apply_process(benchmark, tmp_path, at_entry(game, 10), "--no-reports")


def test_apply_process(benchmark: BenchmarkFixture, tmp_path: Path, game: Post) -> None:
    apply_process(benchmark, tmp_path, at_entry(game, LATE), "--no-reports")


def test_apply_process_and_reports(benchmark: BenchmarkFixture, tmp_path: Path, game: Post) -> None:
    apply_process(benchmark, tmp_path, at_entry(game, LATE))


def applying(data: bytes) -> Callable[[], bytes]:
    save, mail = next_mail(data)

    kept = Game.loads(save, GM).checkpoint()

    def apply() -> bytes:
        game = Game.loads(save, GM, kept=kept)
        (receipt,) = game.apply({"mail": mail})
        assert receipt.error is None
        return game.dumps()

    return apply


def test_apply_without_the_process(benchmark: BenchmarkFixture, game: Post) -> None:
    benchmark(applying(at_entry(game, LATE)))


def test_verify(benchmark: BenchmarkFixture, game: Post) -> None:
    loaded = Game.loads(game.save)
    benchmark.extra_info["entries"] = len(loaded.save.entries)
    benchmark(loaded.verify)


def test_open_as_player(benchmark: BenchmarkFixture, game: Post) -> None:
    benchmark(game.look, "york")


def test_report(benchmark: BenchmarkFixture, game: Post) -> None:
    loaded = game.look("york")
    benchmark(report, loaded, "york", "text", Period(since=len(loaded.save.entries) - 1))


def page_and_map(benchmark: BenchmarkFixture, game: Post, cold: bool) -> None:
    """Issue 7: at most 150 ms of CPU beyond start-up, the first page of a process too."""
    loaded = game.look("york")
    made = told(loaded, "york", Period(since=len(loaded.save.entries) - 5))

    def forget() -> None:
        if cold:
            for kept in (environment, layout._labels, layout._areas, layout._frame, cells.cells):
                kept.cache_clear()

    benchmark.pedantic(render, (made, "html"), setup=forget, rounds=1 if benchmark.disabled else 20)


def test_page_and_map(benchmark: BenchmarkFixture, game: Post) -> None:
    page_and_map(benchmark, game, cold=False)


def test_first_page_and_map(benchmark: BenchmarkFixture, game: Post) -> None:
    """Templates are read and compiled, and everything is laid out."""
    page_and_map(benchmark, game, cold=True)


def put_away(scenario: str, seeds: range) -> list[Checkpoint]:
    """Games put away before the last decision of each step."""
    saved: list[Checkpoint] = []
    for seed in seeds:
        last: Checkpoint | None = None
        for play in RandomGame("plantagenet", scenario, seed).steps():
            if last is not None and play.checkpoint.asked != last.asked:
                saved.append(last)
            last = copy.deepcopy(play.checkpoint)
        assert last is not None
        saved.append(last)
    return saved


def test_replay_of_decisions(benchmark: BenchmarkFixture) -> None:
    """`resume`: what it takes to open a game in the middle of a step."""
    saved = put_away("Ia", range(1 if benchmark.disabled else 12))
    rules = RandomGame("plantagenet", "Ia", 1).rules
    decisions = sum(isinstance(item, dict) for saved_at in saved for item in saved_at.record)

    def resume() -> None:
        for checkpoint in saved:
            play: Play[Any] = Play(rules, checkpoint)
            play.resume()

    benchmark(resume)
    benchmark.extra_info["decisions"] = decisions


def test_a_decision_with_its_menu(benchmark: BenchmarkFixture) -> None:
    """A whole game: menus computed, lines matched, dice rolled."""
    decisions = 0

    def play() -> None:
        nonlocal decisions
        game = RandomGame("plantagenet", "Ia", 1)
        for _ in game.steps():
            pass
        decisions = len(game.answers)

    benchmark(play)
    benchmark.extra_info["decisions"] = decisions
