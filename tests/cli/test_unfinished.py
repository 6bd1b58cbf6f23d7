"""PROTOCOL.md, rule 11: killed anywhere, or the disk full anywhere: nothing lost, nothing done twice, and the
next command finishes what it finds, reports included."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from pbem.gm.game import Game
from pbem.protocol import save
from pbem.protocol.pins import Pins
from pbem.round import parcels
from pbem.round import reports as handing_out
from tests.moderator.people import GM, seated
from tests.says import says, sentence
from tests.tiers import soaked

from .console import Console, Done


class Killed(BaseException):
    """The power fails: no `except Exception` of ours sees it."""


@pytest.fixture
def console(tmp_path: Path) -> Console:
    made = Console(tmp_path, seated().save)
    made.mail(seated().sent("york", "ready"))
    assert made.type("gm", "show", "game.toml").code == 0
    return made


def apply(console: Console, *words: str) -> Done:
    return console.type("gm", "apply", "game.toml", *words)


def entries(console: Console) -> int:
    return len(save.read(console.save.read_bytes()).entries)


def reports(console: Console) -> set[str]:
    folder = console.folder / "reports"
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


def pin(console: Console) -> Pins:
    return Pins(console.folder / "people" / "gm" / "pins")


CALLS = ("open", "write", "fsync", "replace", "link", "unlink")


def failing(call: str, nth: int, error: BaseException) -> tuple[Callable[..., object], list[int]]:
    """An `os` function that fails at its nth call; the list tells how often it was called."""
    honest, count = getattr(os, call), [0]

    def fails(*arguments: object, **named: object) -> object:
        count[0] += 1
        if count[0] == nth:
            raise error
        return honest(*arguments, **named)

    return fails, count


def whole(console: Console, expected: set[str]) -> None:
    """After the next start: one entry more, once, its reports written, the pin settled."""
    done = apply(console, "inbox/mail.txt")
    assert done.code == 0, done.err
    assert entries(console) == 4
    assert expected <= reports(console)
    game = Game.loads(console.save.read_bytes(), GM)
    found = pin(console).pin(game.ledger.game)
    assert found is not None
    assert (found.count, found.head, found.pending) == (4, game.head, ())
    assert not list(console.folder.glob(".game*"))


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The reports of an `apply` in which nothing fails."""
    console = Console(tmp_path_factory.mktemp("usual"), seated().save)
    console.mail(seated().sent("york", "ready"))
    assert apply(console, "inbox/mail.txt").code == 0
    return reports(console)


def places() -> Iterator[tuple[str, int]]:
    """So many calls of each kind an `apply` makes at the least; what is beyond ends by itself."""
    for call, most in (("open", 6), ("write", 6), ("fsync", 6), ("replace", 6), ("link", 1)):
        yield from ((call, nth) for nth in range(1, most + 1))


def some_places() -> list[Any]:
    """Every second call for the whole run, and all of them for the soak."""
    return soaked(list(places()), list(places())[::2])


@pytest.mark.slow
@pytest.mark.parametrize(("call", "nth"), some_places(), ids=str)
def test_killed_anywhere_the_next_start_finishes(
    console: Console, usual: set[str], call: str, nth: int
) -> None:
    fails, count = failing(call, nth, Killed())
    with mock.patch(f"pbem.protocol.atomic.os.{call}", fails):
        try:
            apply(console, "inbox/mail.txt")
        except Killed:
            assert count[0] == nth
    whole(console, usual)


