"""PROTOCOL, rule 14, at the command line: a new version of the program in the middle of a game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from pbem.games import find
from pbem.protocol import save
from pbem.protocol.bodies import Rules, Ruling
from tests.moderator.people import Post, any_line, played

from .console import Console


@contextlib.contextmanager
def version_99() -> Iterator[None]:
    with mock.patch.object(type(find("plantagenet")), "version", "99"):
        yield


def at_a_console(folder: Path) -> tuple[Console, Post]:
    """A game of which each program has kept where it stands."""
    post = played(6)
    console = Console(folder, post.save)
    for who in ("gm", "ann", "bob"):
        assert console.type(who, "show", "game.toml").code == 0
    return console, post


def test_14_the_new_program_notes_its_version_as_it_applies(tmp_path: Path) -> None:
    console, post = at_a_console(tmp_path)
    side = post.asked()[0]
    mail = console.mail(post.sent(side, any_line(post.look(side), post.random)))
    with version_99():
        done = console.type("ann", "verify", "game.toml")
        assert "all comes out the same" in " ".join(done.out.split())
        done = console.type("gm", "apply", "game.toml", mail)
        assert "comes out the same" in done.out
        entries = save.read(console.save.read_bytes()).entries
        assert isinstance(entries[-1].body.step, Rules)
        assert done.code == 2  # the mail answered what has been put again since
        assert "all comes out the same" not in console.type("ann", "verify", "game.toml").out
        assert console.type("ann", "report", "game.toml").code == 0


@pytest.mark.slow
def test_14_the_gm_carries_the_position_over_and_the_game_goes_on(tmp_path: Path) -> None:
    console, post = at_a_console(tmp_path)
    last = len(save.read(post.save).entries) - 1
    with version_99():
        done = console.type("gm", "rule", "game.toml", "--rules", "--reason", "Mended.")
        assert done.code == 0, done.err
        assert "carried over from version" in " ".join(done.out.split())
        entries = save.read(console.save.read_bytes()).entries
        assert isinstance(entries[-1].body.step, Ruling)
        for who in ("ann", "bob", "gm", "eve"):
            done = console.type(who, "verify", "game.toml")
            assert f"Entries 1 to {last} were played under" in " ".join(done.out.split()), done.err
        post.save, post.kept = console.save.read_bytes(), {}
        for number in range(4):
            (side, *_) = post.asked()
            text = post.sent(side, any_line(post.look(side), post.random))
            done = console.type("gm", "apply", "game.toml", console.mail(text, f"{number}.txt"))
            assert done.code == 0, done.err
            post.save, post.kept = console.save.read_bytes(), {}
        again = console.type("gm", "rule", "game.toml", "--rules", "--reason", "Once more.")
        assert again.code == 2
        assert "by these rules already" in again.said
