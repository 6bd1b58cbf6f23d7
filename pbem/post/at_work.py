"""A post at work: its journal, its mailboxes and its way out, and no other post of this computer beside it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.errors import RunBusy
from pbem.home import computer
from pbem.post import doors
from pbem.post.config import Config
from pbem.post.context import Context
from pbem.post.journal import Journal
from pbem.post.reading import EmailReader
from pbem.protocol import lock
from pbem.protocol.atomic import private_folder
from pbem.protocol.keys import Identity


@contextlib.contextmanager
def working(
    config: Config,
    identity: Callable[[], Identity],
    say: Callable[[str], None],
    looks: bool = False,
) -> Iterator[Context]:
    """The context of a post at work; its files and connections are closed afterwards.

    Args:
        looks: it only reads its journal where another post of this computer is at work (`Context.alone`).

    Raises RunBusy, OSError.
    """
    folder = computer.folder() / computer.POST
    private_folder(folder / computer.OUTBOX)
    with _held(folder, looks) as alone, contextlib.ExitStack() as open_things:
        journal = open_things.enter_context(contextlib.closing(Journal(folder / "journal.sqlite")))
        reader = open_things.enter_context(contextlib.closing(EmailReader()))
        boxes = [doors.mailbox(source, journal) for source in config.sources]
        way_out = doors.way_out(config, journal)
        for box in boxes:
            open_things.callback(box.close)
        open_things.callback(way_out.close)
        yield Context(
            config,
            journal,
            reader,
            identity,
            computer.now(),
            say,
            folder,
            way_out,
            boxes,
            alone=alone,
        )


@contextlib.contextmanager
def _held(folder: Path, looks: bool) -> Iterator[bool]:
    """Hold the lock of the post, and give it back; is it held? Raises RunBusy, unless this post only looks."""
    try:
        pass_lock = lock.hold(folder / "lock")
    except BlockingIOError as error:
        if not looks:
            raise RunBusy(path=folder / "lock") from error
        yield False
        return
    try:
        yield True
    finally:
        lock.let_go(pass_lock)
