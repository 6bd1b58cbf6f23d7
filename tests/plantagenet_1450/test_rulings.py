"""Every ruling names tests, and they exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.reports.rulebook import Ruling, rulings
from tests.plantagenet_1450.offered import offered

with offered():
    RULINGS = rulings("plantagenet_1450")


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.number)
def test_a_ruling_has_its_sections_and_its_tests(ruling: Ruling) -> None:
    assert all(re.fullmatch(r"\d+(\.\d+)+", section) for section in ruling.sections)
    assert ruling.source in ("text", "open", "mail")
    assert ruling.tests
    for test in ruling.tests:
        file, _, name = test.partition("::")
        found = (Path(__file__).parent / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name.rstrip('*')}", found, re.M), f"{file} has no {name}"


def test_no_ruling_stands_twice() -> None:
    numbers = [ruling.number for ruling in RULINGS]
    assert len(numbers) == len(set(numbers)) > 60
