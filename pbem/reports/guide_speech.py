"""The guide as documents, for screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.reports.guide import FENCE, TO_READ, Chapter, blocks, chapters, inline


def chapter_list() -> Iterator[AnyPart]:
    """The list of chapters."""
    yield Note(TO_READ)
    for readers, group in groupby(chapters(), key=lambda chapter: chapter.readers):
        yield Items(tuple(Item(cells(one.about), one.name) for one in group), readers)


def document(chapter: Chapter) -> Iterator[AnyPart]:
    """A chapter as a document for listeners; each row of a table becomes an item with the heads of its cells."""
    for block in blocks(chapter.text.partition("\n")[2]):
        first_line = block[0]
        if first_line.startswith((FENCE, "    ")):
            code = block[1:-1] if first_line.startswith(FENCE) else block
            yield Items(tuple(Item(cells(f"`{line.strip()}`")) for line in code if line.strip()))
        elif first_line.startswith("#"):
            yield Heading(inline(first_line.partition(" ")[2]), 2)
        elif first_line.startswith("|"):
            head, _, *rows = [
                [inline(cell.strip()) for cell in row.strip("|").split("|")] for row in block
            ]
            yield Items(tuple(_spoken(head, row) for row in rows))
        elif re.match(r"- |\d+\. ", first_line):
            starts = [n for n, line in enumerate(block) if not line.startswith(" ")]
            ends = [*starts[1:], len(block)]
            items = (
                " ".join(map(str.strip, block[start:end]))
                for start, end in zip(starts, ends, strict=True)
            )
            yield Items(tuple(Item(cells(inline(item.removeprefix("- ")))) for item in items))
        else:
            yield Note(inline(" ".join(block)))


def _spoken(head: Sequence[str], row: Sequence[str]) -> Item:
    """A row of a table: its first cell, then every other cell with the name of its column."""
    columns = zip(head[1:], row[1:], strict=True)
    texts = [
        f"{name}: {cell}" if name and len(head) > 2 else cell for name, cell in columns if cell
    ]
    return Item(cells(*texts), row[0])
