"""Processes of this machine as an executor: a game whose process dies is read again by another one, and one that
never ends, or ends every process that tries it, is given up alone.

pebble keeps the processes: a pool of the standard library gives up everything that it has begun when one of
its processes dies, and does not say which piece it was; loky does the same. All are spawned, on every system, so
that no worker knows more than it is given.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from threading import Thread
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from pbem.system import collect_seldom, ctrl_c_kept

P = ParamSpec("P")
T = TypeVar("T")
LIMIT = 900.0
"""Seconds for one game, a hundred times what the longest takes."""
TRIES = 4
"""Processes that a game may end, as on a cluster; whatever ended the first of them may have had nothing to do with it."""
START = 60.0
"""Seconds that the first process has to begin."""


class Died(Exception):
    """A worker came to an end in the middle of a game."""


class Workers(Executor):
    """So many processes. Left by an exception, such as Ctrl-C, it ends what they are at."""

    def __init__(self, jobs: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._pool = _started(jobs)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        answer: Future[T] = Future()
        answer.set_running_or_notify_cancel()  # so that its result finds nothing cancelled
        if self._pool is None:
            answer.set_exception(
                Died("No extra process can be started on this computer. `--jobs 0` needs none.")
            )
        else:
            self._try(self._pool, answer, partial(fn, *args, **kwargs), TRIES)
        return answer

    def _try(self, pool: ProcessPool, answer: Future[T], work: Callable[[], T], tries: int) -> None:
        future = pool.schedule(work, timeout=self.limit)
        future.add_done_callback(partial(self._settle, pool, answer, work, tries - 1))

    def _settle(
        self,
        pool: ProcessPool,
        answer: Future[T],
        work: Callable[[], T],
        tries: int,
        future: Future[T],
    ) -> None:
        """Give `answer` what the process's `future` came to; try `work` again, while `tries` are left, if its process died."""
        try:
            answer.set_result(future.result())
        except TimeoutError:
            answer.set_exception(
                Died(f"This game was not done after {self.limit:.0f} seconds, so it was stopped.")
            )
        except ProcessExpired as error:
            with suppress(RuntimeError):  # the run is being broken off
                if tries:
                    self._try(pool, answer, work, tries)
                    return
            how = _exit_words(error.exitcode)
            answer.set_exception(Died(f"Each process that worked on this game died ({how})."))
        except BaseException as error:
            answer.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self._pool is None:
            return
        if cancel_futures:
            self._pool.stop()  # type: ignore[no-untyped-call]
        else:
            self._pool.close()  # type: ignore[no-untyped-call]
        if wait:
            self._pool.join()

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)


def _started(jobs: int) -> ProcessPool | None:
    """None where no process can be started, as where there is no memory that processes share."""
    pool = None
    try:
        # Begun by the first worker it would let Ctrl-C through to that one.
        resource_tracker.ensure_running()
        pool = ProcessPool(jobs, initializer=_begin, context=multiprocessing.get_context("spawn"))
        with ctrl_c_kept():
            first_process = pool.schedule(os.getpid)
        first_process.result(START)
    except (OSError, RuntimeError):  # of which one is that the time is over
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
        return None
    return pool


def _exit_words(code: int) -> str:
    if code == -9:
        return "killed, perhaps because there was not enough memory"
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _begin() -> None:
    """A worker leaves Ctrl-C to its parent, and does not outlive it."""
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow, args=(multiprocessing.parent_process(),), daemon=True).start()


def _follow(parent: Any) -> None:
    parent.join()
    os._exit(1)
