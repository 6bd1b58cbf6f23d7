"""A kill at any moment of `apply` leaves the old or the new save, and a run of it again mends all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.console import Console
from tests.drawn import kept

from .people import PLAYERS, Post, accept, invited

CALLS = ["open", "write", "fsync", "close", "link", "replace", "unlink", "mkdir"]


class Killed(BaseException):
    """Not an Exception, so nothing in the program can catch it."""


def both_owe() -> Post:
    """Both accepted on the same head, so both owe a `ready`."""
    data = invited().dumps()
    post = Post(data)
    post.take({side: accept(data, side).to_text() for side in PLAYERS})
    return post


@kept
def applied() -> tuple[bytes, dict[str, str], bytes]:
    """The save, the mails of both, and the save that they make of it."""
    post = both_owe()
    before, mails = post.save, {side: post.sent(side, "ready") for side in PLAYERS}
    post.take(dict(mails))
    return before, mails, post.save


def with_mails(folder: Path) -> tuple[Console, bytes, bytes]:
    """A console where both mails lie, the save there, and the one that is to come."""
    old, mails, new = applied()
    console = Console(folder, old)
    for side, mail in mails.items():
        console.mail(mail, f"{side}.txt")
    return console, old, new


@pytest.mark.slow
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_kill_at_any_call_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    """Each call that changes a file, one run for each: it, and whatever follows, never happens."""
    words = ["apply", "game.toml", "inbox/york.txt", "inbox/lancaster.txt", "--no-reports"]
    for number in range(200):
        (tmp_path / str(number)).mkdir()
        console, old, new = with_mails(tmp_path / str(number))
        with monkeypatch.context() as patch:
            left = die_at(patch, number, before)
            try:
                code = console.type("gm", *words).code
            except Killed:
                code = None
        assert console.save.read_bytes() in (old, new)
        again = console.type("gm", *words)
        assert again.code == 0, again.err
        assert console.save.read_bytes() == new
        assert (console.folder / "game.toml.bak").read_bytes() == old
        if left[0] > 0:  # it ended before the call where it was to die
            assert code == 0
            assert number > 10
            return
    pytest.fail("apply makes more than 200 calls")


def die_at(patch: pytest.MonkeyPatch, number: int, before: bool) -> list[int]:
    """Die at the n-th call that touches files; `before` or after doing it. What is left is counted."""
    left = [number + 1]

    def dying(name: str) -> None:
        honest = getattr(os, name)

        def call(*args: object, **named: object) -> object:
            if left[0] <= 0 and name not in ("close", "unlink"):
                raise Killed  # `finally` still runs in a test; a killed process does nothing more
            left[0] -= 1
            if left[0] == 0 and before:
                raise Killed
            result = honest(*args, **named)
            if left[0] == 0:
                raise Killed
            return result

        patch.setattr(os, name, call)

    for name in CALLS:
        dying(name)
    return left


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console, _, _ = with_mails(tmp_path)
    files = console.files()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        done = console.type("gm", "apply", "game.toml", "inbox/york.txt")
    assert done.code == 2
    assert "No space left on device" in done.said
    assert console.files() == files
