"""Each cheat has its place in a duel, or a reason why it has none; and the defences of duels are switched off."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest
from _pytest.outcomes import Failed

from pbem.errors import PbemError

from . import defences_duel, duels
from .defence import Defence
from .duel_defences import DUEL_DEFENCES, NO_LINE
from .test_defences import FILES, attempt
from .without import without

TESTS = Path(__file__).parents[1]
NEW = ("bombs", "cheats", "losses")
"""Files of tests/duel that are about cheats alone."""


@functools.cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests of a file, without `test_`."""
    folder, _, name = file.rpartition("/")
    path = TESTS / (folder or "duel") / f"test_{name}.py"
    tree = ast.parse(path.read_text("utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return frozenset(name.removeprefix("test_") for name in names if name.startswith("test_"))


def test_every_cheat_has_a_word_about_duels() -> None:
    of_duels_alone = {one.file for one in defences_duel.DEFENCES}
    assert duels.CHEATS.keys() == FILES - of_duels_alone
    for name, row in {**duels.CHEATS, **duels.ISSUE}.items():
        assert bool(row.tests) != bool(row.why), name
        for test in row.tests:
            file, _, function = test.partition(":")
            assert function in names_in(file), (name, test)


def test_whatever_was_written_for_duels_alone_has_a_defence_or_a_reason() -> None:
    rows = {f"{one.file}:{one.test}" for one in DUEL_DEFENCES}
    written = {f"{file}:{test}" for file in NEW for test in names_in(file)}
    assert written <= rows | NO_LINE.keys()
    assert not rows & NO_LINE.keys()


@pytest.mark.parametrize(
    "defence",
    [
        pytest.param(one, id=one.id, marks=[] if one.often else [pytest.mark.slow])
        for one in DUEL_DEFENCES
    ],
)
def test_without_it_the_opponent_gets_through(defence: Defence, tmp_path: Path) -> None:
    # It passes, and the positions that it keeps are honest ones.
    attempt(defence, tmp_path / "with", "duel")
    fails = (AssertionError, Failed, *([PbemError] if defence.raises else []))
    with without(defence.change), pytest.raises(fails):
        attempt(defence, tmp_path / "without", "duel")


@pytest.mark.parametrize("defence", DUEL_DEFENCES, ids=lambda one: str(one.id))
def test_its_line_and_its_test_are_there(defence: Defence) -> None:
    assert defence.test in names_in(defence.file)
    with without(defence.change):
        pass
