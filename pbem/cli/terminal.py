"""Who is there, and what a terminal can show: width, colour, encoding; what it cannot is replaced, never a crash."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import click

ASCII = "pbem_ascii"
WIDTH = 78
"""Columns of what no terminal shows: a file, a pipe."""
NARROWEST, WIDEST = 24, 120
"""Lines longer than that nobody reads."""
UNBROKEN = 1_000_000
PLAIN = "PBEM_PLAIN"
_STYLED = re.compile("\x1b\\[[0-9;]*m")


def plain() -> bool:
    """Is somebody listening instead of looking (`--plain`, $PBEM_PLAIN)?"""
    context = click.get_current_context(silent=True)
    typed = context is not None and bool(context.find_root().params.get("plain"))
    return typed or os.environ.get(PLAIN, "") not in ("", "0")


def columns() -> int:
    """In how many columns text goes: the terminal's; a line is never broken for who listens."""
    if plain():
        return UNBROKEN
    return _columns_of(sys.stdout) or WIDTH


def _columns_of(stream: TextIO) -> int:
    """0 for what is no terminal."""
    if not stream.isatty():
        return 0
    import shutil  # no pipe has a size

    size = shutil.get_terminal_size((WIDTH + 1, 24))
    return max(NARROWEST, min(size.columns - 1, WIDEST))


def wrapped(text: str, first: str = "", hanging: str = "") -> str:
    """A paragraph in these columns, never broken inside a word, a path or a name, and with nothing that a
    terminal would obey: it may quote a mail or a file from elsewhere.

    Who listens hears it as one line: no indent tells him what it belongs to.
    """
    text = one_line(text)
    if plain():
        return " ".join(text.split())
    return _filled(text, columns(), first, hanging)


def _filled(text: str, wide: int, first: str, hanging: str) -> str:
    """A paragraph in so many columns; a command that wraps nothing does without `textwrap`."""
    import textwrap

    return textwrap.fill(
        text,
        wide,
        initial_indent=first,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def one_line(text: str) -> str:
    """A text from elsewhere, such as the name of a file, with nothing that a terminal would obey."""
    from pbem.drawing.ink import printable  # `--help` does without

    return printable(text)


def file_row(name: Path) -> str:
    """A file of several, as a row below what it belongs to."""
    return f"`{name}`" if plain() else f"  {name}"


def coloured() -> bool | None:
    """What click is told of colour: False for none, None to look whether this is a terminal.

    https://no-color.org: any text in NO_COLOR counts. A dumb terminal shows what moves a better one.
    """
    none = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or plain()
    return False if none else None


class Fitted:
    """A terminal on which a line that is too long goes on below, between two words and further in."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun = False
        self.whole = plain()
        """Is no line broken, not even one that comes after the command has ended?"""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # click asks in this way whether bytes may be written
            raise TypeError("a text stream")
        wide = 0 if self.whole else _columns_of(self._stream)
        for line in text.splitlines(keepends=True):
            # What goes on with a line, or goes back in it, is a prompt or a bar.
            whole = not self._begun and line.endswith("\n") and "\r" not in line
            self._stream.write(fitted(line, wide) if whole and wide else line)
            self._begun = not line.endswith("\n")
        return len(text)


def fitted(line: str, wide: int) -> str:
    """One line, its newline at the end, in so many columns; what has no blank stays whole."""
    if len(_STYLED.sub("", line).rstrip("\n")) <= wide:
        return line
    indent = line[: len(line) - len(line.lstrip(" "))]
    hanging_indent = indent + "  " if len(indent) < wide // 2 else ""
    return _filled(line.strip(), wide, indent, hanging_indent) + "\n"


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    plain = codecs.lookup("ascii")
    return codecs.CodecInfo(
        plain.encode,
        plain.decode,
        plain.streamreader,
        plain.streamwriter,
        plain.incrementalencoder,
        plain.incrementaldecoder,
        name=ASCII,
    )


def show_what_it_can(stream: TextIO) -> None:
    """Let `?` stand for what the stream's encoding lacks: cp1252, cp850, ASCII."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if codecs.lookup(stream.encoding).name != "ascii":
        stream.reconfigure(errors="replace")
        return
    # click takes a stream of that name for a mistake and would write UTF-8 to it.
    codecs.register(_plain_ascii)
    stream.reconfigure(encoding=ASCII, errors="replace")


STYLES: dict[str, dict[str, Any]] = {
    "heading": {"bold": True},
    "call": {"fg": "yellow", "bold": True},
    "order": {"fg": "cyan"},
    "rout": {"fg": "red"},
}
"""Each says again what stands in words or signs beside it."""


def painted(kind: str, text: str) -> str:
    """A line of a report in its colour, which click leaves out where none is wanted."""
    return click.style(text, **STYLES[kind]) if kind in STYLES else text


def at_terminal() -> bool:
    """Can somebody be asked?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextlib.contextmanager
def waited(length: int, label: str) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, where there is something to wait for; call what it gives at each piece of work."""
    if not length or plain() or not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda: bar.update(1)
