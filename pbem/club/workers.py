"""Processes of this machine as an executor: a game whose process dies is read again by another one, and one that
never ends, or ends every process that tries it, is given up alone.

pebble keeps the processes: it ends one that takes too long, and says how one died. The pools of the standard library
do neither; loky does not do the first. All are spawned, on every system, so that no worker knows more than it is given.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import resource_tracker
from queue import SimpleQueue
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
    """So many processes. Left by an exception, such as Ctrl-C, it ends what they are at.

    Each is a pool of its own. Where a process of a larger pool dies before the pool has heard which piece it took,
    pebble gives up every piece of the pool, or waits for that one until its time is over.
    """

    def __init__(self, jobs: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._ended = False
        self._pools = _started(jobs)
        self._idle: SimpleQueue[ProcessPool] = SimpleQueue()
        for pool in self._pools:
            self._idle.put(pool)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Waits for a process while all of them work."""
        answer: Future[T] = Future()
        answer.set_running_or_notify_cancel()  # so that its result finds nothing cancelled
        if self._pools:
            pool = self._idle.get()
            with suppress(RuntimeError):
                self._try(pool, answer, partial(fn, *args, **kwargs), TRIES, "at once")
                return answer
            self._idle.put(pool)
        answer.set_exception(
            Died("No extra process can be started on this computer. `--jobs 0` needs none.")
        )
        return answer

    def _try(
        self,
        pool: ProcessPool,
        answer: Future[T],
        work: Callable[[], T],
        tries: int,
        how: str,
    ) -> None:
        """Raises RuntimeError if the run is being broken off, or no process can be started any more."""
        if not pool.active and not self._ended:  # it gave itself up with its process
            pool = _pool()
            self._pools.append(pool)
        with ctrl_c_kept():
            future = pool.schedule(work, timeout=self.limit)
        future.add_done_callback(partial(self._settle, pool, answer, work, tries - 1, how))

    def _settle(
        self,
        pool: ProcessPool,
        answer: Future[T],
        work: Callable[[], T],
        tries: int,
        how: str,
        future: Future[T],
    ) -> None:
        """Give `answer` what the process's `future` came to; try `work` again, while `tries` are left, if its process died.

        Args:
            how: the last process died of which this is known.
        """
        failure: BaseException
        try:
            value = future.result()
        except TimeoutError:
            failure = Died(
                f"This game was not done after {self.limit:.0f} seconds, so it was stopped."
            )
        except (ProcessExpired, BrokenProcessPool) as error:
            if isinstance(error, ProcessExpired):  # otherwise it had not even said what it works on
                how = _exit_words(error.exitcode)
            with suppress(RuntimeError):
                if tries:
                    self._try(pool, answer, work, tries, how)
                    return
            failure = Died(f"Each process that worked on this game died ({how}).")
        except BaseException as error:
            failure = error
        else:
            self._idle.put(pool)
            answer.set_result(value)
            return
        self._idle.put(pool)
        answer.set_exception(failure)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._ended = True
        for pool in self._pools:
            if cancel_futures:
                pool.stop()  # type: ignore[no-untyped-call]
            else:
                pool.close()  # type: ignore[no-untyped-call]
        if wait:
            for pool in self._pools:
                pool.join()

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.shutdown(cancel_futures=kind is not None)


def _started(jobs: int) -> list[ProcessPool]:
    """Empty where no process can be started, as where there is no memory that processes share."""
    pools: list[ProcessPool] = []
    try:
        # Begun by the first worker it would let Ctrl-C through to that one.
        resource_tracker.ensure_running()
        pools = [_pool() for _ in range(jobs)]
        with ctrl_c_kept():
            first_process, *_ = [pool.schedule(os.getpid) for pool in pools]
        first_process.result(START)
    except (OSError, RuntimeError):  # of which one is that the time is over
        for pool in pools:
            pool.stop()  # type: ignore[no-untyped-call]
        return []
    return pools


def _pool() -> ProcessPool:
    return ProcessPool(1, initializer=_begin, context=multiprocessing.get_context("spawn"))


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
