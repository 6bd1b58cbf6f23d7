"""Any document as headings, notes and lists alone, in the order in which it is read aloud.

What a format cannot draw it says in this way, so a new format needs three kinds of parts, not nine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pbem.engine.document import (
    AnyPart,
    Box,
    Calendar,
    Cells,
    Course,
    Figure,
    Heading,
    Item,
    Items,
    Map,
    Note,
    Shape,
    Table,
    Track,
    cells,
    listed,
)

Said = Heading | Note | Items


def aloud(parts: Iterable[AnyPart]) -> Iterator[Said]:
    """The same without tables, tracks, calendars and figures; a map says nothing that is not said."""
    for part in parts:
        match part:
            case Heading() | Note() | Items():
                yield part
            case Table():
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
            case Map():
                pass


def row(item: Item) -> tuple[str, str, str, str]:
    """What stands in a row in its order: label, order line, words, aside; a label's rule is in it."""
    said = listed(item.words)
    if item.title and item.aside and not item.line:
        return f"{item.title} ({item.aside})", item.line, said, ""
    return item.title, item.line, said, item.aside


def _row(table: Table, row: tuple[Cells, ...]) -> Item:
    head, *fields = row
    named = zip(table.columns[1:], fields, strict=True)
    return Item(head, items=tuple(_field(name, field) for name, field in named if field))


def _field(name: str, field: Cells) -> Item:
    """A list of many words stands row by row."""
    if len(field) > 1 and any("," in cell.text for cell in field):
        return Item(title=name, items=tuple(Item((cell,)) for cell in field))
    return Item(field, name)


def _box(box: Box) -> Item:
    now = " (now)" if box.now else ""
    return Item(box.holds, f"Box {box.number}, {box.title}{now}")


def _mats(figure: Figure) -> Iterator[Item]:
    """Mats under the place where they stand."""
    for at, shapes in groupby(figure.shapes, key=lambda shape: shape.at):
        mats = tuple(map(_mat, shapes))
        if at.text:
            yield Item((at,), items=mats)
        else:
            yield from mats


def _grid(figure: Figure) -> Iterator[Item]:
    """Column by column, such as wing against wing."""
    for n, name in enumerate(figure.columns):
        column = sorted((s for s in figure.shapes if s.column == n), key=lambda shape: shape.row)
        if column:
            yield Item(cells(name), items=tuple(map(_mat, column)))


def _mat(shape: Shape) -> Item:
    match shape.items:
        case (Item(title="", line="", items=()) as only,):
            return Item(only.words, shape.title.text)
    return Item((shape.title,), items=shape.items)
