"""Work over many games: in order, a few at a time, and one bad game harms only itself."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from io import FileIO
from multiprocessing.context import SpawnProcess
from pathlib import Path
from pickle import PicklingError
from typing import Any, TypeVar

import pytest

from pbem.club.each import BUFFERED, InProcess, NoLog, Outcome, Piece, in_order
from pbem.club.journal import Journal
from pbem.club.workers import TRIES, Died, Workers
from pbem.errors import RunBusy
from tests.says import sentence, worded

T = TypeVar("T")


def pieces(*names: str) -> list[Piece]:
    return [Piece(name, (name,), f"mark of {name}") for name in names]


def work(given: tuple[str, ...]) -> str:
    """A game in one word; what it tells and what it does to its process; `once FILE` ends only the first."""
    name, *files = given
    if name.startswith("slow"):
        time.sleep(0.3)
    if name == "crash":
        raise LookupError("no such lord")
    if name == "killed" or (name == "once" and not os.path.exists(files[0])):
        for file in files:
            Path(file).touch()
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    if name == "leaves":
        os._exit(7)
    if name == "endless":
        while True:
            time.sleep(0.01)
    return name.upper()


def told(outcomes: Iterator[Outcome[str]]) -> list[str]:
    return [one.value or one.failed for one in outcomes]


def test_in_order_whoever_is_ready_first() -> None:
    names = ["slow 1", "b", "c", "slow 2", "e"]
    with ThreadPoolExecutor(4) as executor:
        found = told(in_order(work, pieces(*names), executor, 4, NoLog[str]()))
    assert found == [name.upper() for name in names]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_no_more_are_begun_than_there_are_jobs(jobs: int) -> None:
    at_once, most, lock = [0], [0], threading.Lock()

    def watched(given: tuple[str, ...]) -> str:
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.02)
        with lock:
            at_once[0] -= 1
        return given[0]

    with ThreadPoolExecutor(8) as executor:
        found = told(in_order(watched, pieces(*"abcdefgh"), executor, jobs, NoLog[str]()))
    assert found == [*"abcdefgh"]
    assert most == [jobs]


def test_pieces_are_read_no_further_than_results_may_wait() -> None:
    """A slow first game: the others go on, but not without end."""
    held, read = threading.Event(), []

    def endless() -> Iterator[Piece]:
        for n in range(10_000):
            read.append(n)
            yield Piece(str(n), (str(n),))

    def slow_first(given: tuple[str, ...]) -> str:
        if given == ("0",):
            held.wait(10)
        elif len(read) >= 2 * BUFFERED:
            held.set()
        return given[0]

    with ThreadPoolExecutor(2) as executor:
        outcomes = in_order(slow_first, endless(), executor, 2, NoLog[str]())
        assert next(outcomes).value == "0"
        assert len(read) <= 2 * BUFFERED + 2
        outcomes.close()


class Fragile(InProcess):
    """Whatever is given out together with `bad` is lost with it; what was given out is kept."""

    def __init__(self) -> None:
        self.given: list[list[str]] = []

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        names = [piece.name for piece in args[0]]
        self.given.append(names)
        if "bad" not in names:
            return super().submit(fn, *args, **kwargs)
        lost: Future[T] = Future()
        lost.set_exception(Died("It died."))
        return lost


def test_of_a_batch_that_is_lost_each_piece_is_tried_alone(tmp_path: Path) -> None:
    """Also where an earlier run has done some: what is known is in no batch, and keeps its place."""
    with suppress(KeyboardInterrupt), journal(tmp_path) as log:
        told(in_order(work, pieces("b"), InProcess(), 1, log))
        raise KeyboardInterrupt
    executor = Fragile()
    with journal(tmp_path) as log:
        log.go_on()
        found = told(in_order(work, pieces(*"abcde", "bad", *"fg"), executor, 2, log, batch=3))
    assert found == [*"ABCDE", "It died.", *"FG"]
    assert executor.given[:2] == [["a"], ["c", "d", "e"]]
    assert sorted(map(len, executor.given)) == [1, 1, 1, 1, 3, 3]


def test_an_error_of_one_game_is_told_and_the_others_go_on() -> None:
    first, second, third = in_order(work, pieces("a", "crash", "c"), InProcess(), 1, NoLog[str]())
    assert (first.value, third.value) == ("A", "C")
    assert second.value is None
    assert "LookupError: no such lord in work" in second.failed


@pytest.mark.slow
def test_a_worker_that_dies_costs_nothing_and_a_game_that_ends_four_is_given_up(
    tmp_path: Path,
) -> None:
    mark = tmp_path / "was here"
    names = ["a", "killed", "slow 1", "leaves", "b", "once"]
    given = pieces(*names)
    given[-1] = given[-1]._replace(given=("once", str(mark)))
    with Workers(2) as executor:
        found = told(in_order(work, given, executor, 2, NoLog[str]()))
    assert [found[n] for n in (0, 2, 4, 5)] == ["A", "SLOW 1", "B", "ONCE"]
    assert mark.exists()
    assert "died (" + sentence("club.workers._exit_words", word="killed") in found[1]
    assert "died (exit code 7)" in found[3]


@pytest.mark.slow
def test_it_is_so_where_workers_die_at_their_birth_or_with_no_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start, doomed = SpawnProcess.start, ["at the start"] * (TRIES - 1)

    def start_and_often_die(process: SpawnProcess) -> None:
        start(process)
        if doomed:
            doomed.pop()
            process.kill()

    monkeypatch.setattr(SpawnProcess, "start", start_and_often_die)
    with Workers(2) as executor:
        assert told(in_order(work, pieces(*"abc"), executor, 2, NoLog[str]())) == [*"ABC"]
        assert not doomed
        doomed += ["later"] * (TRIES - 2)
        for process in multiprocessing.active_children():
            process.kill()
        assert told(in_order(work, pieces(*"abc"), executor, 2, NoLog[str]())) == [*"ABC"]
        assert not doomed


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no process can be stopped with a signal there")
def test_one_that_is_stopped_is_ended_and_leaving_in_order_is_a_death_too() -> None:
    with Workers(1, limit=6) as executor:
        os.kill(executor.submit(os.getpid).result(), signal.SIGSTOP)
        with pytest.raises(Died, match=worded("club.workers.Worker.done", word="stopped")):
            executor.submit(work, ("a",)).result()
        with pytest.raises(Died, match="exit code 0"):
            executor.submit(os._exit, 0).result()
        assert executor.submit(work, ("b",)).result() == "B"


@pytest.mark.slow
def test_workers_that_die_leave_nothing_open() -> None:
    with Workers(1) as executor:
        descriptors = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
        for _ in range(5):
            told(in_order(work, pieces("leaves"), executor, 1, NoLog[str]()))
        executor.submit(os.getpid).result()
        if descriptors:
            assert len(os.listdir("/proc/self/fd")) == descriptors
    assert not multiprocessing.active_children()


def lambda_of(given: tuple[str, ...]) -> Any:
    return lambda: given


@pytest.mark.slow
def test_what_cannot_travel_is_told_and_the_worker_goes_on() -> None:
    with Workers(1) as executor:
        process = executor.submit(os.getpid).result()
        with pytest.raises(TypeError, match="lambda"):
            executor.submit(lambda_of, ("a",)).result()
        with pytest.raises((AttributeError, PicklingError)):
            executor.submit(lambda: 1).result()
        with pytest.raises(LookupError, match="no such lord"):
            executor.submit(work, ("crash",)).result()
        assert executor.submit(os.getpid).result() == process


@pytest.mark.slow
def test_a_game_without_an_end_is_stopped() -> None:
    with Workers(1, limit=6) as executor:
        found = told(in_order(work, pieces("a", "endless", "b"), executor, 1, NoLog[str]()))
    assert found[::2] == ["A", "B"]
    assert "was stopped" in found[1]


def test_where_no_process_can_be_started_the_option_that_needs_none_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(SpawnProcess, "start", refused)
    with Workers(2) as executor:
        found = told(in_order(work, pieces("a", "b"), executor, 2, NoLog[str]()))
    assert found == [sentence("club.workers.Workers._done", word="extra")] * 2


@pytest.mark.slow
def test_what_breaks_off_the_run_ends_the_workers() -> None:
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Workers(1) as executor:  # noqa: PT012
        executor.submit(work, ("endless",))
        time.sleep(1)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 60


@pytest.mark.skipif(os.name == "nt", reason="no signal can be kept from a process there")
def test_a_worker_hears_no_ctrl_c_from_its_first_moment_on() -> None:
    """Else each that just begins fills the terminal with an error of its own."""
    with Workers(1) as executor:
        assert executor.submit(kept_away).result() == {signal.SIGINT}


def kept_away() -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


# -- the journal --------------------------------------------------------------------------------


def journal(folder: Path, of: str = "verify club") -> Journal[str]:
    return Journal(folder / "run.jsonl", of, str)


def broken_off(folder: Path, executor: Executor, *names: str) -> None:
    """A run that is broken off at the first game named `stop`."""

    def until(given: tuple[str, ...]) -> str:
        if given == ("stop",):
            raise KeyboardInterrupt
        return given[0].upper()

    with pytest.raises(KeyboardInterrupt), journal(folder) as log:
        told(in_order(until, pieces(*names), executor, 1, log))


def test_a_run_that_is_broken_off_names_the_game_in_flight_and_goes_on(tmp_path: Path) -> None:
    broken_off(tmp_path, InProcess(), "a", "b", "stop", "d")
    again: list[str] = []
    with journal(tmp_path) as log:
        assert [*log.open] == ["stop"]
        assert [*log.known] == ["a", "b"]
        log.go_on()
        count = partial(counted, again)
        found = told(in_order(count, pieces("a", "b", "stop", "d"), InProcess(), 1, log))
    assert found == ["A", "B", "STOP", "D"]
    assert again == ["stop", "d"]
    assert not (tmp_path / "run.jsonl").exists(), "a run that came to its end leaves nothing"


def counted(seen: list[str], given: tuple[str, ...]) -> str:
    seen.append(given[0])
    return given[0].upper()


def test_a_game_that_has_changed_meanwhile_is_done_again(tmp_path: Path) -> None:
    broken_off(tmp_path, InProcess(), "a", "b", "stop")
    again: list[str] = []
    changed = [Piece("a", ("a",), "another mark"), *pieces("b", "stop")]
    with journal(tmp_path) as log:
        told(in_order(partial(counted, again), changed, InProcess(), 1, log))
    assert again == ["a", "stop"]


def test_a_game_that_failed_is_done_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), journal(tmp_path) as log:  # noqa: PT012
        told(in_order(work, pieces("crash", "b"), InProcess(), 1, log))
        raise KeyboardInterrupt
    with journal(tmp_path) as log:
        assert [*log.known] == ["b"]
        assert not log.open


def test_another_run_or_another_program_does_not_go_on_there(tmp_path: Path) -> None:
    broken_off(tmp_path, InProcess(), "a", "stop")
    with journal(tmp_path, "verify club (next version)") as log:
        assert not log.broken_off


def test_a_line_that_was_cut_short_counts_for_nothing(tmp_path: Path) -> None:
    """At any byte: what is whole is known, and a run that goes on is whole again."""
    broken_off(tmp_path, InProcess(), "a", "b", "c", "stop")
    path = tmp_path / "run.jsonl"
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        lines = whole[:size].rpartition(b"\n")[0]
        with suppress(KeyboardInterrupt), journal(tmp_path) as log:
            assert [*log.known] == [*"abc"][: lines.count(b'"value":')]
            assert told(in_order(work, pieces(*"abc"), InProcess(), 1, log)) == [*"ABC"]
            raise KeyboardInterrupt
        with suppress(KeyboardInterrupt), journal(tmp_path) as log:
            assert [*log.known] == [*"abc"]
            raise KeyboardInterrupt


@pytest.mark.parametrize("bad", [b"\0\xff{", b"[]", b'{"done":"b","value":' + b"[" * 99_999])
def test_a_line_that_is_none_and_what_follows_it_count_for_nothing(
    tmp_path: Path, bad: bytes
) -> None:
    broken_off(tmp_path, InProcess(), "a", "stop")
    path = tmp_path / "run.jsonl"
    path.write_bytes(path.read_bytes() + bad + b'\n{"done":"c","mark":"c","value":"C"}\n')
    with journal(tmp_path) as log:
        assert [*log.known] == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="links are not for everybody there")
def test_a_journal_writes_through_no_link(tmp_path: Path) -> None:
    precious = tmp_path / "game.toml"
    precious.write_bytes(b"a save\n")
    (tmp_path / "run.jsonl").symlink_to(precious)
    with pytest.raises(OSError, match=r"run\.jsonl"):
        journal(tmp_path)
    assert precious.read_bytes() == b"a save\n"


class Full(FileIO):
    """A file on a disk that has room for so many bytes, of which the last write takes a part."""

    room = 150

    def write(self, data: bytes, /) -> int:
        fits = bytes(data)[: max(0, self.room - self.tell())]
        if not fits:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(fits)


def test_a_full_disk_stops_no_run_and_what_was_written_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.club.journal.FileIO", Full)
    with suppress(KeyboardInterrupt), journal(tmp_path) as log:
        assert told(in_order(work, pieces(*"abcdef"), InProcess(), 1, log)) == [*"ABCDEF"]
        assert log.full == "No space left on device"
        raise KeyboardInterrupt
    monkeypatch.undo()
    again: list[str] = []
    with journal(tmp_path) as log:
        whole = in_order(partial(counted, again), pieces(*"abcdef"), InProcess(), 1, log)
        assert told(whole) == [*"ABCDEF"]
        assert not log.full
    assert again == [*"cdef"]


def test_two_runs_of_one_kind_do_not_write_one_journal(tmp_path: Path) -> None:
    with journal(tmp_path), pytest.raises(RunBusy):
        journal(tmp_path)
