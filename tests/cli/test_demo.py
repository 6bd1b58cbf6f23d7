"""`pbem demo` of every game: a scenario of that game, and a game in progress to look at."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

import pbem
from pbem.cli import group
from pbem.cli.person import open_game
from pbem.demo import Demo, run
from pbem.games import GAMES, find
from pbem.home.computer import sitting_as
from pbem.ledger.values import GM
from tests.says import says


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_it_chooses_a_scenario_of_its_game(rules: str, tmp_path: Path) -> None:
    words = ["demo", "--game", rules, "--quiet", "--stop", "3", "--keep", str(tmp_path / "demo")]
    told = CliRunner().invoke(group, words)
    assert told.exit_code == 0, told.output
    game = pbem.open(tmp_path / "demo" / "game.toml")
    assert game.rules == rules
    assert game.scenario in find(rules).scenarios()
    assert game.result is None
    assert 3 <= len(list((tmp_path / "demo" / "mails").glob("*.txt"))) - 2 <= 4
    assert game.now in told.output
    assert all(game.id in path.name for path in (tmp_path / "demo" / "reports").iterdir())
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "demo" / "reports").stat().st_mode) == 0o700


def test_towton_is_played_without_further_words(tmp_path: Path) -> None:
    told = CliRunner().invoke(group, ["demo", "--stop", "1", "--keep", str(tmp_path / "demo")])
    assert "Towton, 1461" in told.output


def test_a_scenario_of_another_game_is_refused() -> None:
    told = CliRunner().invoke(group, ["demo", "--game", "warriors", "--scenario", "Ib"])
    assert "standard_1455" in " ".join(told.output.split())


@pytest.mark.slow
def test_two_demos_are_two_games_and_neither_is_called_a_fork(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        words = ["demo", "--quiet", "--stop", "2", "--keep", str(tmp_path / folder)]
        assert CliRunner().invoke(group, words).exit_code == 0
    for folder in ("first", "second", "first"):
        words = ["--home", str(tmp_path / "home"), "show", str(tmp_path / folder / "game.toml")]
        shown = CliRunner().invoke(group, words)
        assert shown.exit_code == 0, shown.output
        assert not says(shown.output, "errors.Forked")
    ids = {pbem.open(tmp_path / folder / "game.toml").id for folder in ("first", "second")}
    assert len(ids) == 2


@pytest.mark.slow
def test_its_end_waits_for_nobody(tmp_path: Path) -> None:
    """Both robots agree to the result, as people would; then everybody can check that the game is over."""
    demo = Demo(tmp_path / "demo")
    demo.play("plantagenet", "Ib", lambda _: None, stop=1)
    with sitting_as(demo.folder / "people" / GM):
        run("rule", str(demo.save), "--result", "york", "--reason", "So it ended.")
        over = open_game(demo.save)
    assert not over.ledger.final
    assert demo._round(over).ledger.final
