"""`pbem demo --duel`: two robots, two programs that share nothing but the emails."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import group
from pbem.demo import run
from pbem.home.computer import sitting_as
from pbem.protocol import save as savefile
from pbem.protocol.save import Save
from tests.says import Pattern, says


def log(folder: Path, side: str) -> Save:
    return savefile.read_duel((folder / side / "game.toml").read_bytes())[0]


def played(folder: Path, *words: str) -> str:
    told = CliRunner().invoke(group, ["demo", "--duel", str(folder), *words])
    assert told.exit_code == 0, told.output
    return told.output


def test_two_programs_get_each_others_emails_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    told = played(folder, "--quiet", "--stop", "4")
    assert "4 emails" in told
    assert says(told, "cli.demo.command", Pattern(r"\b[12]"), word="held")
    assert "In order." in told
    emails = sorted((folder / "emails").iterdir())
    assert len(emails) == 4
    for side, other in (("york", "lancaster"), ("lancaster", "york")):
        got = {path.read_bytes() for path in (folder / side / "inbox").glob("*.eml")}
        sent = {path.read_bytes() for path in (folder / other / "outbox").iterdir()}
        assert got <= sent
        assert got <= {path.read_bytes() for path in emails}
    mine, theirs = log(folder, "york"), log(folder, "lancaster")
    both = list(zip(mine.entries, theirs.entries, strict=False))
    assert len(both) >= 2
    assert all(one.raw == other.raw for one, other in both)


@pytest.mark.soak
def test_a_whole_game_of_warriors_by_two_programs(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    told = played(folder, "--quiet", "--scenario", "tudor_1476")
    assert "wins" in told or "draw" in told
    mine, theirs = log(folder, "york"), log(folder, "lancaster")
    assert mine.entries == theirs.entries
    for side in ("york", "lancaster"):
        with sitting_as(folder / side / "home"):
            assert "In order." in run("verify", str(folder / side / "game.toml"))
    assert (folder / "replay.html").exists()


def test_a_demo_of_a_game_with_secrets_is_refused(tmp_path: Path) -> None:
    words = ["demo", "--duel", str(tmp_path / "demo"), "--game", "plantagenet"]
    words += ["--scenario", "henry"]
    told = CliRunner().invoke(group, words)
    assert told.exit_code != 0
    assert not (tmp_path / "demo").exists()
