"""Branches of a game that somebody tries: by names that are names, a limited number, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.errors import BadTry
from pbem.gm.game import Game
from pbem.home import branches, computer
from pbem.imagine.branches import Branch
from tests.moderator.people import played
from tests.says import worded

from .machine import is_private, kills


@pytest.fixture
def game(home: Path) -> Game:
    return played(6).look("york")


def branch(game: Game, name: str, *lines: str) -> Branch:
    last = len(game.heads) - 1
    return Branch(name, game.ledger.game, "york", last, game.heads[last], lines)


def test_branches_come_back_by_name(game: Game) -> None:
    assert (branches.names(game), branches.current(game)) == ([], "")
    assert branches.load(game, "first") is None
    for name in ("second", "first"):
        branches.save(game, branch(game, name, "york: march"))
    folder = branches.folder(game)
    assert folder == computer.pins().folder / "try" / game.ledger.game
    assert all(is_private(path) for path in folder.iterdir())
    assert branches.names(game) == ["first", "second"]
    assert branches.load(game, "first") == branch(game, "first", "york: march")
    assert branches.branch_named(game, "second").name == "second"
    os.utime(folder / "second.toml", ns=(1, 2**62))
    assert branches.current(game) == "second"
    branches.drop(game, "second")
    assert (branches.names(game), branches.current(game)) == (["first"], "first")


def test_who_names_a_missing_one_hears_which_there_are(game: Game) -> None:
    with pytest.raises(BadTry, match=worded("home.branches._missing", "third", "none yet")):
        branches.branch_named(game, "third")
    branches.save(game, branch(game, "first"))
    with pytest.raises(BadTry, match="there are: first"):
        branches.drop(game, "third")


@pytest.mark.parametrize("name", ["", "-a", "A", "../a", "a/b", "a.b", "a b", "x" * 41, "a\n"])
def test_a_name_is_no_path(game: Game, name: str) -> None:
    for act in (branches.load, branches.branch_named, branches.drop):
        with pytest.raises(BadTry, match=worded("home.branches._path")):
            act(game, name)
    with pytest.raises(BadTry, match=worded("home.branches._path")):
        branches.save(game, branch(game, name))
    branches.save(game, branch(game, "x" * 40))


def test_there_are_only_so_many(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST", 2)
    for name in ("a", "b"):
        branches.save(game, branch(game, name))
    with pytest.raises(BadTry, match="at most 2 branches"):
        branches.save(game, branch(game, "c"))
    branches.save(game, branch(game, "b", "changed"))
    assert branches.branch_named(game, "b").lines == ("changed",)


@pytest.mark.parametrize("garbled", [b"", b"\xff", b"format = 1"])
def test_a_damaged_branch_is_refused_and_can_be_dropped(game: Game, garbled: bytes) -> None:
    branches.save(game, branch(game, "a"))
    (branches.folder(game) / "a.toml").write_bytes(garbled)
    with pytest.raises(BadTry):
        branches.load(game, "a")
    branches.drop(game, "a")
    assert branches.names(game) == []


def test_a_kill_leaves_the_old_branch_or_the_new(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = branch(game, "a"), branch(game, "a", "york: march")
    branches.save(game, old)
    for _ in kills(monkeypatch, lambda: branches.save(game, new)):
        assert branches.load(game, "a") in (old, new)
        assert branches.names(game) == ["a"]
        branches.save(game, old)
    assert branches.load(game, "a") == new
