"""Rows of lists and prompts as a terminal shows them, or for who listens."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.cli import terminal
from pbem.engine.prose import sentence


def pairs(words: Mapping[str, str], wide: int = 0, indent: str = "  ") -> str:
    """What can be typed, and what it does, a row each. `wide`: the least of the first column."""
    if terminal.plain():
        return "\n".join(sentence(f"{what}: {meaning}") for what, meaning in words.items())
    wide = max(wide, *map(len, words))
    return "\n".join(f"{indent}{what:<{wide}} {meaning}" for what, meaning in words.items())


def fact(text: str, first: str = "  ") -> str:
    """One fact of several, as a row below what it belongs to; for who listens, as a sentence."""
    if terminal.plain():
        return sentence(" ".join(text.split()))
    return f"{first}{text}"


def marked_row(text: str, meaning: str, marks: bool) -> str:
    """A row of several, one of which has a star; for who listens, what the star means."""
    if terminal.plain():
        return fact(f"{text} ({meaning})" if marks else text)
    return f"{'*' if marks else ' '} {text}"


def order_line_text(line: str, remark: str = "") -> str:
    """An order line as it will be read, and what is to be said of it."""
    text = f"{line} ({remark})" if remark else line
    return f"Order: {text}." if terminal.plain() else f"  {text}"


def numbered_line(number: int, words: str) -> str:
    """A line of several that were written."""
    return f"{number}: {words}" if terminal.plain() else f"{number:>3}  {words}"


def prompt(number: int, where: str = "") -> str:
    """Before the line of this number; `where`: in what it is written."""
    if terminal.plain():
        return f"{where}, line {number}: " if where else f"Line {number}: "
    return f"{where} {number}> ".lstrip()
