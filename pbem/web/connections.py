"""Connections of the desk's server: so few, and so short-lived until a request is whole, that nobody runs it out of them.

Any program of this machine may connect, whoever runs it: the gate sees only whole requests.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 100
"""Open at a time; the least that a system of ours gives a program is 256 files."""
AT_ONCE = 32
"""So many are accepted before the first of them is looked at."""


class Connection(H11Protocol):
    """It is closed if its request does not come, and early if there are too many."""

    patience: ClassVar[float] = 5.0
    """Seconds for a whole request."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(self.patience, transport.abort)
        live = [one for one in self.connections if not one.transport.is_closing()]
        if len(live) > MOST:
            # A browser sends its request at once: the oldest that still waits is none, or was opened for later.
            timers = {one: one._timer for one in live if isinstance(one, Connection) and one._timer}
            min(timers, key=lambda one: timers[one].when()).transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._forget()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
