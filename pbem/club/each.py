"""The same work for each of many games: a few at a time, given out in order, in constant memory.

Any `concurrent.futures.Executor` does the work: `InProcess`, the `Workers` of this machine (`workers.py`) or a
`Cluster` (`cluster.py`). On a cluster some games are given out together: a short one takes 40 ms, and its way half as
much.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    batch: int = 1,
) -> Iterator[Outcome[T]]:
    """What the work makes of each piece, in the order of the pieces, whatever any of them does.

    Args:
        work: can be pickled, and so can its small value; it is given no secret.
        jobs: how many batches are begun and not finished at any time.
        far: called about once in `PAUSE` with the number that is done.
        batch: pieces that are given out together; those of a batch that fails are given out again, singly.
    """
    pieces_left = iter(pieces)
    window: deque[Outcome[T] | Future[list[Outcome[T]]]] = deque()
    running: dict[Future[list[Outcome[T]]], list[Piece]] = {}
    outcomes: dict[Future[list[Outcome[T]]], list[Outcome[T]]] = {}
    has_more, count = True, 0

    def begin(some: list[Piece]) -> Future[list[Outcome[T]]]:
        future = executor.submit(partial(attempt_all, work), some)
        running[future] = some
        return future

    try:
        while has_more or window:
            while has_more and len(running) < jobs and len(window) < jobs * BUFFERED:
                some: list[Piece] = []
                logged_value = None
                while (
                    logged_value is None
                    and len(some) < batch
                    and (piece := next(pieces_left, None))
                ):
                    logged_value = log.found(piece)
                    if logged_value is None:
                        log.begin(piece)
                        some.append(piece)
                has_more = piece is not None
                if some:
                    window.append(begin(some))
                if piece is not None and logged_value is not None:
                    window.append(Outcome(piece, logged_value))
                    count += 1
                    break  # given out before others are looked at
            if running:
                front = window[0]
                ready = not isinstance(front, Future) or front in outcomes
                for future in wait([*running], 0 if ready else PAUSE, FIRST_COMPLETED).done:
                    some = running.pop(future)
                    batch_outcomes = _outcomes_of(some, future)
                    if batch_outcomes is None:
                        at = window.index(future)
                        del window[at]
                        for piece in reversed(some):
                            window.insert(at, begin([piece]))
                        continue
                    outcomes[future] = batch_outcomes
                    for outcome in batch_outcomes:
                        log.end(outcome.piece, outcome.value)
                    count += len(batch_outcomes)
                log.settle()
                far(count)
            while window:
                front = window[0]
                if isinstance(front, Future):
                    if front not in outcomes:
                        break
                    window.popleft()
                    yield from outcomes.pop(front)
                else:
                    window.popleft()
                    yield front
    finally:
        for future in running:
            future.cancel()


def attempt_all(work: Work[T], pieces: Sequence[Piece]) -> list[Outcome[T]]:
    """The work for each of these pieces."""
    return [attempt(work, piece) for piece in pieces]


def attempt(work: Work[T], piece: Piece) -> Outcome[T]:
    """The work for one piece, where it is done. An error comes back in words, for not all can travel."""
    try:
        return Outcome(piece, work(piece.given))
    except PbemError as error:
        return Outcome(piece, failed=str(error))
    except MemoryError:
        return Outcome(piece, failed="This game needs more memory than this computer has.")
    except OSError as error:
        return Outcome(piece, failed=f"{error.strerror or error}.")
    except Exception as error:
        what = Bug.of(error).facts["what"]
        return Outcome(
            piece, failed=f"pbem itself failed here ({what}). That is a bug. Please report it."
        )


def is_disk_full(error: Exception) -> bool:
    """Is this no fault of a game, but of the disk to which something about it is written?"""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def _outcomes_of(
    pieces: Sequence[Piece], future: Future[list[Outcome[T]]]
) -> list[Outcome[T]] | None:
    """What became of pieces; None if of several nobody knows which of them is to blame."""
    try:
        return future.result()
    except Exception as error:  # the worker died, or what it made cannot travel
        if len(pieces) > 1:
            return None
        return [Outcome(piece, failed=str(error) or type(error).__name__) for piece in pieces]
