"""A post that is killed before one of its writes, and started again: what must be there in the end.

Each write goes through a hook; from the kill on no write happens any more, as after a power cut. Writes to the disk that
only make others durable are left out, so that a sweep takes seconds.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from pbem.home import computer
from pbem.post.journal import Journal, Outgoing
from pbem.post.smtp import Submission
from pbem.post.ways_out import Local, WayOut
from tests.post.office import Office

NAMES = ("replace", "rename", "link", "unlink")


class Killed(BaseException):
    """The process ends here."""


class Run:
    """A post whose writes are counted, and which is killed before one of them.

    Attributes:
        error: what happens then: `Killed`, or OSError for a disk that is full.
        at: the write before which it is killed; -1 for never. `delivered`: Message-ID and bytes, in their order.
        writes: how many the first pass made.
    """

    def __init__(self, error: type[BaseException] = Killed) -> None:
        self.error = error
        self.at, self.count, self.dead, self.kills = -1, 0, False, 0
        self.delivered: list[tuple[str, bytes]] = []
        self.writes = 0

    def write(self) -> None:
        if self.dead or self.count == self.at:
            self.kills += not self.dead
            self.dead = True
            raise self.error(errno.ENOSPC, "No space left on device")
        self.count += 1

    def hooked(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*words: Any, **named: Any) -> Any:
            self.write()
            return real(*words, **named)

        return call

    def deliver(self, real: Callable[..., None]) -> Callable[..., None]:
        def call(way: WayOut, row: Outgoing) -> None:
            self.write()
            real(way, row)
            self.delivered.append((row.message_id, row.bytes))
            self.write()

        return call

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for name in NAMES:
                stack.enter_context(mock.patch.object(os, name, self.hooked(getattr(os, name))))
            stack.enter_context(mock.patch.object(Journal, "commit", self.hooked(Journal.commit)))
            for way in (Local, Submission):
                deliver = self.deliver(way.deliver)
                stack.enter_context(mock.patch.object(way, "deliver", deliver))
            yield

    def pass_of(self, office: Office, who: str, at: int = -1) -> int:
        """One pass, killed before write `at`; returns how many writes there were."""
        self.at, self.count, self.dead = at, 0, False
        with self.counted(), contextlib.suppress(Killed, OSError):
            office.run(who)
        return self.count


class Scene:
    """What has come to somebody's post, which can be played from the start again and again."""

    def __init__(self, folder: Path, office: Office, who: str) -> None:
        self.folder, self.office, self.who, self.runs = folder, office, who, 0
        with computer.sitting_as(office.home(who)):
            secret = office.home(who) / computer.POST / "secret"
            secret.write_bytes(bytes(range(32)))
        self.start = office.folder
        reference = Run()
        self.played(reference)
        self.entries = self.office.entries(who)
        self.wanted = dict(reference.delivered)
        self.states = self.office.states(who)
        self.writes = reference.writes

    def played(self, run: Run, *kills: int, renamed: bool = False) -> None:
        """From the start, killed before these writes of the first passes, then left alone until all is done."""
        self.runs += 1
        place = self.folder / f"run-{self.runs}"
        shutil.copytree(self.start, place)
        self.office = self.office.moved(place)
        counts = []
        for at in (*kills, -1, -1):
            counts.append(run.pass_of(self.office, self.who, at))
            if renamed:
                self.rename_all()
        run.writes = counts[0]

    def rename_all(self) -> None:
        """The server numbers its emails anew."""
        for path in [*self.office.mailbox(self.who).glob("new/*")]:
            path.rename(path.with_name(f"{path.name}-{self.runs}"))

    def check(self, run: Run) -> None:
        """Nothing is lost, no Message-ID has two contents, and there are no more copies than kills."""
        found: dict[str, set[bytes]] = {}
        for id, data in run.delivered:
            found.setdefault(id, set()).add(data)
        assert {id: len(contents) for id, contents in found.items()} == dict.fromkeys(
            self.wanted, 1
        )
        assert len(run.delivered) <= len(self.wanted) + run.kills
        assert self.office.entries(self.who) == self.entries
        assert self.office.states(self.who) == self.states

    def kill_at(
        self, *kills: int, renamed: bool = False, error: type[BaseException] = Killed
    ) -> None:
        run = Run(error)
        self.played(run, *kills, renamed=renamed)
        self.check(run)
        shutil.rmtree(self.office.folder)
