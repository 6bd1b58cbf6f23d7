"""`pbem rules plantagenet_1450`: how the sections of this rulebook hang together."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.reports.rulebook import Rulebook, rulebook


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return rulebook("plantagenet_1450")


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("8.11", "8.0"),
        ("16.4.6.11", "16.4.6"),
        ("16.4.6.11.2", "16.4.6.11"),
        ("16.4.6.0", "16.4.6"),
        ("20.0 Towton", "20.0"),
    ],
)
def test_an_eleventh_section_follows_the_tenth_and_is_no_part_of_the_first(
    book: Rulebook, part: str, whole: str
) -> None:
    assert book.above(part) == whole


@pytest.mark.parametrize(
    ("printed", "read"), [("7.15", "7.0"), ("7.17", "7.0"), ("3.1.5.1", "3.1"), ("19.3", "19.0")]
)
def test_c1_what_the_draft_numbers_wrongly_is_found_where_it_is_told(
    book: Rulebook, printed: str, read: str
) -> None:
    assert [section.number for section in book.find(printed)] == [read]


def test_every_section_is_whole_sentences(book: Rulebook) -> None:
    assert not [s.number for s in book.sections if not s.text.endswith(".")]


def test_every_scenario_is_looked_up_by_the_word_that_begins_it(book: Rulebook) -> None:
    numbered = {"wars_of_the_roses": "20.1", "end_of_the_plantagenets": "20.2"}
    for id in PLANTAGENET_1450.scenarios():
        word = id.partition("_")[0]
        wanted = next((n for start, n in numbered.items() if id.startswith(start)), word)
        (section,) = book.find(wanted)
        assert section.number in ("20.1", "20.2", f"20.0 {word.capitalize()}")
