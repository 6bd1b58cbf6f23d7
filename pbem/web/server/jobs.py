"""Long work beside the page: odds, a turn played ahead. It tells how far it is, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from msgspec import Struct

from pbem.errors import NotOnThisPage
from pbem.home import computer
from pbem.web.server.page import Answer

AT_ONCE = 2
"""So many run; more wait for these."""
KEPT = 16
"""So many are remembered, done or not."""

Tick = Callable[[], None]
"""Called at each piece of work. Raises Stopped when nobody wants the rest."""
Work = Callable[[Tick], Callable[[], Answer]]
"""What runs beside the page, from values that nobody changes; it gives what then tells the page, which runs
alone, as a click does."""


class JobStopped(Exception):
    """Whoever wanted this work wants it no more."""


class Progress(Struct, frozen=True):
    """How far a work is: `done` of `of` pieces; with its `answer` when it is over."""

    label: str
    done: int
    of: int
    answer: Answer | None = None


class _Job:
    def __init__(self, label: str, of: int) -> None:
        self.label, self.of, self.home = label, of, computer.folder()
        self.done = 0
        self.stopped = Event()
        self.future: Future[Callable[[], Answer]] | None = None
        self.answer: Answer | None = None

    def tick(self) -> None:
        if self.stopped.is_set():
            raise JobStopped
        self.done += 1


class Jobs:
    """The long works of one process, by number."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="work")
        self._jobs: dict[int, _Job] = {}
        self._next = 1

    def begin(self, label: str, of: int, work: Work) -> int:
        """Begin a work of so many pieces; its number is for `Answer.job`. The oldest of many is forgotten."""
        number, self._next = self._next, self._next + 1
        job = self._jobs[number] = _Job(label, of)
        job.future = self._threads.submit(work, job.tick)
        for old in list(self._jobs)[:-KEPT]:
            self._jobs.pop(old).stopped.set()
        return number

    def look(self, number: int) -> Progress:
        """How far it is; call it as you call a page. Raises NotOnThisPage, what the work raised."""
        job = self._job(number)
        if job.answer is None and job.future is not None and job.future.done():
            try:
                # A learner has a home of his own, and who asks how far it is does not sit there.
                with computer.sitting_as(job.home):
                    job.answer = job.future.result()()
            except JobStopped:
                job.answer = Answer(said="Stopped.")
        return Progress(job.label, min(job.done, job.of), job.of, job.answer)

    def stop(self, number: int) -> None:
        """It ends at its next piece. Raises NotOnThisPage."""
        self._job(number).stopped.set()

    def close(self) -> None:
        """Stop them all; none is begun any more."""
        for job in self._jobs.values():
            job.stopped.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _job(self, number: int) -> _Job:
        if number not in self._jobs:
            raise NotOnThisPage(why="that work was begun by another program, or is long over")
        return self._jobs[number]
