"""Serves the pages of a desk to one browser on this machine, and ends when nobody looks any more."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn

from pbem.home import bugs
from pbem.protocol.atomic import SECRET, replace_file
from pbem.web.seat.replays import WithReplays
from pbem.web.server.access import HOST, Gate
from pbem.web.server.app import BUG, Desk
from pbem.web.server.connections import AT_ONCE, Connection
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import whole_number
from pbem.web.server.pages import Pages
from pbem.web.server.port import own_port

LEFT_ALONE = 600.0
"""Seconds without a tab after which the program ends."""
SLEPT = 60.0
"""Seconds that nobody is late by himself: then the machine has slept, and the tabs with it."""
GRACE = 3
"""Seconds for answers that are under way when it ends."""


class Watch:
    """Whether anybody looks: each request of a tab says so."""

    def __init__(self, clock: Callable[[], float], patience: float = LEFT_ALONE) -> None:
        self._clock, self._patience = clock, patience
        self._last = clock()

    def woken(self) -> None:
        self._last = self._clock()

    @property
    def left(self) -> float:
        """Seconds until the program ends, if nobody looks before."""
        return self._patience - (self._clock() - self._last)

    def rest(self) -> float:
        """Seconds until it is time to ask again whether all is over; 0: it is. Who slept asks anew."""
        if self.left < -SLEPT:
            self.woken()
        return max(self.left, 0.0)


def serve(
    pages: Pages,
    jobs: Jobs,
    folder: Path,
    tell_browser: Callable[[Path], None],
    patience: float = LEFT_ALONE,
) -> list[str]:
    """Serve until Ctrl-C, or until no tab has been open for so many seconds; all is kept then.

    Args:
        folder: of this person alone; the file that lets the browser in is written there.
        tell_browser: is told of that file, once the browser may be opened on it.

    Returns what the pages have kept, a sentence each. Raises OSError.
    """
    with own_port(HOST) as port, contextlib.ExitStack() as cleanup:
        number = port.getsockname()[1]
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _sweep(folder)
        file = folder / f"open-{number}.html"
        cleanup.callback(file.unlink, missing_ok=True)
        cleanup.callback(jobs.close)
        loop = asyncio.new_event_loop()
        loop.set_exception_handler(_only_bugs)
        cleanup.callback(loop.close)
        watch = Watch(loop.time, patience)
        desk = Desk(WithReplays(pages), jobs, watch.woken)
        gate = Gate(desk.app, number, pages.first, lambda: file.unlink(missing_ok=True))
        replace_file(file, gate.way_in().encode(), mode=SECRET)
        server = server_of(gate)
        cleanup.enter_context(_ended_by_ctrl_c(server))
        tell_browser(file)  # the port listens already
        loop.run_until_complete(_run_until_left(server, port, watch))
        return desk.keep()


@contextlib.contextmanager
def _ended_by_ctrl_c(server: uvicorn.Server) -> Iterator[None]:
    """Also before the server listens for it: KeyboardInterrupt would be lost among its imports now and then."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        server.should_exit = True

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _sweep(folder: Path) -> None:
    """Remove the ways in of programs that were killed."""
    for file in folder.glob("open-*.html"):
        port = whole_number(file.stem.removeprefix("open-"))
        if port is None or not 0 < port < 65536:
            continue
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except ConnectionRefusedError:
            file.unlink(missing_ok=True)
        except OSError:
            continue  # nobody knows: it stays


def _only_bugs(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What others do to our port is not for the terminal of a player."""
    error = context.get("exception")
    if isinstance(error, OSError):
        return
    if error is None:
        loop.default_exception_handler(context)
    else:
        print(f"{BUG} {bugs.keep_bug_report(error)}.", file=sys.stderr, flush=True)


def server_of(gate: Gate) -> uvicorn.Server:
    """The HTTP server. It writes no log, whose lines would name pages, or be written by any stranger."""
    return uvicorn.Server(
        uvicorn.Config(
            gate,
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            lifespan="off",
            ws="none",
            http=Connection,
            backlog=AT_ONCE,
            loop="asyncio",
            timeout_graceful_shutdown=GRACE,
        )
    )


async def _run_until_left(server: uvicorn.Server, port: socket.socket, watch: Watch) -> None:
    loop = asyncio.get_running_loop()

    def look() -> None:
        if rest := watch.rest():
            loop.call_later(rest, look)
        else:
            server.should_exit = True

    look()
    await server.serve(sockets=[port])


def in_browser(file: Path) -> bool:
    """Open the browser on the file; False if there is none. Its name is no secret, what is in it is."""
    return webbrowser.open(file.absolute().as_uri())
