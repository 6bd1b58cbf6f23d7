"""Every ruling is there, names sections that exist, and tests that exist and carry its number."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from pbem.reports.rulebook import Ruling, rulebook

HERE = Path(__file__).parent
BOOK = rulebook("plantagenet")
SOURCES = ("official", "text", "book", "impl", "open")
LAST = 123


def names() -> set[str]:
    """`file.py::test` of every test in this folder and below."""
    return {
        f"{path.relative_to(HERE).as_posix()}::{name}"
        for path in HERE.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)
    }


NAMES = names()


def test_every_ruling_is_there_once_and_in_order() -> None:
    assert [ruling.number for ruling in BOOK.rulings] == [f"C{n}" for n in range(1, LAST + 1)]


@pytest.mark.parametrize("ruling", BOOK.rulings, ids=lambda ruling: ruling.number)
def test_a_ruling_touches_sections_and_says_where_it_comes_from(ruling: Ruling) -> None:
    known = [section.number for section in BOOK.sections]
    assert set(ruling.sections) <= set(known), ruling.sections
    assert ruling.source in SOURCES
    assert ruling.text.endswith((".", ").")), ruling.text


@pytest.mark.parametrize("ruling", BOOK.rulings, ids=lambda ruling: ruling.number)
def test_the_tests_of_a_ruling_exist_and_carry_its_number(ruling: Ruling) -> None:
    assert ruling.tests, "no test is named"
    for named in ruling.tests:
        found = [name for name in NAMES if fnmatch(name, named)]
        assert found, f"there is no {named}"
        assert all(f"_{ruling.number.lower()}_" in name for name in found), found
