"""Help pages for who listens: no columns, no line broken, one fact a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from inspect import cleandoc

import click

from pbem.engine.prose import sentence

AS_IT_IS = "\b"
"""The first line of a paragraph whose lines click leaves as they are."""
_COLUMNS = re.compile(r" {2,}")


class Aloud(click.HelpFormatter):
    """Writes what click puts in columns as sentences."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self._line(f"{prefix or 'Usage: '}{prog} {_or(args)}")

    def write_heading(self, heading: str) -> None:
        self._line(f"{heading}:")

    def write_paragraph(self) -> None:
        """What begins anew is told by its first word."""

    def write_text(self, text: str) -> None:
        for paragraph in cleandoc(text).split("\n\n"):
            lines = paragraph.strip("\n").split("\n")
            if lines[0] == AS_IT_IS:
                for line in lines[1:]:
                    self._line(": ".join(_COLUMNS.split(line.strip())))
            else:
                self._line(" ".join(paragraph.split()))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        for what, meaning in rows:
            self._line(f"{_or(what)}: {' '.join(meaning.split())}")

    def _line(self, words: str) -> None:
        if words.strip():
            self.write(f"{sentence(words.strip())}\n")


def _or(words: str) -> str:
    """`GAME.toml|FOLDER` and `{bash|zsh}` in words."""
    return re.sub(r"[{}]", "", words.replace("|", " or "))
