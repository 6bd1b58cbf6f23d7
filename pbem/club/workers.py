"""Processes of this machine as an executor: a game whose process dies is read again by another one, and one that
never ends, or ends every process that tries it, is given up alone.

Each process has one game at a time, and a pipe of its own. So it is always known whose game it was when a process died,
even at its birth. Of the libraries, a pool of the standard library or of loky has no time limit; pebble's gave up all
games, or waited for ever, when a process died before the pool had heard which game it took. All processes are spawned,
on every system, so that no worker knows more than it is given.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pickle import PicklingError
from queue import SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from pbem.system import collect_seldom, ctrl_c_kept

P = ParamSpec("P")
T = TypeVar("T")
LIMIT = 900.0
"""Seconds for one game, a hundred times what the longest takes."""
TRIES = 4
"""Processes that a game may end, as on a cluster; whatever ended the first of them may have had nothing to do with it."""
START = 60.0
"""Seconds that the first process has to begin."""
PARTS = 60
"""Parts of the limit in which a game is waited for."""
END = 5.0
"""Seconds that a process has to end after its pipe."""
SPAWN = multiprocessing.get_context("spawn")


class Died(Exception):
    """A worker came to an end in the middle of a game."""


class Workers(Executor):
    """So many processes. Left by an exception, such as Ctrl-C, it ends what they are at."""

    def __init__(self, jobs: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._threads = ThreadPoolExecutor(jobs)
        self._workers = [Worker() for _ in range(jobs)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._can_start = _can_start(self._workers[0])

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self._threads.submit(self._done, partial(fn, *args, **kwargs))

    def _done(self, work: Callable[[], T]) -> T:
        """What the work comes to, on one process after the other while they die of it. Raises Died, or what it raises."""
        if not self._can_start:
            raise Died("No extra process can be started on this computer. `--jobs 0` needs none.")
        worker, how = self._idle.get(), ""
        try:
            for _ in range(TRIES):
                try:
                    return worker.done(work, self.limit)
                except Gone as gone:
                    how = how if gone.code is None else _exit_words(gone.code)
            raise Died(f"Each process that worked on this game died ({how or 'at once'}).")
        finally:
            self._idle.put(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            for worker in self._workers:
                worker.stop()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            for worker in self._workers:
                worker.close()

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)


class Gone(Exception):
    """The process of a worker died. `code`: as `Process.exitcode`; None if it could not be started."""

    def __init__(self, code: int | None) -> None:
        self.code = code


class Worker:
    """A process, begun when it is first needed and whenever the last one has died."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._stopped, self._lock = False, Lock()

    def done(self, work: Callable[[], T], limit: float) -> T:
        """What the work comes to there.

        Raises:
            Gone: the process died. Died: it took longer than `limit`, in seconds, or is to begin nothing more.
        """
        pipe = self._begun()
        try:
            pipe.send(work)
            # In parts, so that a pause of both processes (Ctrl-Z) costs the game one of them, not its time.
            is_done = any(pipe.poll(limit / PARTS) for _ in range(PARTS))
            answer: tuple[T, BaseException | None] | None = pipe.recv() if is_done else None
        except (EOFError, OSError):
            raise Gone(self._end(END)) from None
        if answer is None:
            self._end(0)
            raise Died(f"This game was not done after {limit:.0f} seconds, so it was stopped.")
        value, error = answer
        if error is not None:
            raise error
        return value

    def stop(self) -> None:
        """End the process, and begin none again."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Stop when nothing is done there any more."""
        self.stop()
        self._end(0)

    def _begun(self) -> Connection[Any, Any]:
        """The pipe to the process. Raises Gone, Died."""
        with self._lock:
            if self._stopped:
                raise Died("This run was broken off.")
            if self._pipe is not None:
                return self._pipe
            own_end, its_end = SPAWN.Pipe()
            process = SPAWN.Process(target=serve, args=(its_end,), daemon=True)
            try:
                with ctrl_c_kept():
                    process.start()
            except OSError:  # no memory is left, or it was killed as it began
                own_end.close()
                raise Gone(None) from None
            finally:
                its_end.close()
            self._process, self._pipe = process, own_end
            return own_end

    def _end(self, patience: float) -> int | None:
        """Its exit code, once the process has ended by itself, or has been ended after so many seconds."""
        with self._lock:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
        if process is None or pipe is None:
            return None
        process.join(patience)
        process.kill()
        process.join()
        pipe.close()
        return process.exitcode


def _can_start(worker: Worker) -> bool:
    """No where no process can be started, as where no memory is left."""
    for _ in range(TRIES):
        # Begun by the first worker it would let Ctrl-C through to that one.
        with suppress(Gone, Died, OSError):
            resource_tracker.ensure_running()
            worker.done(os.getpid, START)
            return True
    return False


def _exit_words(code: int) -> str:
    if code == -9:
        return "killed, perhaps because there was not enough memory"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def serve(pipe: Connection[Any, Any]) -> None:
    """In a process of its own: do what comes through the pipe, until it is closed. It leaves Ctrl-C to its parent, and
    does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    Thread(target=_follow, args=(multiprocessing.parent_process(),), daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            answer = _answer(pipe.recv())
            try:
                pipe.send(answer)
            except (AttributeError, TypeError, PicklingError) as error:  # it cannot travel
                pipe.send((None, TypeError(str(error))))


def _answer(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    """What the work comes to, or what it raises."""
    try:
        return work(), None
    except BaseException as error:
        return None, error


def _follow(parent: Any) -> None:
    parent.join()
    os._exit(1)
