"""Plain text to listen to: no drawing, no signs, no line broken; each line is a whole sentence.

A screen reader reads line by line, and who listens cannot look up what an indent belongs to: so each line
begins with what it is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pbem.engine.document import AnyPart, Cell, Heading, Item, Items, Note
from pbem.engine.prose import sentence
from pbem.patterns import Pattern
from pbem.reports.formats.text import plain
from pbem.reports.speech import Said, aloud, row_fields

# `Somerset (1) (Lancastrian, ...)` is Somerset (1).
_ENDS_NAME = Pattern(r"[,:;]| \((?!\d+\))")


def write(parts: Iterable[AnyPart], flavour: str = "") -> str:
    return text(parts)


def text(parts: Iterable[AnyPart]) -> str:
    """A document; it ends in a newline. An empty line stands before each heading alone."""
    lines: list[str] = []
    for part in aloud(parts):
        lines += [""] if isinstance(part, Heading) and lines else []
        lines += (sentence(plain(line)) for line in _part(part))
    return "\n".join(lines) + "\n"


def _part(part: Said) -> Iterator[str]:
    match part:
        case Heading(words):
            yield words
        case Note(words, title, _, copied):
            yield f"{title}: {words}" if title else f"{words} {copied}".strip()
        case Items(items, caption):
            if caption:
                yield f"{caption}:"
            for item in items:
                yield from _item(item, "")


def _item(item: Item, about: str) -> Iterator[str]:
    """A row and those below it, a sentence for each; `about`: what the row belongs to, said before it."""
    item = replace(
        item, words=tuple(Cell(cell.heard) if cell.heard else cell for cell in item.words)
    )
    title, line, words, aside = row_fields(item)
    row_words = ": ".join(filter(None, (title, line, words)))
    if aside:
        row_words = row_words.removesuffix(".")
        row_words += f", rule {aside}" if aside[0].isdigit() else f" ({aside})"
    row_words = f"Order: {row_words}" if item.mark == "order" else row_words
    name = _ENDS_NAME.compiled.split(title or (item.words[0].text if item.words else "") or line)[0]
    # What is no more than a name is said with each row below it.
    if row_words and not (item.items and row_words == name):
        yield f"{about}: {row_words}" if about else row_words
    # A label, such as of a column, names nothing without what it is a label of.
    name = f"{about}, {name}" if about and title else name
    for below in item.items:
        yield from _item(below, name)
