"""PROTOCOL 11: files are written whole, also where another program has the old one open."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem import system
from pbem.errors import FileInUse, WouldOverwrite
from pbem.protocol.atomic import ABANDONED, create_file, replace_file
from tests.says import worded


class Busy:
    """`os.replace` of a Windows on which an editor has the file open for a while."""

    def __init__(self, times: int) -> None:
        self.left, self.replace = times, os.replace

    def __call__(self, new: Path, path: Path) -> None:
        if self.left and path.exists():
            self.left -= 1
            raise PermissionError(13, "The process cannot access the file")
        self.replace(new, path)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("time.sleep", found.append)
    return found


@pytest.mark.parametrize("times", [1, 5])
def test_on_windows_it_waits_for_another_program(
    times: int, pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"old")
    monkeypatch.setattr(system, "WINDOWS", True)
    monkeypatch.setattr("os.replace", Busy(times))
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert len(pauses) == times


def test_on_windows_it_says_which_file_is_open_elsewhere(
    pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"old")
    monkeypatch.setattr(system, "WINDOWS", True)
    monkeypatch.setattr("os.replace", Busy(99))
    with pytest.raises(FileInUse, match=worded("errors.FileInUse", ...)):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["game.toml"]
    assert sum(pauses) < 5


def test_elsewhere_a_refusal_is_the_systems_own(
    pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"old")
    monkeypatch.setattr(system, "WINDOWS", False)
    monkeypatch.setattr("os.replace", Busy(1))
    with pytest.raises(PermissionError):
        replace_file(path, b"new")
    assert pauses == []
    assert path.read_bytes() == b"old"


def test_a_new_file_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "ann.toml"
    create_file(path, b"one")
    with pytest.raises(WouldOverwrite):
        create_file(path, b"two")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(WouldOverwrite):
        create_file(tmp_path / "link", b"two")
    assert path.read_bytes() == b"one"
    assert not (tmp_path / "nowhere").exists()


KILLED = """
import os, pathlib, signal, sys
from pbem.protocol import atomic
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
getattr(atomic, sys.argv[1])(pathlib.Path(sys.argv[2]), b"a secret")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
@pytest.mark.parametrize("write", ["replace_file", "create_file"])
def test_what_a_kill_left_half_written_goes_with_a_later_write(write: str, tmp_path: Path) -> None:
    """Of whatever name in that folder: the next file may have another. Other programs' files stay."""
    subprocess.run([sys.executable, "-c", KILLED, write, str(tmp_path / "ann.toml")], check=False)
    (left,) = tmp_path.iterdir()
    assert left.read_bytes() == b"a secret"
    others = [".vimrc.0123456789abcdef", ".x.part", "x.0123456789abcdef.part", "ann.toml.part"]
    for name in others:
        (tmp_path / name).write_bytes(b"theirs")
    old = os.stat(left).st_mtime - ABANDONED - 1
    replace_file(tmp_path / "game.toml", b"new")
    assert left.exists(), "somebody may be writing it at this moment"
    for name in [*others, left.name]:
        os.utime(tmp_path / name, (old, old))
    replace_file(tmp_path / "game.toml", b"newer")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, "game.toml"])


def test_a_folder_in_place_of_a_temporary_file_stops_no_write(tmp_path: Path) -> None:
    (tmp_path / ".ann.toml.0123456789abcdef.part").mkdir()
    os.utime(tmp_path / ".ann.toml.0123456789abcdef.part", (0, 0))
    replace_file(tmp_path / "game.toml", b"new")
    assert (tmp_path / "game.toml").read_bytes() == b"new"
