"""`pbem bundle` and `pbem doctor`: what a third person gets, and what is wrong with a file."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.moderator.forger import resigned
from tests.moderator.people import played
from tests.protocol.marks import needs_ssh_keygen

from .desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, played(6).save)


@needs_ssh_keygen
def test_a_bundle_checks_itself_and_is_always_the_same(desk: Desk, tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        done = desk.type("eve", "bundle", "game.toml", "-o", name)
        assert done.code == 0, done.err
    assert (desk.folder / "one.zip").read_bytes() == (desk.folder / "two.zip").read_bytes()
    with zipfile.ZipFile(desk.folder / "one.zip") as pack:
        pack.extractall(tmp_path / "out")
        names = {Path(name).name for name in pack.namelist()}
    assert {"HOWTO.txt", "game.toml", "verify.py", "PROTOCOL.md", "allowed_signers"} <= names
    (folder,) = (tmp_path / "out").iterdir()
    how = (folder / "HOWTO.txt").read_text(encoding="utf-8")
    command = next(line.split() for line in how.splitlines() if "verify.py" in line)
    words = [sys.executable, "-E", "-s", *command[1:]]
    checked = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "\ngood: " in f"\n{checked.stdout}"
    assert b"sealed" in (folder / "game.toml").read_bytes()


def test_a_bundle_is_never_written_over_a_save(desk: Desk) -> None:
    before = desk.files()
    assert desk.type("gm", "bundle", "game.toml", "-o", "game.toml").code == 2
    assert desk.files() == before


def test_too_many_words_are_counted(desk: Desk) -> None:
    long = "x" * 2001
    done = desk.type("ann", "dispute", "game.toml", "--entry", "4", "--text", long)
    assert done.code == 2
    assert "at most 2000 characters, these are 2001" in done.said
    done = desk.type("gm", "rule", "game.toml", "--uphold", "4", "--reason", long)
    assert done.code == 2
    assert "its reason has 2001 characters" in done.said


def test_a_healthy_save(desk: Desk) -> None:
    done = desk.type("ann", "doctor", "game.toml")
    assert done.code == 0
    assert "WRONG" not in done.out
    assert "entries replay" in " ".join(done.out.split())
    assert "you have never seen it before" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (lambda d: d[: len(d) // 2], "It was cut short"),
        (lambda d: d.replace(b"\n", b"\r\n"), "changed the line ends"),
        (lambda d: d.replace(b"Towton", b"Tauton", 1), "changed it after it was signed"),
        (lambda d: b"hello\n", "not a save at all"),
        (
            lambda d: resigned(d, -1, lambda b: b["record"].update(state_hash=64 * "0")),
            "pbem explain",
        ),
    ],
    ids=["cut", "line ends", "edited", "no save", "dishonest"],
)
def test_what_is_wrong_and_what_to_do(desk: Desk, change: object, advice: str) -> None:
    good = desk.save.read_bytes()
    desk.save.write_bytes(change(good))  # type: ignore[operator]
    before = desk.files()
    done = desk.type("ann", "doctor", "game.toml")
    assert done.code == 2
    assert advice in " ".join(done.out.split())
    assert desk.files() == before


def test_the_copy_beside_a_damaged_save(desk: Desk) -> None:
    desk.file("game.toml.bak", desk.save.read_bytes())
    desk.save.write_bytes(desk.save.read_bytes()[:-9])
    done = desk.type("ann", "doctor", "game.toml")
    assert "Copy game.toml.bak over game.toml" in " ".join(done.out.split())


def test_a_rewritten_history(desk: Desk) -> None:
    assert desk.type("ann", "show", "game.toml").code == 0
    desk.save.write_bytes(played(3).save)
    done = desk.type("ann", "doctor", "game.toml")
    assert done.code == 2
    assert "Keep both files" in " ".join(done.out.split())
