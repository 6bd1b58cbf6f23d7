"""The same work for each of many games: a few at a time, given out in order, in constant memory.

Any `concurrent.futures.Executor` does the work: `InProcess`, the `Workers` of this machine (`workers.py`) or of a
`Cluster` (`cluster.py`). A game takes 50 ms and more, which is many times what it costs to give it out, so they
are given out singly.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import partial
from typing import Generic, NamedTuple, ParamSpec, Protocol, TypeVar

import msgspec

from pbem.errors import Bug, PbemError

P = ParamSpec("P")
T = TypeVar("T")
BUFFERED = 64
"""Results for each job that may wait for one before them, so that a slow game holds nobody up at once."""
PAUSE = 1.0  # seconds after which a log may write down what it has


class Piece(NamedTuple):
    """One game's share of the work.

    Attributes:
        name: what people know it by. `given`: what the work gets, such as paths.
        mark: changes with whatever the work reads; "" if that cannot be said.
    """

    name: str
    given: tuple[str, ...]
    mark: str = ""


class Outcome(msgspec.Struct, Generic[T], frozen=True):
    """What became of a piece: a small value, or why there is none."""

    piece: Piece
    value: T | None = None
    failed: str = ""


class Log(Protocol[T]):
    """What is written down while the work goes on (`journal.Journal`)."""

    def found(self, piece: Piece) -> T | None:
        """The value that an earlier run has found for the same piece."""

    def begin(self, piece: Piece) -> None: ...

    def end(self, piece: Piece, value: T | None) -> None: ...

    def settle(self) -> None:
        """Called about once in `PAUSE`."""


class NoLog(Generic[T]):
    """Nothing is written down."""

    def found(self, piece: Piece) -> T | None:
        return None

    def begin(self, piece: Piece) -> None: ...

    def end(self, piece: Piece, value: object) -> None: ...

    def settle(self) -> None: ...


Work = Callable[[tuple[str, ...]], T]


class InProcess(Executor):
    """No workers: everything is done at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def in_order(
    work: Work[T],
    pieces: Iterable[Piece],
    executor: Executor,
    jobs: int,
    log: Log[T],
    far: Callable[[int], None] = lambda count: None,
) -> Iterator[Outcome[T]]:
    """What the work makes of each piece, in the order of the pieces, whatever any of them does.

    Args:
        work: can be pickled, and so can its small value; it is given no secret.
        jobs: so many pieces are begun and not finished at any time.
        far: told about once in `PAUSE` how many are done.
    """
    pieces_left = iter(pieces)
    window: deque[Outcome[T] | Future[Outcome[T]]] = deque()
    running: dict[Future[Outcome[T]], Piece] = {}
    outcomes: dict[Future[Outcome[T]], Outcome[T]] = {}
    more, count = True, 0
    try:
        while more or window:
            while more and len(running) < jobs and len(window) < jobs * BUFFERED:
                piece = next(pieces_left, None)
                if piece is None:
                    more = False
                elif (known := log.found(piece)) is not None:
                    window.append(Outcome(piece, known))
                    count += 1
                    break  # given out before others are looked at
                else:
                    log.begin(piece)
                    future = executor.submit(partial(attempt, work), piece)
                    running[future] = piece
                    window.append(future)
            if running:
                front = window[0]
                ready = not isinstance(front, Future) or front in outcomes
                for future in wait([*running], 0 if ready else PAUSE, FIRST_COMPLETED).done:
                    piece = running.pop(future)
                    outcomes[future] = _settled(piece, future)
                    log.end(piece, outcomes[future].value)
                    count += 1
                log.settle()
                far(count)
            while window:
                front = window[0]
                if isinstance(front, Future):
                    if front not in outcomes:
                        break
                    window.popleft()
                    yield outcomes.pop(front)
                else:
                    window.popleft()
                    yield front
    finally:
        for future in running:
            future.cancel()


def attempt(work: Work[T], piece: Piece) -> Outcome[T]:
    """The work for one piece, where it is done. An error comes back in words, for not all can travel."""
    try:
        return Outcome(piece, work(piece.given))
    except PbemError as error:
        return Outcome(piece, failed=str(error))
    except MemoryError:
        return Outcome(piece, failed="It needs more memory than there is.")
    except OSError as error:
        return Outcome(piece, failed=f"{error.strerror or error}.")
    except Exception as error:
        what = Bug.of(error).facts["what"]
        return Outcome(piece, failed=f"pbem itself failed here ({what}). That is a bug: report it.")


def is_disk_full(error: Exception) -> bool:
    """Is this no fault of a game, but of the disk to which something about it is written?"""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def _settled(piece: Piece, future: Future[Outcome[T]]) -> Outcome[T]:
    try:
        return future.result()
    except Exception as error:  # the worker died, or what it made cannot travel
        return Outcome(piece, failed=str(error) or type(error).__name__)
