"""Which tables are in force: a game's own where it is looked at, those that come with the program elsewhere."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import copy_context
from threading import Thread

import pytest

from pbem.engine.own_data import replaceable
from pbem.engine.vocabulary import kinds
from pbem.games import find
from pbem.resources import resource

Tables = Callable[[], str]
InForce = Callable[[str], AbstractContextManager[None]]


def walk(tables: Tables, in_force: InForce, chance: random.Random, within: list[str]) -> None:
    """Into own tables and out of them, at random; the innermost are in force, and outside of all ours."""
    for _ in range(chance.randint(0, 3)):
        assert tables() == [*reversed(within), "ours"][0]
        if len(within) < 4:
            name = chance.choice("abc")
            with in_force(name):
                walk(tables, in_force, chance, [*within, name])
    assert tables() == [*reversed(within), "ours"][0]


@pytest.mark.parametrize("seed", range(20))
def test_the_innermost_own_tables_are_in_force(seed: int) -> None:
    walk(*replaceable("a game", lambda: "ours"), random.Random(seed), [])


def test_own_tables_of_one_thread_are_not_those_of_another() -> None:
    tables, in_force = replaceable("a game", lambda: "ours")
    seen = []
    with in_force("own"):
        other = Thread(target=lambda: seen.append(tables()))
        other.start()
        other.join()
        copy_context().run(lambda: seen.append(tables()))
    assert (seen, tables()) == (["ours", "own"], "ours")


def test_they_are_made_once_and_end_with_an_error() -> None:
    made = []
    tables, in_force = replaceable("a game", lambda: made.append("ours") or "ours")
    with pytest.raises(ValueError, match="wrong"), in_force("own"):
        raise ValueError("wrong")
    assert (tables(), tables(), made) == ("ours", "ours", ["ours"])


def test_the_kinds_of_decisions_of_a_game_with_own_data_leave_no_step_behind() -> None:
    """Python writes a warning into the terminal of a player for a step that is neither run nor closed."""
    nobles = resource("rules_data/warriors/nobles.toml").read_text("utf-8")
    own = find("warriors", data={"nobles": nobles})
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert kinds(own) == kinds(find("warriors"))
    assert [str(one.message) for one in warned] == []
