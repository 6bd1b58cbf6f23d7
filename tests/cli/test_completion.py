"""Shell completion: the scripts for each shell, and what they get from pbem after Tab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from pbem import __version__
from pbem.cli import group
from pbem.games import GAMES, find, installed_games


def offered(words: list[str], typed: str) -> list[str]:
    found = ShellComplete(group, {}, "pbem", "_PBEM_COMPLETE").get_completions(words, typed)
    return [item.value for item in found]


def run_pbem(**variables: str) -> str:
    """What `pbem` prints, in a process of its own, with these environment variables."""
    path = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv[0] = 'pbem'; from pbem.cli import main; main()",
        ],
        env={**os.environ, "PYTHONPATH": path, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_commands_sides_games_and_scenarios() -> None:
    assert {"orders", "legal", "verify"} <= set(offered([], ""))
    assert offered([], "ver") == ["verify"]
    assert set(offered(["show", "game.toml", "--as"], "")) == {"york", "lancaster", "public"}
    assert offered(["join", "game.toml", "--as"], "y") == ["york"]
    assert offered(["join", "game.toml", "--as"], "p") == []
    assert offered(["new"], "") == list(GAMES)
    assert "Ib" in offered(["new", "plantagenet"], "i")
    assert offered(["new", "nonsense"], "") == []
    assert "Ia" in offered(["demo", "--scenario"], "I")
    assert offered(["rules"], "r") == ["richard_iii"]
    assert offered(["rules", "plantagenet"], "4.3.4") == ["4.3.4"]
    assert offered(["rules", "rich"], "5.2") == ["5.2", "5.21", "5.22"]
    assert offered(["rules", "rich", "4.0"], "") == ["Wars", "Kingmaker", "Richard"]
    assert offered(["rules", "chess"], "") == []


def test_files_are_left_to_the_shell() -> None:
    found = ShellComplete(group, {}, "pbem", "_PBEM_COMPLETE").get_completions(["verify"], "")
    assert [item.type for item in found] == ["file"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_gets_a_script_that_calls_pbem(shell: str) -> None:
    source = run_pbem(_PBEM_COMPLETE=f"{shell}_source")
    assert "_PBEM_COMPLETE" in source
    assert f"{shell}_complete" in source
    if shell != "powershell" and shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=source, text=True, check=False)
        assert checked.returncode == 0


def test_the_command_itself_answers_a_shell() -> None:
    typed = {"COMP_WORDS": "pbem ver", "COMP_CWORD": "1"}
    assert "plain,verify" in run_pbem(_PBEM_COMPLETE="bash_complete", **typed)


def test_version_names_the_rules_of_every_game() -> None:
    told = CliRunner().invoke(group, ["--version"])
    assert told.exit_code == 0
    first, *games = told.output.splitlines()
    assert first.startswith(f"pbem {__version__}, Python ")
    assert len(games) == len(installed_games())
    for name, line in zip(installed_games(), games, strict=True):
        assert line.split()[:3] == [name, "rules", str(find(name).version)]


def test_the_changelog_tells_of_this_version() -> None:
    told = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
    assert f"## {__version__}" in told
