"""A kill at any call of the system, or a disk that is full at any write: nothing is lost or done twice, and the
same command again completes, in every command that writes what is signed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.gm.game import Game
from pbem.player.robots import bot_lines
from tests.drawn import kept
from tests.moderator.people import ANN, EVE, GM, PLAYERS, played, seated
from tests.tiers import soaked

from .console import Console

CALLS = ("open", "write", "fsync", "link", "replace", "mkdir")
NUMBERS = (*range(1, 12), *range(12, 200, 19))
"""Calls to end at: all of what keeps the entry, and some of the many that write reports."""


class Killed(BaseException):
    """Not an Exception, so nothing in the program can catch it."""


@contextmanager
def interrupted(
    patch: pytest.MonkeyPatch, number: int, end: Callable[[], BaseException], after: bool
) -> Iterator[list[int]]:
    """The n-th call that changes files ends so, and no later one happens; what is left is counted."""
    left = [number]
    with patch.context() as inside:
        for name in CALLS:
            honest = getattr(os, name)

            def call(
                *args: object, honest: Callable[..., object] = honest, **named: object
            ) -> object:
                if name_is_read(args, honest):
                    return honest(*args, **named)
                left[0] -= 1
                if left[0] < 0:
                    raise end()
                result = honest(*args, **named) if left[0] or after else None
                if left[0] == 0:
                    raise end()
                return result

            inside.setattr(os, name, call)
        yield left


def name_is_read(args: tuple[object, ...], honest: Callable[..., object]) -> bool:
    """Opening a file to read it changes nothing."""
    return (
        getattr(honest, "__name__", "") == "open"
        and len(args) > 1
        and isinstance(args[1], int)
        and not args[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    )


def full() -> OSError:
    return OSError(28, "No space left on device")


def begin(folder: Path, command: str) -> tuple[Console, str, list[str]]:
    """A console, who types, and what."""
    save, mail, who, words = begun(command)
    folder.mkdir()
    console = Console(folder, save)
    if mail:
        console.mail(mail, "claim.txt")
    return console, who, [*words]


@kept
def begun(command: str) -> tuple[bytes, str, str, tuple[str, ...]]:
    """The save and a mail that lies in the inbox, who types, and what; the same for every call to end at."""
    if command == "new":
        return b"", "", "gm", ("new", "plantagenet", "towton", "-o", "game.toml")
    if command == "join":
        save = Game.new(GM, "plantagenet", "towton", {}).dumps()
        return save, "", "ann", ("join", "game.toml", "--as", "york")
    if command == "orders":
        post = seated().ready().play(6)
        side = next(iter(post.look().ledger.askings))
        line = bot_lines(post.look(side), 1)[0]
        who = {"york": "ann", "lancaster": "bob"}[side]
        return post.save, "", who, ("orders", "game.toml", "--line", line)
    if command == "seat":
        post = played(8)
        side = next(iter(post.look().ledger.askings))
        claim = Game.loads(post.save, EVE).claim(side, "I play on").to_text()
        words = ("seat", "game.toml", "inbox/claim.txt", "--reason", "He is away.")
        return post.save, claim, "gm", words
    if command == "rule":
        words = ("rule", "game.toml", "--void", "6", "--reason", "A slip.")
        return played(8).save, "", "gm", words
    return finished(), "", "ann", ("over", "game.toml")


def finished() -> bytes:
    """A game that is over, and signed so by all."""
    game = Game.loads(played(8).save, GM)
    game.rule("result", "York resigns.", side="lancaster")
    for number, side in enumerate(game.ledger.sides):
        player = Game(game.save, PLAYERS[side])
        (receipt,) = game.apply(
            {f"{number}": player.say("over", game.ledger.cases.result).to_text()}
        )
        assert receipt.error is None, receipt.error
    assert game.ledger.final
    return game.dumps()


def check(console: Console, command: str) -> None:
    """What must stand after the command has run to its end."""
    identity = {"orders": None, "join": ANN, "over": ANN}.get(command, GM)
    game = Game.loads(console.save.read_bytes(), identity)
    game.verify()
    if command in ("join", "orders", "over"):
        (mail,) = [
            path
            for path in console.folder.glob("*.txt")
            if "-york" in path.name or "-lanc" in path.name
        ]
        if command != "over":
            (receipt,) = Game.loads(console.save.read_bytes(), GM).apply({"m": mail.read_bytes()})
            assert receipt.error is None, receipt.error
    if command in ("seat", "rule"):
        done = [
            entry
            for entry in game.save.entries
            if entry.body.step.__class__.__name__ in ("Seated", "Ruling")
        ]
        assert len(done) == 1, "done once, not twice"
        assert list((console.folder / "reports").iterdir())


COMMANDS = [("new",), ("join",), ("orders",), ("seat",), ("rule",), ("over",)]


@pytest.mark.slow
@pytest.mark.parametrize("command", soaked(COMMANDS, [c for c in COMMANDS if c != ("seat",)]))
def test_a_kill_at_any_call_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for number in NUMBERS:
        console, who, words = begin(tmp_path / str(number), command)
        before = console.save.read_bytes() if console.save.exists() else b""
        with interrupted(monkeypatch, number, Killed, after=number % 2 == 0) as left:
            try:
                code = console.type(who, *words).code
            except Killed:
                code = None
        if console.save.exists() and before:
            Game.loads(console.save.read_bytes()).verify()  # the old one or the new one, whole
        if left[0] > 0:
            assert code == 0
            check(console, command)
            assert number > 3
            return
        again = console.type(who, *finish(console, command, words, before))
        assert again.code == 0, (number, again.err)
        check(console, command)
    pytest.fail(f"{command} makes too many calls")


def finish(console: Console, command: str, words: list[str], before: bytes) -> list[str]:
    """The same command again; where its entry was signed already, any command of the GM goes on from there."""
    if command == "new" and console.save.exists():
        return ["verify", "game.toml"]
    if command in ("seat", "rule") and signed(console, before):
        return ["apply", "game.toml"]
    return words


def signed(console: Console, before: bytes) -> bool:
    """Is the new entry in the save already, or in the pin?"""
    if console.save.read_bytes() != before:
        return True
    pins = (console.folder / "people" / "gm" / "pins").glob("*.toml")
    return any("[[pending]]" in path.read_text() for path in pins)


@pytest.mark.slow
@pytest.mark.parametrize("command", soaked(COMMANDS, [c for c in COMMANDS if c != ("rule",)]))
def test_a_full_disk_at_any_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for number in NUMBERS:
        console, who, words = begin(tmp_path / str(number), command)
        before = console.save.read_bytes() if console.save.exists() else b""
        with interrupted(monkeypatch, number, full, after=False) as left:
            done = console.type(who, *words)
        if left[0] > 0:
            assert done.code == 0
            return
        assert done.code in (0, 2, 3), done.err
        said = "No space left on device" in done.said
        assert said or done.code == 0, done.err
        if done.code == 2:
            assert (console.save.read_bytes() if console.save.exists() else b"") == before
        again = console.type(who, *finish(console, command, words, before))
        assert again.code == 0, (number, again.err)
        check(console, command)
    pytest.fail(f"{command} makes too many calls")
