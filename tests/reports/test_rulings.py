"""Every game's rulings are all there, name sections that exist, and tests that exist and carry their number."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.reports.rulebook import Ruling, rulebook
from tests.drawn import kept

TESTS = Path(__file__).parents[1]
SOURCES = ("official", "text", "book", "impl", "open", "mail")
COUNTED = {
    "plantagenet": [*(f"C{n}" for n in range(1, 128)), "M1"],
    "plantagenet_1450": [*(f"C{n}" for n in range(1, 221)), *(f"P{n}" for n in range(1, 16))],
    "richard_iii": [*(f"C{n}" for n in range(1, 98)), *(f"R{n}" for n in range(1, 20))],
    "warriors": [f"C{n}" for n in range(1, 49)],
}
RULINGS = [(game, ruling) for game in GAMES for ruling in rulebook(game).rulings]
EVERY_RULING = pytest.mark.parametrize(
    ("game", "ruling"), RULINGS, ids=[f"{game}-{ruling.number}" for game, ruling in RULINGS]
)


@kept
def names(game: str) -> frozenset[str]:
    """`file.py::test` of every test in the game's folder and below."""
    here = TESTS / game
    return frozenset(
        f"{path.relative_to(here).as_posix()}::{name}"
        for path in here.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_there_once_and_in_order(game: str) -> None:
    assert [ruling.number for ruling in rulebook(game).rulings] == COUNTED[game]


@pytest.mark.slow
@EVERY_RULING
def test_a_ruling_touches_sections_and_says_where_it_comes_from(game: str, ruling: Ruling) -> None:
    known = [section.number for section in rulebook(game).sections]
    assert set(ruling.sections) <= set(known), ruling.sections
    assert ruling.source in SOURCES
    assert ruling.text.endswith((".", ").")), ruling.text


@pytest.mark.slow
@EVERY_RULING
def test_the_tests_of_a_ruling_exist_and_carry_its_number(game: str, ruling: Ruling) -> None:
    assert ruling.tests, "no test is named"
    for named in ruling.tests:
        found = [name for name in names(game) if fnmatch(name, named)]
        assert found, f"there is no {named}"
        assert all(f"_{ruling.number.lower()}_" in name for name in found), found
