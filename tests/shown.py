"""What a document shows, for tests: its rows as they are read, and its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.document import (
    AnyPart,
    Calendar,
    Cell,
    Document,
    Figure,
    Heading,
    Item,
    Items,
    Note,
    ReportTable,
)
from pbem.reports.speech import aloud, row_fields


def read(document: Document, heading: str = "") -> list[str]:
    """The rows of a position as they are read; only those under the heading that begins so."""
    return [*spoken(_under(document.parts, heading))]


def spoken(parts: Iterable[AnyPart]) -> Iterator[str]:
    for part in aloud(parts):
        match part:
            case Heading(said):
                yield said
            case Note(said, title):
                yield f"{title}: {said}" if title else said
            case Items(items, caption):
                yield from [caption] if caption else []
                yield from _rows(items)


def shown(parts: Iterable[AnyPart]) -> list[Cell]:
    """Every cell of some parts, in their order."""
    found: list[Cell] = []
    for part in parts:
        match part:
            case Items(items):
                found += _cells(items)
            case ReportTable(_, _, rows):
                found += [cell for row in rows for field in row for cell in field]
            case Calendar(_, boxes):
                found += [cell for box in boxes for cell in box.holds]
            case Figure(_, mats):
                for mat in mats:
                    found += [mat.at, mat.title, *_cells(mat.items)]
    return found


def mat(document: Document, piece: str) -> list[str]:
    """Where a piece stands on the map, its title and what is on its mat."""
    found = [
        mat
        for part in document.parts
        if isinstance(part, Figure) and not part.columns
        for mat in part.mats
        if mat.title.piece == piece
    ]
    (one,) = found
    return [one.at.text, one.title.text, *_rows(one.items)]


def _under(parts: Iterable[AnyPart], heading: str) -> Iterator[AnyPart]:
    open_ = not heading
    for part in parts:
        if isinstance(part, Heading) and heading:
            open_ = part.text.startswith(heading)
        elif open_:
            yield part


def _rows(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        title, line, words, aside = row_fields(item)
        said = ": ".join(filter(None, (title, line, words)))
        yield f"{said} ({aside})" if aside else said
        yield from _rows(item.items)


def _cells(items: Iterable[Item]) -> list[Cell]:
    return [cell for item in items for cell in (*item.words, *_cells(item.items))]
