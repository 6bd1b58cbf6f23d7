"""What is written for people: mails, reports, pictures; never over a save or an identity."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from pbem.errors import WouldOverwrite
from pbem.protocol import armour
from pbem.protocol.atomic import OPEN, SECRET, replace_file

PRECIOUS = (*armour.GAMES, armour.OWN_KEY.encode())


def write_text(path: Path, text: str, *, secret: bool = False) -> None:
    """Write a mail or a report, whole or not at all; a secret one is for its owner's eyes.

    Raises:
        WouldOverwrite: rather than replace a save, an identity, a link or a device.
    """
    write_bytes(path, text.encode("utf-8"), secret=secret)


def write_keeping(path: Path, text: str, *, secret: bool = True) -> Path | None:
    """As `write_text`, where somebody else's file may lie: what was there under this name, and is not the same, stays
    as `<name>.bak`, which is returned. Raises WouldOverwrite, OSError."""
    check_free(path)
    data = text.encode("utf-8")
    differs = path.is_file() and path.read_bytes() != data
    replace_file(path, data, backup=differs, mode=SECRET if secret else OPEN)
    return path.with_name(f"{path.name}.bak") if differs else None


def write_bytes(path: Path, data: bytes, *, secret: bool = False) -> None:
    """As `write_text`, for a picture."""
    check_free(path)
    replace_file(path, data, mode=SECRET if secret else OPEN)


def check_free(path: Path) -> None:
    """Pass if a file can be written here without replacing a save, an identity, a link or a device.

    Raises WouldOverwrite, IsADirectoryError.
    """
    if path.is_dir() and not path.is_symlink():
        raise IsADirectoryError(errno.EISDIR, "This is a folder. Name a file in it.", str(path))
    if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
        raise WouldOverwrite(path=path)
    if path.is_file() and path.read_bytes().startswith(PRECIOUS):
        raise WouldOverwrite(path=path)
