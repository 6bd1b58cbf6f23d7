"""The three programs of the guide's Python chapter, run as they are printed, on games with a clock and a score."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pbem
from pbem.home.computer import sitting_as
from tests import clocks
from tests.guide.pages import blocks
from tests.moderator.people import EVE, GM, PLAYERS, played

WAITING, GRAPH, NOTIFIER, ROBOT = blocks("python", "python")
DAY = 24 * 3600
START = 1_800_000_000  # 15 January 2027


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with a game that has deadlines, an older copy of it and a damaged one, and a file that is no game."""
    post = played(12)
    old = post.save
    post.save = clocks.agreed(post.save, GM, PLAYERS, START, 7 * 24, 0, "gm")
    post.kept.clear()
    post.turn()
    gm = post.look("gm")
    gm.tick(START + DAY)
    folder = tmp_path / "club"
    (folder / "one").mkdir(parents=True)
    (folder / "one" / "game.toml").write_bytes(gm.dumps())
    (folder / "one" / "game (1).toml").write_bytes(old)
    (folder / "broken.toml").write_bytes(b"# A game moderated by pbem, said somebody\n")
    (folder / "one" / "new.toml").write_bytes(gm.dumps().replace(b"\nsig = '", b"\nsig = 'A", 1))
    for who in (*PLAYERS.values(), EVE):
        (tmp_path / who.name).mkdir()
        who.save(tmp_path / who.name / "identity.toml", "")
    return folder


def run(code: str, folder: Path, who: str, *words: object) -> None:
    """A program of the guide, in a file of its own."""
    file = folder.parent / "program.py"
    file.write_text(code, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch, sitting_as(folder.parent / who):
        patch.setattr(sys, "argv", [str(file), *map(str, words)])
        runpy.run_path(str(file), run_name="__main__")


def asked(folder: Path) -> pbem.Waiting:
    (waiting,) = pbem.open(folder / "one" / "game.toml").waiting_for()
    return waiting


def test_the_games_that_wait_for_me(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (club / "broken.toml").unlink()
    waiting = asked(club)
    run(WAITING, club, PLAYERS[waiting.side].name, club)
    assert capsys.readouterr().out == f"game.toml: {waiting}\n"
    assert waiting.deadline is not None
    assert f", by {waiting.deadline:%Y-%m-%d %H:%M} UTC" in str(waiting)
    run(WAITING, club, "Eve", club)
    assert capsys.readouterr().out == ""


def test_a_graph_over_a_game(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, picture = club / "one" / "game.toml", club / "graph.svg"
    run(GRAPH, club, "Eve", save, picture)
    game = pbem.open(save)
    lines = ElementTree.parse(picture).getroot()
    assert len(lines) == len(game.sides)
    for line in lines:
        assert len(line.attrib["points"].split()) == len(game.turns()) >= 2
    assert capsys.readouterr().out.startswith("Influence: ")


def test_a_notifier_speaks_once_of_each_decision_and_once_more_before_its_deadline(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = PLAYERS[asked(club).side].name
    memory = club.parent / "seen.json"
    code = NOTIFIER.replace("datetime.now(UTC)", "datetime.fromtimestamp(NOW, UTC)")
    assert code != NOTIFIER
    said = []
    for now in (START + DAY, START + 2 * DAY, START + 7.5 * DAY, START + 7.6 * DAY):
        run(code.replace("NOW", str(now)), club, name, club, memory)
        told = capsys.readouterr()
        said.append(told.out)
        assert "broken.toml: " in told.err
    first, again, late, once_more = said
    assert (again, once_more) == ("", "")
    assert late == f"Hurry! {first}"
    assert str(asked(club)) in first
    assert list(json.loads(memory.read_text("utf-8"))) == [pbem.open(club / "one/game.toml").id]


def test_the_robot_is_short() -> None:
    assert len([line for line in ROBOT.splitlines() if line and "import" not in line]) <= 10
