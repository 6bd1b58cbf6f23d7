"""A file that one process at a time can hold; the system lets go of it when its holder ends, however that ends."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

from pbem.protocol.atomic import SECRET
from pbem.system import try_lock, unlock

PAUSE = 0.05  # seconds between two looks


def hold(path: Path, patience: float = 0.0) -> int:
    """Hold a file, which is made if it is not there, until `let_go` of what this returns.

    Args:
        patience: seconds to wait for who holds it now, in this process or another.

    Raises BlockingIOError after that; OSError where files cannot be held at all.
    """
    end = time.monotonic() + patience
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, SECRET)
    try:
        while not try_lock(descriptor):
            if time.monotonic() >= end:
                raise BlockingIOError(errno.EAGAIN, "it is held", str(path))
            time.sleep(PAUSE)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def let_go(descriptor: int) -> None:
    """Hold it no more: said first, for a child that was forked meanwhile may have it open too."""
    try:
        unlock(descriptor)
    finally:
        os.close(descriptor)
