"""Each defence is switched off once: then the cheat that it stops goes through, and its test fails."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.outcomes import Failed

from pbem.errors import PbemError
from pbem.protocol import dice
from tests import drawn

from .defence import Defence
from .defences import DEFENCES, NONE_NEEDED
from .without import Change, Moved, without

HERE = Path(__file__).parent
FILES = {path.stem.removeprefix("test_") for path in HERE.glob("test_*.py")} - {
    "defences",
    "audited",
    "section_18",
    "duels",
}


def cheat_of(defence: Defence, room: str = "cheats") -> Callable[..., None]:
    module = importlib.import_module(f"tests.{room}.test_{defence.file}")
    found: Callable[..., None] = getattr(module, f"test_{defence.test}")
    return found


def attempt(defence: Defence, folder: Path, room: str = "cheats") -> None:
    """The test of the cheat as pytest runs it, with the same dice if it is given nothing."""
    folder.mkdir()
    test = cheat_of(defence, room)
    more = {"tmp_path": folder} if "tmp_path" in inspect.signature(test).parameters else {}
    more |= defence.given
    with drawn.by(f"{test.__module__.replace('.', '/')}.py::{test.__name__}"):
        test(**more)


@pytest.mark.parametrize(
    "defence",
    [
        pytest.param(one, id=one.id, marks=[] if one.often else [pytest.mark.slow])
        for one in sorted(DEFENCES, key=lambda one: not one.often)
    ],
)
def test_without_it_the_cheat_goes_through(defence: Defence, tmp_path: Path) -> None:
    # With it the test passes: it runs on its own too, by the same dice, unless it is given something.
    if defence.given:
        attempt(defence, tmp_path / "with")
    fails = (AssertionError, Failed, *([PbemError] if defence.raises else []))
    with without(defence.change), pytest.raises(fails):
        attempt(defence, tmp_path / "without")


def test_every_cheat_has_a_defence() -> None:
    rows = {one.file for one in DEFENCES}
    assert rows | NONE_NEEDED.keys() == FILES
    assert not rows & NONE_NEEDED.keys()


def test_a_line_that_is_not_there_is_said_and_one_that_was_gone_comes_back() -> None:
    gone = Change("pbem.protocol.dice:is_label", "no such line")
    with pytest.raises(Moved, match="0 times"), without(gone):
        pass
    assert not dice.is_label("a#b")
    with without(Change("pbem.protocol.dice:is_label", "re.fullmatch(WORDS, text)", "text")):
        assert dice.is_label("a#b")
    assert not dice.is_label("a#b")


@pytest.mark.parametrize("defence", DEFENCES, ids=lambda one: str(one.id))
def test_its_line_and_its_test_are_there(defence: Defence) -> None:
    assert callable(cheat_of(defence))
    with without(defence.change):
        pass
