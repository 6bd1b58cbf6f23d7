"""PROTOCOL 12, pins: forks, shorter histories, and what is finished after a crash."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadText, Forked, GameBusy, ShorterHistory, UnknownKey, UnreadableFile
from pbem.protocol import save
from pbem.protocol.bodies import Say
from pbem.protocol.entry import Entry
from pbem.protocol.pins import Pin, Pins
from tests.says import worded

from .small_game import GAME, GM, Log, begun, played

LOG = played().entries
HEADS = [entry.head for entry in LOG]
GREG = (GM.public.fingerprint,)
OTHER = 64 * "f"


@pytest.fixture
def pins(tmp_path: Path) -> Pins:
    return Pins(tmp_path / "pins")


def test_a_new_game_passes_and_leaves_nothing(pins: Pins) -> None:
    pins.check(GAME, HEADS)
    assert pins.pin(GAME) is None
    assert pins.checkpoint(GAME) is None
    assert pins.unfinished(GAME, HEADS) == ()
    assert not pins.folder.exists()


def test_a_longer_history_passes(pins: Pins) -> None:
    pins.settle(GAME, HEADS[:5], GREG)
    assert pins.pin(GAME) == Pin(GREG, 5, HEADS[4])
    for length in (5, 6, 8):
        pins.check(GAME, HEADS[:length], GREG)
        pins.settle(GAME, HEADS[:length], GREG)
    assert pins.pin(GAME) == Pin(GREG, 8, HEADS[7])


@pytest.mark.parametrize("length", [0, 1, 4])
def test_a_shorter_history_is_refused(length: int, pins: Pins) -> None:
    pins.settle(GAME, HEADS[:5], GREG)
    with pytest.raises(ShorterHistory, match=worded("errors.ShorterHistory", length - 1, 4)):
        pins.check(GAME, HEADS[:length])
    if length:
        with pytest.raises(ShorterHistory):
            pins.settle(GAME, HEADS[:length], GREG)
    with pytest.raises(ShorterHistory):
        pins.intend(GAME, HEADS[:length], GREG, LOG[length : length + 1])
    assert pins.pin(GAME) == Pin(GREG, 5, HEADS[4])


@pytest.mark.parametrize("more", [0, 3])
def test_a_fork_is_refused(more: int, pins: Pins) -> None:
    pins.settle(GAME, HEADS[:5], GREG)
    with pytest.raises(Forked, match="Entry 4 of"):
        pins.check(GAME, [*HEADS[:4], OTHER, *HEADS[5 : 5 + more]])


def test_another_gm_is_refused(pins: Pins) -> None:
    pins.settle(GAME, HEADS, GREG)
    pins.check(GAME, HEADS, [*GREG, "SHA256:new"])
    with pytest.raises(UnknownKey, match="SHA256:mallory"):
        pins.check(GAME, HEADS, ["SHA256:mallory"])


def test_games_are_pinned_apart(pins: Pins) -> None:
    pins.settle(GAME, HEADS[:5], GREG)
    pins.check(OTHER, HEADS[:2])


@pytest.mark.parametrize("game", ["", "../evil", "towton-3f9c", 64 * "A", GAME + "\n", GAME[:-1]])
def test_the_name_of_a_game_cannot_name_another_file(game: str, pins: Pins) -> None:
    with pytest.raises(BadText, match=worded("protocol.pins.Pins._file")):
        pins.check(game, HEADS)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"gm = 1",
        b"hello",
        b"\xff",
        b'gm="x"\ncount=0\nhead=""\ncheckpoint=""\n',
        b'gm="x"\ncount=-1\nhead=""\ncheckpoint=""\n',
        b'gm="x"\ncount=1\nhead="x"\ncheckpoint=""\npending=[1]\n',
    ],
)
def test_a_damaged_pin_is_said(raw: bytes, pins: Pins) -> None:
    pins.folder.mkdir()
    damaged = pins.folder / f"{GAME}.toml"
    damaged.write_bytes(raw)
    with pytest.raises(UnreadableFile) as refused:
        pins.check(GAME, HEADS)
    assert f"{damaged} is damaged" in str(refused.value)


def test_a_new_entry_stands_in_the_pin_before_the_save(pins: Pins) -> None:
    pins.settle(GAME, HEADS[:5], GREG)
    pins.intend(GAME, HEADS[:5], GREG, LOG[5:7])
    assert pins.pin(GAME) == Pin(GREG, 5, HEADS[4], tuple(LOG[5:7]))
    # killed here: the save lacks both, or (another program appended them one by one) one
    assert pins.unfinished(GAME, HEADS[:5]) == tuple(LOG[5:7])
    assert pins.unfinished(GAME, HEADS[:6]) == (LOG[6],)
    assert pins.unfinished(GAME, HEADS) == ()
    with pytest.raises(ValueError, match="come first"):
        pins.settle(GAME, HEADS[:6], GREG)
    with pytest.raises(ValueError, match="come first"):
        pins.intend(GAME, HEADS[:5], GREG, LOG[5:6])
    pins.settle(GAME, HEADS[:7], GREG)
    assert pins.pin(GAME) == Pin(GREG, 7, HEADS[6])


def test_what_was_signed_cannot_be_replaced_after_a_crash(pins: Pins) -> None:
    """A second entry of the same number would be a second history."""
    pins.settle(GAME, HEADS[:5], GREG)
    pins.intend(GAME, HEADS[:5], GREG, LOG[5:7])
    for heads in ([*HEADS[:5], OTHER], [*HEADS[:6], OTHER], [*HEADS[:5], OTHER, HEADS[6]]):
        for call in (pins.check, pins.unfinished):
            with pytest.raises(Forked):
                call(GAME, heads)
        with pytest.raises(Forked):
            pins.settle(GAME, heads, GREG)


def test_the_genesis_too_is_written_ahead(pins: Pins) -> None:
    pins.intend(GAME, [], GREG, LOG[:1])
    assert pins.pin(GAME) == Pin(GREG, 0, "", (LOG[0],))
    assert pins.unfinished(GAME, []) == (LOG[0],)
    with pytest.raises(Forked, match="Entry 0 of"):
        pins.check(GAME, [OTHER])
    pins.settle(GAME, HEADS[:1], GREG)
    assert pins.pin(GAME) == Pin(GREG, 1, HEADS[0])


@given(st.integers(1, 7), st.integers(0, 2), st.integers(0, 2), st.booleans())
def test_whenever_it_is_killed_the_next_start_finishes(
    seen: int, new: int, written: int, settled: bool
) -> None:
    """Intend, write, settle: cut anywhere, `unfinished` completes the log to the one intended."""
    with tempfile.TemporaryDirectory() as folder:
        pins = Pins(Path(folder))
        pins.settle(GAME, HEADS[:seen], GREG)
        intended = LOG[seen : seen + new]
        if intended:
            pins.intend(GAME, HEADS[:seen], GREG, intended)
        log = LOG[: seen + min(written, len(intended))]
        if settled and len(log) == seen + len(intended):
            pins.settle(GAME, [entry.head for entry in log], GREG)
        log += pins.unfinished(GAME, [entry.head for entry in log])
        assert log == LOG[: seen + len(intended)]
        pins.settle(GAME, [entry.head for entry in log], GREG)
        assert pins.pin(GAME) == Pin(GREG, len(log), log[-1].head)


def test_a_checkpoint_is_a_cache(pins: Pins) -> None:
    path = pins.folder / f"{GAME}.state"
    pins.settle(GAME, HEADS[:5], GREG, b"five")
    assert pins.checkpoint(GAME) == b"five"
    pins.settle(GAME, HEADS[:6], GREG)
    assert pins.checkpoint(GAME) == b"five"
    pins.settle(GAME, HEADS[:6], GREG, b"six")
    assert pins.checkpoint(GAME) == b"six"
    path.write_bytes(b"sick")
    assert pins.checkpoint(GAME) is None
    assert not path.exists()
    assert pins.checkpoint(GAME) is None
    pins.intend(GAME, HEADS[:6], GREG, LOG[6:7])
    pins.settle(GAME, HEADS[:7], GREG, b"six")
    assert pins.checkpoint(GAME) == b"six"


def test_to_forget_is_to_begin_anew(pins: Pins) -> None:
    pins.settle(GAME, HEADS, GREG, b"state")
    pins.forget(GAME)
    pins.forget(GAME)
    assert pins.pin(GAME) is None
    assert pins.checkpoint(GAME) is None
    pins.settle(GAME, HEADS[:2], GREG)


def test_nothing_cannot_be_pinned(pins: Pins) -> None:
    with pytest.raises(ValueError, match="nothing"):
        pins.settle(GAME, [], GREG)


HOLD = """
import sys, time
from pathlib import Path
from pbem.protocol.pins import Pins
with Pins(Path(sys.argv[1])).lock(sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold(pins: Pins, game: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HOLD, str(pins.folder), game]
    held = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert held.stdout
    assert held.stdout.readline() == "held\n"
    return held


def test_one_writer_at_a_time(pins: Pins) -> None:
    with hold(pins, GAME) as other:
        with pytest.raises(GameBusy, match=worded("errors.GameBusy")), pins.lock(GAME, 0.05):
            pass
        with pins.lock(OTHER, 0.05):
            pass
        other.communicate("")
        with pins.lock(GAME, 5):
            pass


def test_a_killed_writer_holds_nothing(pins: Pins) -> None:
    with hold(pins, GAME) as other:
        other.kill()
        other.wait()
        with pins.lock(GAME, 5):
            pass


def test_two_writers_lose_no_entry(pins: Pins, tmp_path: Path) -> None:
    """Each takes the lock, reads, appends, writes: the log holds what both wrote."""
    path = tmp_path / "game.toml"
    log = begun()
    path.write_bytes(log.bytes())

    def add(text: str) -> Sequence[Entry]:
        with pins.lock(GAME):
            entries = list(save.read(path.read_bytes()).entries)
            mine = Log(entries, log.keys, log.questions)
            pins.check(GAME, [entry.head for entry in mine.entries])
            before = len(mine.entries)
            mine.say("york", Say, text=text)
            heads = [entry.head for entry in mine.entries]
            pins.intend(GAME, heads[:before], GREG, mine.entries[before:])
            save.write_atomic(path, mine.bytes())
            pins.settle(GAME, heads, GREG)
            return mine.entries

    add("one")
    assert len(add("two")) == 5
    assert pins.pin(GAME) == Pin(GREG, 5, save.read(path.read_bytes()).heads[-1])
