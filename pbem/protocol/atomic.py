"""Files that are written whole or not at all: a kill at any moment leaves the old or the new one."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.errors import FileInUse, WouldOverwrite

WINDOWS = os.name == "nt"
# It refuses to replace a file while an editor or a virus scanner has it open, mostly briefly.
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)

OPEN, SECRET = 0o666, 0o600


def replace_file(path: Path, data: bytes, *, backup: bool = False, mode: int = OPEN) -> None:
    """Put `data` under the name; with `backup` the file before it stays as `<name>.bak`.

    A symbolic link of that name is replaced, never followed. `mode` is cut by the umask. Raises
    OSError; the old file is then still there.
    """
    with _temporary(path, data, mode) as new:
        if backup and path.exists():
            with _second_name(path) as old:
                _take_name(old, path.with_name(path.name + ".bak"))
        _take_name(new, path)
    _sync_folder(path.parent)


def create_file(path: Path, data: bytes, *, mode: int = OPEN) -> None:
    """Like `replace_file`, but raises WouldOverwrite when the name is already taken."""
    if os.path.lexists(path):
        raise WouldOverwrite(path=path)
    with _temporary(path, data, mode) as new:
        try:
            os.link(new, path)
        except FileExistsError as error:
            raise WouldOverwrite(path=path) from error
        except OSError:  # a file system without hard links
            _take_name(new, path)
    _sync_folder(path.parent)


@contextlib.contextmanager
def _temporary(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A file with the data, already on the disk, in the same folder; gone afterwards."""
    name = _unused_name(path)
    descriptor = os.open(
        name, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), mode
    )
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        yield name
    finally:
        name.unlink(missing_ok=True)


@contextlib.contextmanager
def _second_name(path: Path) -> Iterator[Path]:
    """A second name for a file, or a copy where there are no hard links; gone afterwards."""
    name = _unused_name(path)
    try:
        try:
            os.link(path, name)
        except OSError:
            import shutil  # slow to load, seldom needed

            shutil.copy2(path, name)
        yield name
    finally:
        name.unlink(missing_ok=True)


def _take_name(new: Path, path: Path) -> None:
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


def _unused_name(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}")


def _sync_folder(folder: Path) -> None:
    if WINDOWS:  # which has no descriptor of a folder
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
