"""Files that are written whole or not at all: a kill at any moment leaves the old or the new one.

What a kill leaves half written beside them goes with a later write into the same folder.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.errors import WouldOverwrite
from pbem.patterns import Pattern
from pbem.system import EXACT, sync_folder, take_name

OPEN, SECRET = 0o666, 0o600
ABANDONED = 3600
"""Seconds: nobody writes one file for so long, so a temporary file of that age is a killed program's."""
_TEMPORARY = Pattern(r"\..+\.[0-9a-f]{16}\.part")


def replace_file(path: Path, data: bytes, *, backup: bool = False, mode: int = OPEN) -> None:
    """Put `data` under the name; with `backup` the file before it stays as `<name>.bak`.

    A symbolic link of that name is replaced, never followed. `mode` is cut by the umask. Raises
    OSError; the old file is then still there.
    """
    with _temporary(path, data, mode) as new:
        if backup and path.exists():
            with _second_name(path) as old:
                take_name(old, path.with_name(path.name + ".bak"))
        take_name(new, path)
    sync_folder(path.parent)


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
            take_name(new, path)
    sync_folder(path.parent)


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone. Raises OSError."""
    if not folder.is_dir():
        private_folder(folder.parent)  # `parents` of mkdir leaves them open to all
        folder.mkdir(exist_ok=True, mode=0o700)


@contextlib.contextmanager
def _temporary(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A file with the data, already on the disk, in the same folder, to be renamed to `path`; it is gone
    afterwards."""
    if not path.parent.exists():
        how = "There is no such folder. Make it first, or choose another name."
        raise FileNotFoundError(errno.ENOENT, how, str(path.parent))
    _remove_abandoned(path.parent)
    name = _unused_name(path)
    descriptor = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY | EXACT, mode)
    try:
        try:
            unwritten = memoryview(data)
            while unwritten:
                unwritten = unwritten[os.write(descriptor, unwritten) :]
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
            import shutil  # for disks without links

            shutil.copy2(path, name)
        yield name
    finally:
        name.unlink(missing_ok=True)


def _unused_name(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}.part")


def _remove_abandoned(folder: Path) -> None:
    """Remove the temporary files that killed programs have left in a folder; what cannot be removed stays."""
    before = time.time() - ABANDONED
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if file.name.startswith(".") and _TEMPORARY.compiled.fullmatch(file.name):
                with contextlib.suppress(OSError):
                    if file.stat(follow_symlinks=False).st_mtime < before:
                        os.unlink(file.path)
