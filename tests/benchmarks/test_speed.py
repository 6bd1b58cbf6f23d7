"""What a process does once it has begun; the table of all is `tests.benchmarks.speed`.

Measured, never asserted: pytest tests/benchmarks --benchmark-enable --benchmark-only. Without these
options each runs once, on a short game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pbem.drawing import cells, frame, labels, layout
from pbem.drawing.templates import environment
from pbem.gm.game import Game
from pbem.reports.formats import render
from pbem.reports.from_game import report, report_for
from pbem.reports.period import Period
from tests.benchmarks.speed import TREE, Figure, Row, commands, random_games, replay, table
from tests.benchmarks.tree import Tree
from tests.drawn import kept
from tests.moderator.people import GM, Post, any_line, played, seated

LATE = 200


@kept
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


def applying(data: bytes) -> Callable[[], bytes]:
    save, mail = next_mail(data)

    kept = Game.loads(save, GM).checkpoint()

    def apply() -> bytes:
        game = Game.loads(save, GM, checkpoint=kept)
        (receipt,) = game.apply({"mail": mail})
        assert receipt.error is None
        return game.dumps()

    return apply


@pytest.mark.slow
def test_apply_without_the_process(benchmark: BenchmarkFixture, game: Post) -> None:
    benchmark(applying(at_entry(game, LATE)))


@pytest.mark.slow
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
    made = report_for(loaded, "york", Period(since=len(loaded.save.entries) - 5))

    def forget() -> None:
        if cold:
            for kept in (environment, labels.labels, layout._seas, frame.framed, cells.cells):
                kept.cache_clear()

    benchmark.pedantic(render, (made, "html"), setup=forget, rounds=1 if benchmark.disabled else 20)


def test_page_and_map(benchmark: BenchmarkFixture, game: Post) -> None:
    page_and_map(benchmark, game, cold=False)


def test_first_page_and_map(benchmark: BenchmarkFixture, game: Post) -> None:
    """Templates are read and compiled, and everything is laid out."""
    page_and_map(benchmark, game, cold=True)


@pytest.mark.slow
def test_the_table_of_commands(tmp_path: Path) -> None:
    """`speed` on the shortest of games, this tree as it stands."""
    long = ("warriors", "standard_1455", "2", "4", "6")
    rows = commands([here(tmp_path)], 1, tmp_path, ("plantagenet", "Ib", "3", "5"), long)
    told = list(table(rows, [here(tmp_path)]))
    assert len(told) == 2 + 8
    assert not [row for row in told if "| - |" in row]


@pytest.mark.slow
def test_the_table_of_random_games_and_replay(tmp_path: Path) -> None:
    tree = here(tmp_path)
    rows = [*replay([tree], 1, 1), *random_games([tree], 1, 1, [("plantagenet", "Ia")])]
    assert all(number > 0 for row in rows for number in row.numbers[tree.name])
    assert len(rows) == 2


def test_the_table_of_two_trees_has_a_factor(tmp_path: Path) -> None:
    ours, theirs = here(tmp_path), Tree("older", TREE, TREE, tmp_path)
    figure, quick = Figure("x", "2", digits=1), Figure("y", "2", True, 1)
    rows = [
        Row(figure, {"here": [1, 1, 4], "older": [3, 2, 4]}, {}),
        Row(quick, {"here": [6]}, {"older": "it has none"}),
    ]
    assert list(table(rows, [ours, theirs]))[2:] == [
        "| x | 1.0 | 3.0 | 2.0 | 2 |",
        "| y | 6.0 | - | - | 2 |",
        "Left out, older: it has none",
    ]


def here(folder: Path) -> Tree:
    """This tree as it stands, not installed."""
    return Tree("here", TREE, TREE, folder / "homes")
