"""What systems do in different ways, and nowhere else: whoever needs one of these asks here, both ways stand here."""

from __future__ import annotations

import contextlib
import gc
import math
import os
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from pbem.errors import FileInUse

if sys.platform != "win32":
    import fcntl

WINDOWS = os.name == "nt"
EXACT: int = getattr(os, "O_BINARY", 0)
"""For `os.open`: bytes as they are; Windows would change the ends of lines."""
NOW = "PBEM_NOW"
"""A variable of the environment with the time, for tests and for playing time again."""
GARBAGE_AFTER = 100_000
"""Objects more than before, after which garbage is looked for."""
NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""For `os.open`: refuse a link; Windows makes none for who is no administrator."""
# Windows refuses to replace a file while an editor or a virus scanner has it open, mostly briefly.
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)


def collect_seldom() -> None:
    """Look for garbage after so many new objects as most commands never make: what is loaded is none, and to look
    for some in it again and again costs a tenth of `show`, and a sixth of a strong robot's decision."""
    gc.set_threshold(GARBAGE_AFTER)


def collect_in_a_pause() -> None:
    """Look for garbage while nobody waits, if the next answer might have to wait for it."""
    if gc.get_count()[0] > GARBAGE_AFTER // 4:
        gc.collect()


def now() -> int:
    """Seconds since 1970; $PBEM_NOW if it is set. Whoever signs anything asks here what time it is."""
    return int(os.environ.get(NOW) or time.time())


def take_name(new: Path, path: Path) -> None:
    """`os.replace`, which on Windows waits for others to close the file. Raises FileInUse, OSError."""
    for pause in _PAUSES if WINDOWS else ():
        with contextlib.suppress(PermissionError):
            os.replace(new, path)
            return
        time.sleep(pause)
    try:
        os.replace(new, path)
    except PermissionError as error:
        if WINDOWS and path.exists():
            raise FileInUse(path=path) from error
        raise


def sync_folder(folder: Path) -> None:
    """Let a new name in a folder outlast a power cut; Windows has no descriptor of a folder."""
    if WINDOWS:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def ctrl_c_kept() -> Iterator[None]:
    """Threads and processes that begin meanwhile never hear of Ctrl-C, not even before they say so themselves."""
    signal = import_module("signal")  # for whoever begins any
    if not hasattr(signal, "pthread_sigmask"):  # on Windows they say so themselves, a moment later
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def try_lock(descriptor: int) -> bool:
    """Lock an open file for this process, unless another one has locked it; the system unlocks it when its holder ends.

    Raises OSError where files cannot be locked at all.
    """
    if sys.platform == "win32":
        from filelock import lock_descriptor  # 20 ms

        return lock_descriptor(descriptor, blocking=False)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the second on some file systems
        return False
    return True


def unlock(descriptor: int) -> None:
    """Unlock what `try_lock` has locked; it stays open."""
    if sys.platform == "win32":
        from filelock import unlock_descriptor

        unlock_descriptor(descriptor)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def settings_folder(name: str) -> Path:
    """Where this system keeps the settings of a program, for one person."""
    if WINDOWS:
        return Path(os.environ.get("APPDATA") or Path.home()) / name
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / name
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / name


def end_after(seconds: float) -> None:
    """Let the system end this process once it has used so much more processor time; Windows has no such limit."""
    if WINDOWS:
        return
    resource = import_module("resource")
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = math.ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
