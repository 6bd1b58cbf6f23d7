"""From a click to the answer of a player's page, at the largest menu of a game; the goal is 50 ms. From the
start of `pbem play` there to its first page, and to its end; the goal is 2 s.

Measured, never asserted: pytest tests/benchmarks/test_desk.py --benchmark-enable --benchmark-only. Without
these options each runs once, on a short game.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pbem.home import computer
from tests.web.tables import GAMES, Page, Table
from tests.web.test_play import Program

OURS = GAMES[:4]
LONG, SHORT = 25, 3
"""Turns of which the largest menu is taken."""

every_game = pytest.mark.parametrize(("rules", "scenario"), OURS, ids=[game for game, _ in OURS])


def largest(folder: Path, rules: str, scenario: str, turns: int) -> Page:
    """The page with the most choices in so many turns of a random game."""
    table = Table(folder, rules, scenario)
    best, save = -1, table.save
    for _ in range(turns):
        public = table.look()
        if public.result is not None:
            break
        side = public.ledger.turn_of()[0]
        game = table.look(side)
        stack = not game.owes_ready and game.request().stack is not None
        count = 0 if game.owes_ready or stack else len(game.legal())
        if count > best:
            best, save = count, table.save
        table.turn()
    table.save, table.kept = save, {}
    page = table.page(table.look().ledger.turn_of()[0], anew=True)
    if page.desk.seat.arrived:
        page.click("looked")
    return page


@pytest.fixture
def page(benchmark: BenchmarkFixture, tmp_path: Path, rules: str, scenario: str) -> Page:
    return largest(tmp_path, rules, scenario, SHORT if benchmark.disabled else LONG)


@pytest.mark.slow
@every_game
def test_a_choice_is_taken_and_the_position_moves_on(
    benchmark: BenchmarkFixture, page: Page, rules: str, scenario: str
) -> None:
    seat = page.desk.seat
    line = next(o.line for o in [*reversed(seat.stand.options), *seat.game.legal()] if not o.passes)

    def clicked() -> int:
        count = len(page.click("take", line=line).parts)
        page.click("undo")
        return count

    benchmark.extra_info["choices"] = len(seat.stand.options)
    assert benchmark(clicked)


@pytest.mark.slow
@every_game
def test_a_choice_that_nobody_has_looked_at_before(
    benchmark: BenchmarkFixture, page: Page, rules: str, scenario: str
) -> None:
    lines = [o.line for o in page.desk.seat.stand.options if not o.passes] or page.lines()
    rounds = 1 if benchmark.disabled else min(len(lines), 20)
    several = iter(lines[:: max(len(lines) // rounds, 1)])

    def undone() -> tuple[tuple[()], dict[str, str]]:
        page.click("undo")
        return (), {"line": next(several)}

    answer = benchmark.pedantic(
        lambda line: page.click("take", line=line), setup=undone, rounds=rounds
    )
    assert answer.parts


@pytest.mark.slow
@every_game
def test_choices_are_narrowed_by_what_glows(
    benchmark: BenchmarkFixture, page: Page, rules: str, scenario: str
) -> None:
    what = next(iter(page.lit()), "")

    def clicked() -> int:
        if not what:
            return len(page.click("widen", every="yes").parts)
        return len(page.click("pick", what=what).parts)

    assert benchmark(clicked)


@pytest.mark.slow
@every_game
def test_the_whole_page(benchmark: BenchmarkFixture, page: Page, rules: str, scenario: str) -> None:
    assert benchmark(page.desk.whole)


@pytest.mark.slow
@every_game
def test_the_program_starts_and_shows_its_first_page(
    benchmark: BenchmarkFixture, page: Page, rules: str, scenario: str
) -> None:
    identity = page.desk.seat.game.identity
    assert identity is not None
    identity.save(page.home / computer.FILE, "")

    def shown() -> str:
        program = Program(page.home, str(page.home / "game.toml"))
        first = program.enter()
        program.end()
        return first

    assert ",desk.js" in benchmark(shown)
