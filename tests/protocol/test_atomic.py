"""PROTOCOL 11: files are written whole, also where another program has the old one open."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem import system
from pbem.errors import FileInUse, WouldOverwrite
from pbem.protocol.atomic import create_file, replace_file


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
    with pytest.raises(FileInUse, match=r"game\.toml open, so it cannot be replaced"):
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
