"""Documents: cheap values that go through JSON, and what a format cannot draw is said all the same."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from pbem.engine.declared import Side
from pbem.engine.document import (
    AnyPart,
    Box,
    Calendar,
    Cell,
    Cells,
    Course,
    Document,
    Figure,
    Heading,
    Item,
    Items,
    Mark,
    Mat,
    Note,
    ReportTable,
    Track,
    cells,
    cells_text,
)

WARWICK = Cell("Warwick", piece="warwick", side="york")
YORK = Cell("York", place="york")
PARTS: tuple[AnyPart, ...] = (
    Heading("Small game", 1),
    Heading("Position", 2, "position"),
    Note("Yorkists attack.", "Battle"),
    Track(
        "Influence", "Yorkist 4", -45, 45, (Mark(4, "Y", "york"), Mark(40, "40 wins", goal=True))
    ),
    Calendar("Boxes", (Box(1, "January", now=True), Box(2, "March", holds=cells(WARWICK)))),
    Heading("Favour"),
    ReportTable(
        "By Area",
        ("Area", "Yorkists", "Nobles"),
        (
            (cells("North"), cells(YORK, "Ely"), ()),
            (cells("South"), (), cells("March, 2 Troops", "Essex, infirm")),
        ),
    ),
    Figure("Mats", (Mat(WARWICK, (Item(cells("2 Coin"), "Assets"),), YORK),)),
    Figure(
        "Array",
        (
            Mat(Cell("March"), (Item(cells("Retinue")),), row=1, column=1),
            Mat(Cell("Somerset"), (Item(cells("Militia")),), row=0, column=1),
        ),
        ("Attackers", "Defenders"),
        ("Left", "Center"),
    ),
    Items((Item(cells("may go"), line="march york", aside="4.3"),), "Rule 4.3", "choices"),
    Course("Influence: from even to Yorkists 4.", ("start", "one"), (0, 4)),
)
"""One of each part but the map."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_part_comes_back_from_json_as_it_was(part: AnyPart) -> None:
    assert msgspec.json.decode(msgspec.json.encode(part), type=AnyPart) == part


def test_a_document_is_a_value_that_nobody_can_change() -> None:
    made = Document("now", "headline", (("york", Side("York")),), PARTS)
    assert hash(made) == hash(Document("now", "headline", (("york", Side("York")),), PARTS))
    with pytest.raises(AttributeError, match="immutable"):
        made.now = "later"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (cells("York", "", YORK), "York, York"),
        (cells("Exeter (Lancastrian, in Exile)", "March"), "Exeter (Lancastrian, in Exile); March"),
        (cells("One falls.", "Two rout."), "One falls. Two rout."),
        ((), ""),
    ],
)
def test_a_list_is_read_with_commas_or_what_keeps_its_words_apart(said: Cells, read: str) -> None:
    assert cells_text(said) == read


def test_a_document_is_cheap_to_define() -> None:
    """Every command that opens a game pays for it."""
    code = "import sys, msgspec, pbem.engine.picture, pbem.engine.declared; n = set(sys.modules); "
    code += "import pbem.engine.document; print(*set(sys.modules) - n)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pbem.engine.document"]
