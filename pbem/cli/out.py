"""What `-o` keeps of what commands print."""

from __future__ import annotations

import contextlib
import functools
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from pbem.home.files import write_text

F = TypeVar("F", bound=Callable[..., Any])
INSTEAD = "Write to this file instead of printing."


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
