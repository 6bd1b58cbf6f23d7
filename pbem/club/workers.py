"""Processes of this machine as an executor: one that dies, or never ends, takes only its own game along.

Each worker is a `ProcessPoolExecutor` of one, for a pool of several gives up everything that it has begun
when one of them dies, and does not say which piece it was. All are spawned, on every system, so that no
worker knows more than it is given.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from functools import partial
from multiprocessing import resource_tracker
from threading import Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from pbem.system import leave_ctrl_c

P = ParamSpec("P")
T = TypeVar("T")
LIMIT = 900.0
"""Seconds for one game, a hundred times what the longest takes."""


class Died(Exception):
    """A worker came to an end in the middle of a game."""


class Workers(Executor):
    """So many processes, each begun when there is something to do for it.

    Left by an exception, such as Ctrl-C, it ends what they are at.
    """

    def __init__(self, jobs: int, limit: float = LIMIT) -> None:
        self.limit = limit
        # Begun by the first worker it would let Ctrl-C through to that one.
        resource_tracker.ensure_running()
        self._threads = ThreadPoolExecutor(jobs, initializer=leave_ctrl_c)
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._stopped = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return self._threads.submit(self._do, partial(fn, *args, **kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for worker in self._idle:
            worker.pool.shutdown(wait)

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is not None:
            self._stopped = True
            for worker in [*self._busy]:
                worker.process.kill()
        self.shutdown(cancel_futures=kind is not None)

    def _do(self, work: Callable[[], T]) -> T:
        """In a thread, which waits for its worker. Raises Died."""
        if self._stopped:
            raise Died("It was stopped.")
        try:
            worker = self._idle.pop()
        except IndexError:  # to look first would be too late: another thread may take it meanwhile
            worker = _Worker()
        self._busy.add(worker)
        if self._stopped:
            worker.process.kill()
        try:
            value = worker.do(work, self.limit)
        except Died:
            worker.pool.shutdown()
            raise
        finally:
            self._busy.discard(worker)
        self._idle.append(worker)
        return value


class _Worker:
    """One process. Raises Died if it does not even begin."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(1, spawn, _begin)
        try:
            number = self.pool.submit(os.getpid).result()
        except BrokenExecutor as error:
            self.pool.shutdown()
            raise Died("No worker can be started here; `--jobs 0` needs none.") from error
        self.process = next(p for p in multiprocessing.active_children() if p.pid == number)

    def do(self, work: Callable[[], T], limit: float) -> T:
        future: Future[T] = self.pool.submit(work)
        if not wait([future], limit).done:
            self.process.kill()
            raise Died(f"It was not done after {limit:.0f} seconds, and was stopped.")
        try:
            return future.result()
        except BrokenExecutor as error:
            self.process.join()
            how = _ended(self.process.exitcode)
            raise Died(f"The process that worked on it died ({how}).") from error


def _ended(code: int | None) -> str:
    if code == -9:
        return "killed, perhaps because there was not enough memory"
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _begin() -> None:
    """A worker leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow, args=(multiprocessing.parent_process(),), daemon=True).start()


def _follow(parent: Any) -> None:
    parent.join()
    os._exit(1)
