"""Commands over a folder of games: how many at once, what they say meanwhile, and going on after a break."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click
import msgspec

from pbem.cli import person
from pbem.cli.jobs import JobOptions
from pbem.cli.rows import fact
from pbem.cli.terminal import plain, wrapped
from pbem.club import each
from pbem.club.each import Outcome, Piece, Work
from pbem.club.journal import Journal
from pbem.drawing.ink import printable
from pbem.errors import PbemError, ShorterHistory
from pbem.home import computer
from pbem.proof.reader import Reader
from pbem.protocol.hashing import digest
from pbem.system import processors
from pbem.version import VERSION

if TYPE_CHECKING:
    from pbem.club.cluster import Cluster

T = TypeVar("T")
MANY = 200
"""Games that no longer are read as quickly by one process as by one for each processor, which has to start."""
NONE = "No games here."
OLDER = (
    "This is an older copy of a game in this folder: it ends at entry {found}, and the newest copy at "
    "entry {newest}. `pbem` did not use this copy. Please remove it."
)
SAVE = ".toml"
"""If an email has the newest copy of a game, no older one is in the way."""
ONLY_THESE = "The cluster stopped before all games were done. Type the same command with `--resume` to do the rest."
ENOUGH = 5
"""Games after which it can be said how long the others will take."""
SOON = 1.0
"""Seconds after which a terminal is told how far it is."""


class Read(msgspec.Struct, Generic[T], frozen=True):
    """What the saves of one game came to.

    Attributes:
        path, value: of the longest of them. `refused`: files and why. `said`: on the way, for people.
    """

    path: str = ""
    value: T | None = None
    refused: tuple[tuple[str, str], ...] = ()
    said: str = ""


def longest(of: Callable[[Reader], T], paths: Sequence[str]) -> Read[T]:
    """Read the saves of one game as the public, in their order; of several the longer counts, and what is said about it."""
    best: tuple[Path, Reader, str] | None = None
    errors: list[tuple[str, PbemError | OSError]] = []
    for path in map(Path, paths):
        try:
            with contextlib.redirect_stderr(io.StringIO()) as warnings:
                game = person.open_save(Reader, path, "public")
        except (PbemError, OSError) as error:
            if each.is_disk_full(error):
                raise
            errors.append((str(path), error))
            continue
        if best is None or len(best[1].save.entries) < len(game.save.entries):
            best = (path, game, warnings.getvalue())
    if best is None:
        return Read(refused=tuple((name, str(error)) for name, error in errors))
    newest = len(best[1].save.entries) - 1
    refusals = tuple(
        (name, OLDER.format(newest=newest, **error.facts))
        if isinstance(error, ShorterHistory)
        else (name, str(error))
        for name, error in errors
        if best[0].suffix == SAVE or not isinstance(error, ShorterHistory)
    )
    return Read(str(best[0]), of(best[1]), refusals, best[2])


class Run(msgspec.Struct, Generic[T]):
    """One command over a folder.

    Attributes:
        what: the command and all that its results hang on but the games.
        kind: the type of a result. `jobs`: unless others are wished.
        failed, refused: names of what could not be done for an error of the program, and of what is
            no game or not in order. `good`: how many saves are.
    """

    what: str
    folder: Path
    work: Work[T]
    kind: type[T]
    jobs: int = 0
    failed: list[str] = []
    refused: list[str] = []
    good: int = 0

    def over(self, pieces: Sequence[Piece], wish: JobOptions, tell: Callable[[T], None]) -> None:
        """Do the work, and give `tell` each result, in order. Raises RunBusy."""
        jobs = self.jobs if wish.jobs is None else wish.jobs
        work, cluster = self.work, None
        if wish.dask:
            cluster = _cluster(wish.dask, self.folder)
            jobs, work = cluster.jobs, partial(as_newcomer, work)
        executor = cluster or _executor(min(jobs, len(pieces)))
        batch = cluster.batch(len(pieces)) if cluster else 1
        run_words = f"{self.what} {os.path.abspath(self.folder)}"
        path = computer.pins().folder / "runs" / f"{digest(os.fsencode(run_words))[:16]}.jsonl"
        with Journal(path, f"{run_words} ({VERSION})", self.kind) as journal:
            self._begin(journal, wish, len(pieces))
            progress, count = Progress(len(pieces)), 0
            try:
                with executor:
                    for outcome in each.in_order(
                        work, pieces, executor, max(jobs, 1), journal, progress.tell, batch
                    ):
                        progress.clear()
                        self._give(outcome, tell)
                        count += 1
                    journal.keep = bool(self.failed) and cluster is not None and cluster.gone
            except BrokenPipeError:
                raise
            except BaseException:
                progress.clear()
                self._broken_off(journal, count, len(pieces))
                raise
            progress.clear()
            if journal.full:
                say(
                    f"{journal.full}: {path}. With `--resume`, `pbem` could not have known how far it was."
                )
            elif journal.keep:
                say(ONLY_THESE)

    def read_over(self, pieces: Sequence[Piece], tell: Callable[[T], None]) -> None:
        """Do the work for all games, where it is quick: no journal is kept, and for a few games no process is started."""
        jobs = processors() if len(pieces) >= MANY else 0
        progress = Progress(len(pieces))
        try:
            with _executor(jobs) as executor:
                for outcome in each.in_order(
                    self.work, pieces, executor, max(jobs, 1), each.NoLog[T](), progress.tell
                ):
                    progress.clear()
                    self._give(outcome, tell)
        finally:
            progress.clear()

    def _begin(self, journal: Journal[T], wish: JobOptions, count: int) -> None:
        """Say where the run begins, and begin the journal again unless an interrupted run is resumed."""
        if wish.resume and journal.broken_off:
            say(
                f"The last run was interrupted when {_of(len(journal.known), count)} were done. This run continues from there."
            )
            in_flight(journal)
            journal.go_on()
        elif wish.resume:
            say(
                "There is nothing to resume, because this command was not interrupted here. It starts "
                "from the beginning."
            )
        elif journal.broken_off:
            say(
                f"An earlier run was interrupted when {_of(len(journal.known), count)} were done. This run "
                "starts from the beginning. With `--resume` it would have continued the earlier run."
            )
            in_flight(journal)
            journal.anew()

    def _give(self, outcome: Outcome[T], tell: Callable[[T], None]) -> None:
        if outcome.value is not None:
            tell(outcome.value)
            return
        self.failed.append(printable(str(self.folder / outcome.piece.name)))
        say(f"{self.failed[-1]}: {outcome.failed}")

    def _broken_off(self, journal: Journal[T], finished: int, count: int) -> None:
        say(
            f"Interrupted: {_of(finished, count)} are done. Type the same command with `--resume` to do "
            "the rest."
        )
        in_flight(journal)

    def shown(self, path: str) -> str:
        """The path of a result as people know it; no name of a file can fake a line."""
        within = Path(path).relative_to(os.path.abspath(self.folder))
        return printable(click.format_filename(self.folder / within))

    def judged(
        self, path: str, sentences: Sequence[str], good: bool, warnings: str, id: str = ""
    ) -> None:
        """Tell what was found of a save."""
        self.hear(warnings)
        name = self.shown(path)
        click.echo(fact(f"{id}: {name}" if plain() and id else f"{id}  {name}" if id else name, ""))
        self.good += good
        if not good:
            self.refused.append(name)
        for sentence in sentences:
            click.echo(wrapped(sentence, "    ", "      "))

    def read(self, save: Read[Any]) -> None:
        """Tell what reading said, and what could not be read."""
        self.hear(save.said)
        for path, why in save.refused:
            self.refused.append(self.shown(path))
            say(f"{self.refused[-1]}: {why}")

    def hear(self, warnings: str) -> None:
        """Pass on what was said on the way."""
        for line in warnings.splitlines():
            click.echo(printable(line), err=True)

    def summary(self, right: str, others: str) -> None:
        """How many are right, and the names of all others, a line each."""
        count = self.good + len(self.refused)
        click.echo(
            f"{self.good} of {count} {'save' if count == 1 else 'saves'} {right}."
            if count or self.failed
            else NONE
        )
        for names, what in ((self.refused, others), (self.failed, "These could not be checked:")):
            for line in (what, *(fact(name, "    ") for name in names)) if names else ():
                click.echo(line)

    @property
    def is_complete(self) -> bool:
        """Whether every game was read: only then can it be said that there is none."""
        return not (self.failed or self.refused)

    def leave(self) -> None:
        """Exit code 1 if the program failed at a game, 2 if one was refused."""
        if not self.is_complete:
            raise SystemExit(1 if self.failed else 2)


def _cluster(address: str, folder: Path) -> Cluster:
    """The workers at an address. Raises click.UsageError."""
    try:
        from pbem.club.cluster import Cluster, NoCluster
    except ImportError as error:
        raise click.UsageError("--dask needs a library: pip install 'pbem[cluster]'.") from error
    try:
        return Cluster(address, os.path.abspath(folder) if folder.parts else "")
    except NoCluster as error:
        raise click.UsageError(str(error)) from error


def as_newcomer(work: Work[T], arguments: tuple[str, ...]) -> T:
    """The work in a home that is new and empty, so that it does not depend on what a worker has seen before."""
    with tempfile.TemporaryDirectory(prefix="pbem-") as home, computer.sitting_as(Path(home)):
        return work(arguments)


def _executor(jobs: int) -> Executor:
    if not jobs:
        return each.InProcess()
    from pbem.club.workers import Workers  # 12 ms, for those who want them

    return Workers(jobs)


def say(text: str) -> None:
    click.echo(wrapped(text, "", "    "), err=True)


def in_flight(journal: Journal[Any]) -> None:
    """Name what was begun and is not done."""
    for name in journal.open:
        say(f"In flight: {name}")


def _of(finished: int, count: int) -> str:
    return f"{finished} of {count} games"


class Progress:
    """How far it is, and how long it may still take: one line on a terminal, gone when it is done."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.begun = time.monotonic()
        self.next = self.begun + SOON
        self.shown = ""

    def tell(self, finished: int) -> None:
        now = time.monotonic()
        if now < self.next or not sys.stderr.isatty():
            return
        self.clear()
        self.shown, self.next = f"{finished} of {self.count}{self._left(finished, now)}", now + 0.2
        click.echo(self.shown, nl=False, err=True)

    def _left(self, finished: int, now: float) -> str:
        """As long again for each game as for those that are done; nothing before there are enough of them."""
        if finished < ENOUGH:
            return ""
        seconds = (now - self.begun) / finished * (self.count - finished)
        return (
            f", about {seconds / 60:.0f} min left"
            if seconds >= 90
            else f", about {seconds:.0f} s left"
        )

    def clear(self) -> None:
        if self.shown:
            click.echo("\r" + " " * len(self.shown) + "\r", nl=False, err=True)
            self.shown = ""
