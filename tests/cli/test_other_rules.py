"""PROTOCOL, section 14, at the command line: a newer version of the rules in the middle of a game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from pbem.games import find
from pbem.protocol import save
from pbem.protocol.bodies import Rules
from tests.moderator.people import Post, any_line, played
from tests.says import says

from .console import Console


@contextlib.contextmanager
def version_2() -> Iterator[None]:
    """A program that knows a second version of the rules."""
    with mock.patch.object(type(find("plantagenet")), "version", 2):
        yield


def at_a_console(folder: Path) -> tuple[Console, Post]:
    """A game of which each program has kept where it stands."""
    post = played(6)
    console = Console(folder, post.save)
    for who in ("gm", "ann", "bob"):
        assert console.type(who, "show", "game.toml").code == 0
    return console, post


@pytest.mark.slow
def test_14_the_players_agree_and_the_game_goes_on(tmp_path: Path) -> None:
    console, post = at_a_console(tmp_path)
    with version_2():
        for who in ("ann", "bob"):
            done = console.type(who, "consent", "game.toml", "--upgrade", "-o", f"{who}.txt")
            assert done.code == 0, done.err
        one = console.type("gm", "rule", "game.toml", "--upgrade", "ann.txt")
        assert one.code == 2
        assert says(one.said, "ledger.cases.consents.need_each", ..., "lancaster")
        done = console.type("gm", "rule", "game.toml", "--upgrade", "ann.txt", "bob.txt")
        assert done.code == 0, done.err
        assert says(done.out, "ledger.cases.rules_change.take", 2, word="Version")
        entries = save.read(console.save.read_bytes()).entries
        assert isinstance(entries[-1].body.step, Rules)
        for who in ("ann", "bob", "gm", "eve"):
            done = console.type(who, "verify", "game.toml")
            assert "version 2 of the rules" in " ".join(done.out.split()), done.err
        post.save, post.kept = console.save.read_bytes(), {}
        for number in range(4):
            (side, *_) = post.asked()
            text = post.sent(side, any_line(post.look(side), post.random))
            done = console.type("gm", "apply", "game.toml", console.mail(text, f"{number}.txt"))
            assert done.code == 0, done.err
            post.save, post.kept = console.save.read_bytes(), {}
        again = console.type("ann", "consent", "game.toml", "--upgrade", "-o", "again.txt")
        assert again.code == 2
        assert says(again.said, "ledger.cases.rules_change.check", 2, word="version")
    for who in ("ann", "eve"):
        done = console.type(who, "verify", "game.toml")
        assert done.code == 2
        told = " ".join(done.said.split())
        assert f"Entries 0 to {len(entries) - 2} are in order." in told
        assert "In order" not in told
    assert console.type("bob", "orders", "game.toml").code == 2  # nobody signs in such a game
    assert console.type("gm", "rule", "game.toml", "--house", "x", "--reason", "y").code == 2


def test_14_a_consent_is_to_a_claim_or_to_newer_rules(tmp_path: Path) -> None:
    console, _ = at_a_console(tmp_path)
    done = console.type("ann", "consent", "game.toml")
    assert done.code == 2
    assert "use --upgrade" in done.said
    done = console.type("ann", "consent", "game.toml", "--upgrade")
    assert done.code == 2
    assert says(" ".join(done.said.split()), "ledger.cases.rules_change.check", 1, word="version")
