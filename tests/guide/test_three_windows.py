"""Three people at one machine: `--home`, and the README's ten minutes as they are typed in each shell."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.home.computer import folder
from tests.cli.console import Console
from tests.guide.pages import ROOT, evening

SHELLS = {
    "sh": (["sh", "-e", "-c"], 'pbem() { %s -m pbem "$@"; }\n'),
    "pwsh": (["pwsh", "-NoProfile", "-Command"], "function pbem { & %s -m pbem @args }\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_the_readmes_ten_minutes_work_as_typed(shell: str, tmp_path: Path) -> None:
    call, begin = SHELLS[shell]
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    known = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")}
    done = subprocess.run(
        [*call, begin % sys.executable + evening()],
        cwd=tmp_path,
        env={**known, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path / "nobody")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"Now asked: \w+ \((york|lancaster), ", done.stdout), (
        "as the cards have fallen"
    )
    assert re.search(
        r"^In order\. 5 entries and \d+ dice, all replayed here\.", done.stdout, re.MULTILINE
    )
    assert not (tmp_path / "nobody").exists()


def test_every_shell_reads_the_ten_minutes_in_the_same_way() -> None:
    """Plain words only: nothing that sh, PowerShell or cmd would take for something else."""
    assert len(evening().splitlines()) == 15
    for line in evening().splitlines():
        assert re.fullmatch(r"pbem --home \w+( [\w.-]+)+", line), line


def test_home_is_for_one_command_only(tmp_path: Path) -> None:
    console = Console(tmp_path)
    told = console.type("gm", "--home", "people/bob", "identity", "show").out
    assert told == console.type("bob", "identity", "show").out
    assert told != console.type("gm", "identity", "show").out
    before = os.environ.get("PBEM_HOME")
    console.type("gm", "--home", "elsewhere", "identity", "show")
    assert os.environ.get("PBEM_HOME") == before
    assert not (tmp_path / "elsewhere").exists()


def test_home_without_an_identity_says_where_it_looked(tmp_path: Path) -> None:
    done = Console(tmp_path).type("gm", "--home", "cecily", "identity", "show")
    assert done.code == 2
    assert str(Path("cecily") / "identity.toml") in done.said
    assert "pbem --home cecily identity new" in done.said


def test_home_that_is_a_file_is_refused(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.file("ann.card", "a card")
    done = console.type("gm", "--home", "ann.card", "identity", "show")
    assert done.code == 2
    assert "ann.card" in done.said


def test_the_home_of_others_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_HOME", "here")
    assert folder() == Path("here")
