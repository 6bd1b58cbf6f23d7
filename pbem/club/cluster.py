"""The workers of a Dask cluster as an executor: for more games than one machine checks in a day.

A worker that dies is replaced by Dask, and what it had begun is begun again elsewhere; a piece that ends each
worker that tries it is given up. All workers need this version of pbem, and the folder under the same path.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, InvalidStateError
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread, Timer
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

from distributed import Client
from distributed.scheduler import KilledWorker

from pbem.club.workers import LIMIT, Died
from pbem.protocol.hashing import digest
from pbem.version import VERSION

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE = 15.0
"""Seconds in which a scheduler answers."""
DESERTED = 120.0
"""Seconds without any worker, or until a result that is there comes, after which nothing more is expected: a worker that
died is replaced in ten."""
LOOK = 5.0
"""Seconds between two looks at whether there are workers."""
AGAIN = 2
"""Times that a piece under suspicion is tried once more."""
LOUD = ("distributed", "distributed.client")
"""Loggers of Dask, which print a traceback where a scheduler dies; what that comes to is said in our words."""
AHEAD = 2
"""Batches for each worker, so that none waits for the next one to travel."""
BATCH = 5
"""Pieces that travel together, so that they take ten times as long as their way."""


class NoCluster(Exception):
    """What a cluster lacks, in words."""


class Cluster(Executor):
    """All workers of the cluster at an address. Raises NoCluster.

    Attributes:
        jobs: how many batches are best begun at once.
    """

    def __init__(self, address: str, folder: str) -> None:
        """`folder`: where the games are, for every worker too; "" if there is none."""
        for name in LOUD:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        connect: Any = Client
        try:
            self._client = connect(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # of Dask or asyncio, by the kind of the address
            why = str(error) or type(error).__name__  # a refused connection may have no words
            raise NoCluster(
                f"No cluster answers at {address}: {why}. An address looks like tcp://10.0.0.1:8786, or "
                "tls://10.0.0.1:8786 where the scheduler uses TLS. See `pbem guide clubs`."
            ) from error
        try:
            # Not by `wait_for_workers`, which also counts one that has just died.
            until = time.monotonic() + PATIENCE
            while not (threads := self._client.nthreads()) and time.monotonic() < until:
                time.sleep(0.1)
            self.jobs = AHEAD * len(threads)
            self._check(folder, threads)
        except BaseException:
            self._client.close()
            raise
        self._open: set[Future[Any]] = set()
        self._closed = Event()
        Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        """Give up what is not done once the cluster has had no worker for too long; Dask itself would wait."""
        seen_last = time.monotonic()
        while not self._closed.wait(LOOK) and not self.gone:
            try:
                has_workers = bool(self._client.nthreads())
            except Exception:  # the scheduler goes, which each future is told by Dask
                continue
            if has_workers:
                seen_last = time.monotonic()
            elif time.monotonic() - seen_last > DESERTED:
                for answer in [*self._open]:
                    _set(answer, Died("The cluster has no workers any more."))

    def _check(self, folder: str, threads: dict[str, int]) -> None:
        """Pass if every worker has this version, does one game at a time, and sees the folder. Raises NoCluster."""
        if not threads:
            raise NoCluster("The cluster has no workers.")
        if any(count > 1 for count in threads.values()):
            raise NoCluster(
                "Each worker must do only one game at a time. Start it with: dask worker --nthreads 1."
            )
        try:
            answers = self._client.run(seen, folder)
        except Exception as error:  # what a worker lacks is told by whatever it raised
            raise NoCluster(f"A worker of the cluster cannot run pbem: {error}.") from error
        own_code = code()
        for worker, (version, its_code, has_folder) in sorted(answers.items()):
            if version != VERSION:
                raise NoCluster(
                    f"The worker {worker} has pbem {version}, but this computer has {VERSION}."
                )
            if its_code != own_code:
                raise NoCluster(
                    f"The worker {worker} has other files of pbem {VERSION} than this computer. Install the "
                    "same pbem on both, and start the worker again."
                )
            if folder and not has_folder:
                raise NoCluster(f"The worker {worker} does not see the folder {folder}.")

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        answer: Future[T] = Future()
        answer.set_running_or_notify_cancel()  # so that its result finds nothing cancelled
        if self.gone:
            answer.set_exception(Died("The cluster is gone."))
            return answer
        self._open.add(answer)
        answer.add_done_callback(self._open.discard)
        self._try(answer, partial(fn, *args, **kwargs), AGAIN)
        return answer

    def _try(self, answer: Future[Any], work: Callable[[], Any], again: int) -> None:
        """Not pure: two games with the same bytes are two games."""
        future = self._client.submit(within, work, VERSION, pure=False)
        future.add_done_callback(partial(self._settle, answer, work, again))

    def _settle(
        self, answer: Future[Any], work: Callable[[], Any], again: int, future: Any
    ) -> None:
        """Give `answer` what Dask's `future` came to; try `work` again, up to `again` times, if its worker died.

        Dask calls this for all clients of the process in one thread, which a result that never comes would hold up
        forever: one of a client that is just being closed, say.
        """
        if self._closed.is_set():
            _set(answer, Died("The cluster is not asked any more."))
            return
        try:
            _set(answer, future.result(DESERTED))
        except KilledWorker:
            # Dask also suspects what only lay on a worker that died: so it is tried again.
            if again:
                self._try(answer, work, again - 1)
                return
            _set(
                answer,
                Died(
                    "Every worker that tried this game was stopped: there was not enough memory or time."
                ),
            )
        except BaseException as error:
            _set(answer, Died(f"The cluster did not answer ({error or type(error).__name__})."))
        finally:
            future.release()

    def batch(self, pieces: int) -> int:
        """How many of so many pieces are best given out together: none waits while another has several."""
        return max(1, min(BATCH, pieces // (AHEAD * self.jobs)))

    @property
    def gone(self) -> bool:
        """Does the scheduler answer no more?"""
        return bool(self._client.status != "running")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is not done is given up; the cluster goes on for others."""
        self._closed.set()
        self._client.close()

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        self.shutdown()


def _set(answer: Future[Any], outcome: Any) -> None:
    """Give `answer` its result or its error, unless it was given up before."""
    with suppress(InvalidStateError):
        if isinstance(outcome, Died):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)


def seen(folder: str) -> tuple[str, str, bool]:
    """On a worker: its version of pbem and the code of it, and whether it sees the folder."""
    return VERSION, code(), os.path.isdir(folder)


def code() -> str:
    """A digest of this pbem's modules: two clones can have the same version."""
    root = Path(__file__).parents[1]
    modules = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.py"))
    texts = [f"{name}\n{(root / name).read_text('utf-8')}" for name in modules]
    return digest("\n".join(texts).encode())


def within(work: Callable[[], T], version: str) -> T:
    """On a worker: the work, or the end of the worker if it takes too long; Dask starts another one. Raises Died:
    a worker that came later has another version of pbem."""
    if version != VERSION:
        raise Died(f"a worker has pbem {VERSION}, but this computer has {version}")
    alarm = Timer(LIMIT, os._exit, (1,))
    alarm.daemon = True
    alarm.start()
    try:
        return work()
    finally:
        alarm.cancel()
