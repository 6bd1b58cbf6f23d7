"""Any document as headings, notes and lists alone, in the order in which it is read aloud.

What a format cannot draw it says in this way, so a new format needs three kinds of parts, not nine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pbem.engine.document import (
    AnyPart,
    Board,
    Box,
    Calendar,
    Cells,
    Course,
    Figure,
    Heading,
    Item,
    Items,
    Map,
    Mat,
    Note,
    ReportTable,
    Track,
    cells,
    cells_text,
    parted,
)

Said = Heading | Note | Items


def aloud(parts: Iterable[AnyPart]) -> Iterator[Said]:
    """The parts of a report for a screen reader: tables, tracks, calendars and figures become lists and notes, maps are left out."""
    for part in parts:
        match part:
            case Heading() | Note() | Items():
                yield part
            case ReportTable():
                yield Items(tuple(_row(part, row) for row in part.rows), part.caption)
            case Track():
                yield Note(part.words, part.caption)
            case Calendar():
                boxes = tuple(_box(box) for box in part.boxes if box.holds)
                if boxes:
                    yield Items(boxes, part.caption)
            case Figure():
                yield Items(tuple(_grid(part) if part.columns else _mats(part)), part.caption)
            case Course():
                yield Note(part.words)
            case Map() | Board():
                pass


def row_fields(item: Item) -> tuple[str, str, str, str]:
    """What stands in a row in its order: label, order line, words, aside; a label's rule is in it."""
    words = cells_text(item.words)
    if item.title and item.aside and not item.line:
        return f"{item.title} ({item.aside})", item.line, words, ""
    return item.title, item.line, words, item.aside


def _row(table: ReportTable, row: tuple[Cells, ...]) -> Item:
    fields_by_column = list(zip(table.columns, row, strict=True))
    about = fields_by_column[1][1] if table.described else ()
    fields = fields_by_column[2 if table.described else 1 :]
    below = tuple(_field(name, field) for name, field in fields if field)
    return Item(about, cells_text(row[0]), items=below) if about else Item(row[0], items=below)


def _field(name: str, field: Cells) -> Item:
    words, rows = parted(field)
    return Item(words, name, items=tuple(Item((cell,)) for cell in rows))


def _box(box: Box) -> Item:
    now = " (now)" if box.now else ""
    return Item(box.holds, f"Box {box.number}, {box.title}{now}")


def _mats(figure: Figure) -> Iterator[Item]:
    """Mats under the place where they stand."""
    for at, mats_there in groupby(figure.mats, key=lambda mat: mat.at):
        mats = tuple(map(_mat, mats_there))
        if at.text:
            yield Item((at,), items=mats)
        else:
            yield from mats


def _grid(figure: Figure) -> Iterator[Item]:
    """Column by column, such as wing against wing."""
    for n, name in enumerate(figure.columns):
        column = sorted((s for s in figure.mats if s.column == n), key=lambda mat: mat.row)
        if column:
            yield Item(cells(name), items=tuple(map(_mat, column)))


def _mat(mat: Mat) -> Item:
    match mat.items:
        case (Item(title="", line="", items=()) as only,):
            return Item(only.words, mat.title.text)
        case _:
            return Item((mat.title,), items=mat.items)
