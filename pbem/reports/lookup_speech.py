"""Cards, sections of a rulebook and the guide for screen readers: one sentence per line, each with what it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.engine.card_text import CardText, Half
from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.reports.cards import rulings_of
from pbem.reports.formats.plain import sentence
from pbem.reports.guide import FENCE, TO_READ, Chapter, blocks, chapters, inline
from pbem.reports.rulebook import Rulebook, Ruling, Section


def cards(found: Iterable[CardText]) -> str:
    """A line for each card."""
    return _lines(f"{one.id}: {one.names}" for one in found)


def card(game: str, one: CardText) -> str:
    """A card as implemented, and the rulings that it touches."""
    told = [f"{one.id}: {one.names}", *(f"{label}: {value}" for label, value in one.facts)]
    for half in one.halves:
        told += _half(half)
    return _lines([*told, *_rulings(rulings_of(game, one))])


def contents(book: Rulebook) -> str:
    """All sections."""
    how = f"{book.title}: the rules in short. `pbem rules {book.game} 4.3` prints a section."
    return _lines([how, *(f"{one.number} {one.title}" for one in book.sections)])


def section(book: Rulebook, one: Section, *, whole: bool = True) -> str:
    """A section, the names of its parts, and the rulings that touch it; these only by number unless `whole`."""
    told = [f"{one.number} {one.title}", one.text]
    if parts := book.parts(one.number):
        told.append(f"Its parts: {'; '.join(f'{part.number} {part.title}' for part in parts)}")
    touching = book.touching(one.number)
    if touching and not whole:
        names = ", ".join(ruling.number for ruling in touching)
        told.append(f"Rulings on it (`pbem rules` tells them): {names}")
    wider = book.wider(one)
    return _lines([*told, *(_rulings(touching) if whole else ()), *([wider] if wider else ())])


def _half(half: Half) -> Iterator[str]:
    yield f"{half.kind}: {half.name}"
    yield from (f"{half.kind}, {label}: {value}" for label, value in half.facts)
    yield from (" ".join(part.split()) for part in half.text.split("\n\n"))


def _rulings(some: Sequence[Ruling]) -> Iterator[str]:
    yield from (f"Ruling {one.number} ({one.source}): {one.text}" for one in some)


def _lines(told: Iterable[str]) -> str:
    return "".join(f"{sentence(line)}\n" for line in told)


def chapter_list() -> Iterator[AnyPart]:
    """The list of chapters."""
    yield Note(TO_READ)
    for readers, group in groupby(chapters(), key=lambda chapter: chapter.readers):
        yield Items(tuple(Item(cells(one.about), one.name) for one in group), readers)


def document(chapter: Chapter) -> Iterator[AnyPart]:
    """A chapter as a document, its tables with a row a line: what a cell is, and what stands in it."""
    for block in blocks(chapter.text.partition("\n")[2]):
        first = block[0]
        if first.startswith((FENCE, "    ")):
            code = block[1:-1] if first.startswith(FENCE) else block
            yield Items(tuple(Item(cells(f"`{line.strip()}`")) for line in code if line.strip()))
        elif first.startswith("#"):
            yield Heading(inline(first.partition(" ")[2]), 2)
        elif first.startswith("|"):
            head, _, *rows = [
                [inline(cell.strip()) for cell in row.strip("|").split("|")] for row in block
            ]
            yield Items(tuple(_spoken(head, row) for row in rows))
        elif re.match(r"- |\d+\. ", first):
            starts = [n for n, line in enumerate(block) if not line.startswith(" ")]
            ends = [*starts[1:], len(block)]
            items = (
                " ".join(map(str.strip, block[a:b])) for a, b in zip(starts, ends, strict=True)
            )
            yield Items(tuple(Item(cells(inline(item.removeprefix("- ")))) for item in items))
        else:
            yield Note(inline(" ".join(block)))


def _spoken(head: Sequence[str], row: Sequence[str]) -> Item:
    """A row of a table: its first cell, then each other with the name of its column."""
    named = zip(head[1:], row[1:], strict=True)
    told = [f"{name}: {cell}" if name and len(head) > 2 else cell for name, cell in named if cell]
    return Item(cells(*told), row[0])
