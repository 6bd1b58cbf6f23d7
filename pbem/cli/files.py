"""What commands write: mails, reports, pictures, and what `-o` keeps of what they print."""

from __future__ import annotations

import contextlib
import functools
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from pbem.errors import WouldOverwrite
from pbem.protocol import armour
from pbem.protocol.atomic import OPEN, SECRET, replace_file

F = TypeVar("F", bound=Callable[..., Any])
INSTEAD = "Write to a file instead."
PRECIOUS = (armour.SAVED.encode(), b"# A pbem identity")


def write_text(path: Path, text: str, *, secret: bool = False) -> None:
    """Write a mail or a report, whole or not at all; a secret one is for its owner's eyes.

    Raises:
        WouldOverwrite: rather than replace a save, an identity, a link or a device.
    """
    write_bytes(path, text.encode("utf-8"), secret=secret)


def write_bytes(path: Path, data: bytes, *, secret: bool = False) -> None:
    """As `write_text`, for a picture or a bundle."""
    if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
        raise WouldOverwrite(path=path)
    if path.is_file() and path.read_bytes().startswith(PRECIOUS):
        raise WouldOverwrite(path=path)
    replace_file(path, data, mode=SECRET if secret else OPEN)


def printed(secret: bool = False) -> Callable[[F], F]:
    """`-o FILE` for a command that prints: the same text in UTF-8, whatever the terminal has.

    Args:
        secret: it may hold what only one side knows, unless it is asked `--as public` or `--public`.
    """

    def decorate(command: F) -> F:
        @click.option("-o", "--out", type=click.Path(path_type=Path), help=INSTEAD)
        @functools.wraps(command)
        def whole(*, out: Path | None, **options: Any) -> None:
            if out is None:
                command(**options)
                return
            page = io.StringIO()
            private = secret and options.get("side") != "public" and not options.get("public")
            try:
                with contextlib.redirect_stdout(page):
                    command(**options)
            except SystemExit:  # told, with an exit code of its own
                write_text(out, page.getvalue(), secret=private)
                raise
            write_text(out, page.getvalue(), secret=private)

        return cast(F, whole)

    return decorate
