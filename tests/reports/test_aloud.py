"""What a format cannot draw is said, in the order in which the document has it."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.document import (
    AnyPart,
    Calendar,
    Cell,
    Figure,
    Heading,
    Item,
    Items,
    Map,
    Note,
    Table,
)
from pbem.reports.aloud import aloud, row
from tests.engine.test_document import PARTS


def shown(parts: Iterable[AnyPart]) -> list[Cell]:
    """Every cell of some parts, in their order."""
    found: list[Cell] = []
    for part in parts:
        match part:
            case Items(items):
                found += of_items(items)
            case Table(_, _, rows):
                found += [cell for row in rows for field in row for cell in field]
            case Calendar(_, boxes):
                found += [cell for box in boxes for cell in box.holds]
            case Figure(_, shapes):
                for shape in shapes:
                    found += [shape.at, shape.title, *of_items(shape.items)]
    return found


def of_items(items: Iterable[Item]) -> list[Cell]:
    return [cell for item in items for cell in (*item.words, *of_items(item.items))]


def spoken(items: Iterable[Item]) -> list[str]:
    """A list as its rows are read, depth first."""
    read = []
    for item in items:
        read += [": ".join(filter(None, row(item)[:3])), *spoken(item.items)]
    return read


def test_nothing_is_lost_and_nothing_changes_places() -> None:
    ordered = tuple(part for part in PARTS if not (isinstance(part, Figure) and part.columns))
    said = " ".join(
        part.text if isinstance(part, Heading | Note) else " ".join(spoken(part.items))
        for part in aloud(ordered)
    )
    at = 0
    for cell in shown(ordered):
        at = said.index(cell.text, at)


def test_a_calendar_names_only_boxes_that_hold_something() -> None:
    (calendar,) = (part for part in PARTS if isinstance(part, Calendar))
    (said,) = aloud((calendar,))
    assert isinstance(said, Items)
    assert spoken(said.items) == ["Box 2, March: Warwick"]


def test_a_row_of_a_table_is_headed_and_empty_fields_are_not_read() -> None:
    (table,) = (part for part in PARTS if isinstance(part, Table))
    (said,) = aloud((table,))
    assert isinstance(said, Items)
    assert spoken(said.items) == [
        "North",
        "Yorkists: York, Ely",
        "South",
        "Nobles",
        "March, 2 Troops",
        "Essex, infirm",
    ]


def test_a_battle_line_is_read_wing_against_wing() -> None:
    (line,) = (part for part in PARTS if isinstance(part, Figure) and part.columns)
    (said,) = aloud((line,))
    assert isinstance(said, Items)
    assert spoken(said.items) == ["Center", "Somerset: Militia", "March: Retinue"]


def test_every_kind_of_part_is_known() -> None:
    kinds = {type(part) for part in PARTS} | {Map}
    assert kinds == set(AnyPart.__args__)
