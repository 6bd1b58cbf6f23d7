"""Robots live beside their save, and a level that cannot be read is no level."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.facets.robot import Level
from pbem.errors import UnreadableFile
from pbem.home import robot_homes

from .machine import kills


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "game.toml"


def hire(save: Path, role: str) -> Path:
    home = robot_homes.folder(save) / role
    home.mkdir(parents=True)
    (home / "identity.toml").touch()
    return home


def test_a_robot_is_who_has_an_identity_there(save: Path) -> None:
    assert robot_homes.folder(save) == save.parent / "game.robots"
    assert not robot_homes.keeps(save, "york")
    (robot_homes.folder(save) / "york").mkdir(parents=True)
    assert not robot_homes.keeps(save, "york")
    hire(save, "lancaster")
    assert robot_homes.keeps(save, "lancaster")
    assert not robot_homes.keeps(save.with_name("other.toml"), "lancaster")
    assert not robot_homes.has_robot_gm(save)
    hire(save, "gm")
    assert robot_homes.has_robot_gm(save)


@pytest.mark.parametrize("level", list(Level))
def test_a_level_comes_back(save: Path, level: Level) -> None:
    hire(save, "york")
    assert robot_homes.level(save, "york") is Level.STEADY
    robot_homes.keep_level(save, "york", level)
    assert robot_homes.level(save, "york") is level
    assert robot_homes.LEVELS[level.value] is level
    assert robot_homes.LEVELS["robot"] is Level.STEADY


@pytest.mark.parametrize("garbled", [b"", b"steadyy", b"\xff", b"simple steady"])
def test_a_garbled_level_is_refused_by_name(save: Path, garbled: bytes) -> None:
    path = hire(save, "york") / "level.txt"
    path.write_bytes(garbled)
    with pytest.raises(UnreadableFile, match=r"level\.txt says neither"):
        robot_homes.level(save, "york")


def test_a_kill_leaves_the_old_level_or_the_new(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hire(save, "york")
    for _ in kills(monkeypatch, lambda: robot_homes.keep_level(save, "york", Level.SIMPLE)):
        assert robot_homes.level(save, "york") in (Level.STEADY, Level.SIMPLE)
        (robot_homes.folder(save) / "york" / "level.txt").unlink(missing_ok=True)
    assert robot_homes.level(save, "york") is Level.SIMPLE
