"""Every ruling names tests that exist and carry its number, as `reports/test_rulings.py` wants of games that are
offered."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

from pbem.reports.rulebook import Ruling, rulebook
from tests.plantagenet_1450.offered import NAME, offered
from tests.reports.test_rulings import names

with offered():
    BOOK = rulebook(NAME)


@pytest.mark.parametrize("ruling", BOOK.rulings, ids=lambda ruling: ruling.number)
def test_a_ruling_has_its_sections_and_its_tests(ruling: Ruling) -> None:
    assert set(ruling.sections) <= {section.number for section in BOOK.sections}, ruling.sections
    assert ruling.source in ("text", "open", "mail")
    assert ruling.text.endswith((".", ").")), ruling.text
    assert ruling.tests
    for named in ruling.tests:
        found = [name for name in names(NAME) if fnmatch(name, named)]
        assert found, f"there is no {named}"
        assert all(f"_{ruling.number.lower()}_" in name for name in found), found


def test_rulings_stand_once_and_in_order() -> None:
    numbers = [ruling.number for ruling in BOOK.rulings]
    assert len(numbers) == len(set(numbers)) > 60
    assert numbers == sorted(numbers, key=lambda number: (number[0], int(number[1:])))
