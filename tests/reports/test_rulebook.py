"""The summaries cover the tables of contents of all rulebooks, the scenarios, and what the rules name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pbem.games
from pbem.games import GAMES, find
from pbem.reports.rulebook import rulebook

RULES = Path(pbem.games.__file__).parent
CONTENTS = {
    "plantagenet": """
        1 1.1 1.2 1.3 1.3.1 1.3.2 1.4 1.4.1 1.4.2 1.5 1.5.1 1.5.2 1.5.3 1.5.4 1.6 1.7 1.7.1 1.7.2 1.7.3
        1.8 1.9 1.9.1 1.9.2 2 2.1 2.1.1 2.1.2 2.2 2.2.1 2.2.2 2.2.3 2.2.4 3 3.1 3.1.1 3.1.2 3.1.3 3.1.4
        3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.3 3.3.1 3.3.2 3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 4 4.1 4.1.1
        4.1.2 4.2 4.2.1 4.2.2 4.2.3 4.3 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5 4.4 4.4.1 4.4.2 4.4.3 4.4.4 4.5
        4.5.1 4.5.2 4.6 4.6.1 4.6.2 4.6.3 4.6.4 4.6.5 4.7 4.8 4.8.1 4.8.2 4.8.3 4.8.4 4.8.5 4.8.6 5 5.1
        5.2 5.3 6 6.0 6.1 6.1.1 6.1.2 6.2 6.2.1 6.2.2 6.3""",
    "plantagenet_1450": """
        1.0 2.0 3.0 3.1 3.1.1 3.1.2 3.1.3 3.1.4 3.1.4.1 3.1.4.2 3.1.4.3 3.1.6 3.2 3.3 4.0
        5.0 6.0 6.1 6.2 6.2.1 6.2.2 6.2.2.1 6.2.2.2 6.2.3 6.2.4 6.2.5 6.3 6.3.1 6.3.2 6.3.3
        6.4 6.5 6.6 7.0 7.1 7.1.1 7.1.2 7.1.3 7.1.4 7.1.5 7.1.6 7.1.7 7.1.8 7.2 7.2.1 7.2.2
        7.2.3 7.3 7.4 8.0 8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8 8.9 8.10 8.11 8.12 9.0 9.1 9.2
        9.2.1 9.2.2 9.2.3 10.0 10.1 10.2 10.3 10.3.1 10.3.2 10.3.3 10.3.4 10.3.5 11.0 11.1
        11.2 11.3 11.3.1 11.3.2 12.0 12.1 12.2 13.0 13.1 13.1.1 13.1.2 13.1.3 13.1.4 13.2
        13.2.1 13.2.2 13.2.3 14.0 14.1 14.1.1 14.1.2 14.1.3 14.2 14.3 14.4 15.0 15.1 15.2
        15.3 15.4 15.5 16.0 16.1 16.2 16.3 16.4 16.4.1 16.4.2 16.4.3 16.4.4 16.4.4.1
        16.4.4.2 16.4.5 16.4.5.1 16.4.5.2 16.4.5.3 16.4.5.4 16.4.5.4.1 16.4.5.4.2 16.4.5.5
        16.4.6 16.4.6.0 16.4.6.1 16.4.6.2 16.4.6.3 16.4.6.4 16.4.6.5 16.4.6.6 16.4.6.7
        16.4.6.8 16.4.6.9 16.4.6.10 16.4.6.11 16.4.6.11.1 16.4.6.11.2 16.4.6.11.3 16.4.6.12
        16.4.6.13 16.4.6.14 16.4.7 16.4.8 16.4.9 17.0 17.1 17.2 17.3 18.0 18.1 18.2 18.3
        18.4 19.0 20.0 20.1 20.2""",
    "richard_iii": """
        1.0 1.1 1.2 1.3 1.4 2.0 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.71 2.72 2.8 2.81 2.82 2.83 3.0 3.1 3.11
        3.12 3.13 3.14 3.2 3.21 3.22 3.23 3.24 3.25 3.26 4.0 4.1 4.2 4.3 4.4 4.5 4.6 5.0 5.1 5.2 5.21
        5.22 5.3 5.31 5.4 6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.81 6.82 6.83 6.84 6.85 6.86 6.9 6.91
        7.0 7.1 7.2 8.0 8.1 8.2 8.3 8.4 8.5 9.0 9.1""",
    "warriors": """
        1.0 2.0 2.1 2.2 2.2.1 2.2.2 2.2.3 2.3 3.0 4.0 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 5.0 6.0
        6.1 6.2 6.3 7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7 8.0 9.0 10.0 11.0 11.1 11.2 12.0 13.0 14.0 15.0""",
}
"""The numbers in the publishers' rulebooks; scenarios, which have none, stand beside them. What a
draft numbers twice or wrongly has the number by which the rulings read it."""
SCENARIOS = {
    "plantagenet": [
        *("6.0 Ia", "6.0 Ib", "6.0 Ic", "6.0 II", "6.0 III", "6.0 III(B)"),
        *("6.3 I", "6.3 IIY", "6.3 IIL", "6.3 IIIY", "6.3 IIIL"),
    ],
    "plantagenet_1450": ["20.0 Towton", "20.0 Barnet", "20.0 Bosworth"],
    "richard_iii": ["4.0 Wars", "4.0 Kingmaker", "4.0 Richard III"],
    "warriors": ["3.0 Kingmaker", "3.0 Tudor"],
}


@pytest.mark.parametrize("game", GAMES)
def test_every_section_of_the_rulebook_has_a_summary_in_its_order(game: str) -> None:
    book = rulebook(game)
    numbers = [section.number for section in book.sections]
    assert [n for n in numbers if " " not in n] == CONTENTS[game].split()
    assert [n for n in numbers if " " in n] == SCENARIOS[game]
    assert all(section.title and section.text for section in book.sections)


@pytest.mark.parametrize("game", GAMES)
def test_every_section_is_part_of_the_one_above_it(game: str) -> None:
    book = rulebook(game)
    tops = [section.number for section in book.sections if not book.above(section.number)]
    assert [float(top) for top in tops] == list(range(1, len(tops) + 1))
    order = [section.number for section in book.sections]
    for number in order:
        above = book.above(number)
        assert not above or order.index(above) < order.index(number)


@pytest.mark.parametrize(
    ("game", "part", "whole"),
    [
        ("richard_iii", "5.21", "5.2"),
        ("richard_iii", "6.91", "6.9"),
        ("richard_iii", "5.2", "5.0"),
        ("richard_iii", "4.0 Kingmaker", "4.0"),
        ("warriors", "4.10", "4.0"),
        ("warriors", "2.2.1", "2.2"),
        ("warriors", "14.0", ""),
        ("plantagenet", "6.0 Ib", "6.0"),
        ("plantagenet", "6.0", "6"),
    ],
)
def test_sections_are_numbered_in_three_ways(game: str, part: str, whole: str) -> None:
    assert rulebook(game).above(part) == whole


NAMED = re.compile(
    r"\((\d{1,2}\.\d+(?:\.\d+)*)\)|\"(\d{1,2}\.\d+(?:\.\d+)*)\"|^s(\d+(?:_\d+)*)_", re.M
)
"""`(5.22)` and `"5.22"` in the rules, and the section in a file's name."""


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_the_rules_name_can_be_looked_up(game: str) -> None:
    book = rulebook(game)
    named = set()
    for path in (RULES / game).rglob("*.py"):
        for found in NAMED.findall(f"{path.read_text('utf-8')}\n{path.name}"):
            named.add("".join(found).replace("_", "."))
    assert len(named) > 20
    assert not [number for number in sorted(named) if book.numbered(number) is None]


def test_points_of_one_list_are_one_section_and_9_comes_before_11() -> None:
    named = rulebook("warriors").named(["11.1", "8.4", "9.0", "8.0", "8.8"])
    assert [section.number for section in named] == ["8.0", "9.0", "11.1"]


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_a_summary_names_exists(game: str) -> None:
    book = rulebook(game)
    for section in book.sections:
        for number in re.findall(r"\b(?<!\d\.)(\d{1,2}\.\d+(?:\.\d+)*)\b", section.text):
            assert book.numbered(number), f"{section.number} names {number}"


@pytest.mark.parametrize(
    ("game", "in_the_rulebook"), [("richard_iii", set()), ("warriors", {"standard_1455"})]
)
def test_a_scenario_is_looked_up_by_the_word_that_begins_it(
    game: str, in_the_rulebook: set[str]
) -> None:
    """Plantagenet's: see plantagenet/test_contents.py."""
    words = [n.partition(" ")[2].lower().replace(" ", "_") for n in SCENARIOS[game]]
    for id in set(find(game).scenarios()) - in_the_rulebook:
        (word,) = [word for word in words if id.startswith(word)]
        section = rulebook(game).numbered(word.replace("_", " "))
        assert section
        assert section.number in SCENARIOS[game]
