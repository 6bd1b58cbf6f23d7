"""`pbem adjudicate`: for the GM's eyes while a game runs, with a page for the judge."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.moderator.people import with_plans
from tests.says import says

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, with_plans().save)


@pytest.mark.slow
def test_the_gm_gets_a_page_with_both_sides_secrets_that_nobody_else_can_read(
    console: Console,
) -> None:
    done = console.type("gm", "adjudicate", "game.toml", "--games", "3", "-o", "judge.html")
    assert done.code == 0, done.err
    assert done.out.split() == ["For", "the", "judge", "only:", "judge.html"]
    page = (console.folder / "judge.html").read_text("utf-8")
    assert says(page, "reports.judge.ONLY")
    assert "of 3 games, which means" in page
    for side in ("york", "lancaster"):
        own = console.type("gm", "show", "game.toml", "--as", side).out
        (plan,) = [line.strip() for line in own.splitlines() if line.strip().startswith("Plan")][:1]
        told = console.type("gm", "adjudicate", "game.toml", "--games", "1").out
        assert plan in told
    if os.name == "posix":
        assert stat.S_IMODE((console.folder / "judge.html").stat().st_mode) == 0o600


@pytest.mark.parametrize("who", ["ann", "bob", "eve"])
def test_a_player_and_a_stranger_are_refused(console: Console, who: str) -> None:
    before = console.files()
    done = console.type(who, "adjudicate", "game.toml", "-o", "judge.html")
    assert done.code == 2
    assert done.out == ""
    assert says(done.said, "errors.OnlyForJudges")
    assert console.files() == before


def test_the_same_seed_gives_the_same_words(console: Console) -> None:
    words = ("adjudicate", "game.toml", "--games", "2")
    assert console.type("gm", *words).out == console.type("gm", *words).out
