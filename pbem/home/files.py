"""What is written for people: mails, reports, pictures; never over a save or an identity."""

from __future__ import annotations

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


def write_bytes(path: Path, data: bytes, *, secret: bool = False) -> None:
    """As `write_text`, for a picture."""
    if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
        raise WouldOverwrite(path=path)
    if path.is_file() and path.read_bytes().startswith(PRECIOUS):
        raise WouldOverwrite(path=path)
    replace_file(path, data, mode=SECRET if secret else OPEN)
