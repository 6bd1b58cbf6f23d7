"""What `-o` keeps of what commands print."""

from __future__ import annotations

import contextlib
import functools
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from pbem.cli.terminal import wrapped
from pbem.home.files import write_keeping

F = TypeVar("F", bound=Callable[..., Any])
INSTEAD = "Write to this file instead of printing."
PAGES = (".html", ".htm")
NOT_TEXT = (*PAGES, ".pdf", ".doc", ".docx", ".odt", ".rtf", ".svg", ".png", ".jpg", ".jpeg")
"""Names of files that a program would open as something else than plain text."""
ONLY_TEXT = "{name}: `pbem` writes plain text here. Give the file a name that ends in .txt."
KEPT = "The old contents of {file} are now in {old_file}."


def check_text_name(path: Path | None) -> None:
    """Raises UsageError, if the name of a file for plain text promises something else; None: no file."""
    if path is not None and path.suffix.lower() in NOT_TEXT:
        raise click.UsageError(ONLY_TEXT.format(name=path.name))


def write(path: Path, text: str, secret: bool = True) -> None:
    """Write a file, and say so if another one was there. Raises WouldOverwrite, OSError."""
    if old_file := write_keeping(path, text, secret=secret):
        click.echo(wrapped(KEPT.format(file=path, old_file=old_file)), err=True)


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
            if options.get("form") is None:
                check_text_name(out)
            page = io.StringIO()
            private = secret and options.get("side") != "public" and not options.get("public")
            try:
                with contextlib.redirect_stdout(page):
                    command(**options)
            except SystemExit:  # told, with an exit code of its own
                write(out, page.getvalue(), private)
                raise
            write(out, page.getvalue(), private)

        return cast(F, whole)

    return decorate