@pytest.mark.slow
@pytest.mark.parametrize(("call", "nth"), some_places(), ids=str)
def test_a_full_disk_refuses_before_and_never_after(
    console: Console, usual: set[str], call: str, nth: int
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    fails, _ = failing(call, nth, full)
    with mock.patch(f"pbem.protocol.atomic.os.{call}", fails):
        done = apply(console, "inbox/mail.txt")
    kept = pin(console).pin(save.genesis_hash(console.save.read_bytes()))
    assert kept is not None
    changed = entries(console) == 4 or bool(kept.pending)
    if done.code == 2:
        assert "Refused" in done.err
        assert not changed
    elif done.code == 3:
        assert "Not finished" in done.err
        assert "No space left on device" in done.said
        assert "pbem apply" in done.said
        assert changed
    else:
        assert done.code == 0, done
    whole(console, usual)


def test_apply_without_mails_finishes_what_was_cut_off(console: Console, usual: set[str]) -> None:
    with mock.patch.object(Game, "write", side_effect=Killed), pytest.raises(Killed):
        apply(console, "inbox/mail.txt")
    assert entries(console) == 3
    told = console.type("gm", "show", "game.toml")
    assert says(told.said, "home.opening.remember", word="some")
    done = apply(console)
    assert done.code == 0
    assert says(done.said, "round.entries._finish_interrupted", "entry 3", word="Finished")
    assert entries(console) == 4
    assert usual <= reports(console)
    assert says(apply(console, "inbox/mail.txt").out, "cli.receipts.tell", word="taken")


def test_reports_that_a_kill_left_unwritten_are_written(console: Console, usual: set[str]) -> None:
    with (
        mock.patch.object(handing_out, "written_parcels", side_effect=Killed),
        pytest.raises(Killed),
    ):
        apply(console, "inbox/mail.txt")
    assert entries(console) == 4
    assert reports(console) == set()
    assert apply(console).code == 0
    assert usual <= reports(console)
    before = {path: path.stat().st_mtime_ns for path in (console.folder / "reports").iterdir()}
    assert "Send" not in apply(console).out
    assert before == {
        path: path.stat().st_mtime_ns for path in (console.folder / "reports").iterdir()
    }


def test_reports_of_two_steps_are_told_together(console: Console) -> None:
    with (
        mock.patch.object(handing_out, "written_parcels", side_effect=Killed),
        pytest.raises(Killed),
    ):
        apply(console, "inbox/mail.txt")
    words = ("--house", "No phones.", "--reason", "Phones.")
    assert console.type("gm", "rule", "game.toml", *words).code == 0
    (report,) = (path for path in (console.folder / "reports").glob("*-004-public.txt"))
    text = " ".join(report.read_text("utf-8").split())
    assert "No phones." in text
    assert "York" in text or "york" in text
    assert "Draw" in text or "Arts of War" in text


def test_two_at_once_lose_nothing(console: Console) -> None:
    """The second waits for the first, and reads the save again once it holds the lock."""
    genesis, honest = save.genesis_hash(console.save.read_bytes()), Pins.lock
    other = console.mail(seated().look("lancaster").say("say", 0, "Hello.").to_text(), "other.txt")
    done: list[Done] = []

    def late(pins: Pins, name: str, patience: float = 1.0) -> object:
        if not done:
            done.append(Done(0, "", ""))
            done.append(apply(console, "inbox/mail.txt"))  # somebody was quicker
        return honest(pins, name, patience)

    with mock.patch.object(Pins, "lock", late):
        assert apply(console, other).code == 0
    assert done[1].code == 0
    assert entries(console) == 5
    assert pin(console).pin(genesis).count == 5  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("nth", range(1, 4))
def test_a_new_game_is_there_whole_or_not_at_all(tmp_path: Path, nth: int) -> None:
    console = Console(tmp_path)
    words = ("new", "plantagenet", "towton", "--nonce", "07" * 32, "-o", "new.toml")
    fails, _ = failing("replace", nth, Killed())
    with mock.patch("pbem.protocol.atomic.os.replace", fails), contextlib.suppress(Killed):
        console.type("gm", *words)
    if not (tmp_path / "new.toml").exists():
        assert console.type("gm", *words).code == 0
    assert console.type("gm", "verify", "new.toml").code == 0
    assert console.type("ann", "join", "new.toml", "--as", "york", "-o", "a.txt").code == 0
    assert console.type("gm", "apply", "new.toml", "a.txt").code == 0


@pytest.mark.slow
@pytest.mark.parametrize("nth", range(1, 5))
def test_a_player_who_is_killed_writes_again(console: Console, nth: int) -> None:
    """Whatever was kept of the first try, two different orders never have one revision."""
    post = seated().ready()
    console.save.write_bytes(post.save)
    line = post.look("york").legal()[0].line
    fails, _ = failing("replace", nth, Killed())
    with mock.patch("pbem.protocol.atomic.os.replace", fails), contextlib.suppress(Killed):
        console.type("ann", "orders", "game.toml", "--line", line, "-o", "one.txt")
    assert console.type("ann", "orders", "game.toml", "--line", line, "-o", "two.txt").code == 0
    mails = [name for name in ("one.txt", "two.txt") if (console.folder / name).exists()]
    done = console.type("gm", "apply", "game.toml", *mails)
    assert not says(done.said, "errors.Equivocation")
    assert entries(console) == 5


def test_the_folder_of_the_pins_is_named_by_genesis(console: Console) -> None:
    game = Game.loads(console.save.read_bytes())
    names = {path.name for path in (console.folder / "people" / "gm" / "pins").iterdir()}
    assert f"{game.ledger.game}.toml" in names
    assert f"{game.ledger.game}.state" in names


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "code", "said"),
    [
        ("pbem.protocol.pins.Pins.intend", 2, "Refused"),
        ("pbem.gm.game.Game.write", 3, sentence("round.entries.write", word="signed")),
        (
            "pbem.protocol.pins.Pins.settle",
            3,
            sentence("round.entries.write", "game.toml", word="has the"),
        ),
        (
            f"{parcels.__name__}.write_all",
            3,
            sentence("round.entries.write", "game.toml", word="has the"),
        ),
    ],
)
def test_what_is_said_of_a_full_disk(
    console: Console, usual: set[str], what: str, code: int, said: str
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "somewhere")
    with mock.patch(what, side_effect=full):
        done = apply(console, "inbox/mail.txt")
    assert done.code == code
    assert said in done.said
    assert ("Refused" in done.said) == (code == 2)
    whole(console, usual)
