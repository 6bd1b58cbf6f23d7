"""Connections of the desk's server: so few, and a stranger's so short-lived, that nobody runs it out of them.

Any program of this machine may connect, whoever runs it: the gate sees only whole requests. Until the gate has let
one in, a connection is a stranger's: it ends soon, whatever he sends or does not read, and is the first to go.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pbem.web.server.access import KNOWN

MOST = 100
"""Open at a time; the least that a system of ours gives a program is 256 files."""
AT_ONCE = 32
"""So many are accepted before the first of them is looked at."""


class Connection(H11Protocol):
    """It is closed if its request does not come or is nobody's, and early if there are too many."""

    patience: ClassVar[float] = 5.0
    """Seconds for a whole request, and of a stranger for all that he does."""
    _timer: asyncio.TimerHandle | None = None
    _known = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.app_state = {**self.app_state, KNOWN: self._let_in}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.patience, transport.abort)
        live = [one for one in self.connections if not one.transport.is_closing()]
        if len(live) > MOST:
            # A browser sends its request at once: the oldest stranger is none, or was opened for later.
            timers = {
                connection: connection._timer
                for connection in live
                if isinstance(connection, Connection)
                and connection._timer
                and not connection._known
            }
            min(timers, key=lambda one: timers[one].when()).transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._timer is None:
            self._timer = self.loop.call_later(self.patience, self.transport.abort)
        self._rest()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _let_in(self) -> None:
        self._known = True
        self._rest()

    def _rest(self) -> None:
        """Who is known and has said all that he wants may wait for his answer, and keep his connection."""
        if self._known and self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._forget()

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
