"""What a format cannot draw is said, in the order in which the document has it."""

from __future__ import annotations

from pbem.engine.document import AnyPart, Board, Calendar, Figure, Map, ReportTable, cells
from tests.engine.test_document import PARTS, WARWICK, YORK
from tests.shown import shown, spoken


def test_nothing_is_lost_and_nothing_changes_places() -> None:
    ordered = tuple(part for part in PARTS if not (isinstance(part, Figure) and part.columns))
    said = " ".join(spoken(ordered))
    at = 0
    for cell in shown(ordered):
        at = said.index(cell.text, at)


def test_a_calendar_names_only_boxes_that_hold_something() -> None:
    (calendar,) = (part for part in PARTS if isinstance(part, Calendar))
    assert [*spoken((calendar,))] == ["Boxes", "Box 2, March: Warwick"]


def test_a_row_of_a_table_is_headed_and_empty_fields_are_not_read() -> None:
    (table,) = (part for part in PARTS if isinstance(part, ReportTable))
    assert [*spoken((table,))] == [
        "By Area",
        "North",
        "Yorkists: York, Ely",
        "South",
        "Nobles",
        "March, 2 Troops",
        "Essex, infirm",
    ]


def test_a_battle_line_is_read_wing_against_wing() -> None:
    (line,) = (part for part in PARTS if isinstance(part, Figure) and part.columns)
    assert [*spoken((line,))] == ["Array", "Center", "Somerset: Militia", "March: Retinue"]


def test_every_kind_of_part_is_known() -> None:
    kinds = {type(part) for part in PARTS} | {Map, Board}
    assert kinds == set(AnyPart.__args__)


def test_a_described_row_is_read_in_one_line_and_a_sum_stands_before_its_list() -> None:
    row = (cells(YORK), cells("2 VP"), cells("strength 3", WARWICK))
    table = ReportTable("", ("Place", "Status", "Nobles"), (row,), described=True)
    assert [*spoken((table,))] == ["York: 2 VP", "Nobles: strength 3", "Warwick"]
