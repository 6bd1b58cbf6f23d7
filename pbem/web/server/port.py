"""A port of this machine that only this program listens at."""

from __future__ import annotations

import socket

_EXCLUSIVE: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", 0)
"""Of Windows, where else another program may take a port over."""


def own_port(host: str) -> socket.socket:
    """A port of its own that listens already, of a number that the system chooses."""
    listener = socket.socket()
    if _EXCLUSIVE:
        listener.setsockopt(socket.SOL_SOCKET, _EXCLUSIVE, 1)
    listener.bind((host, 0))
    listener.listen()
    return listener
