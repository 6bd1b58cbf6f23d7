"""The pictures of every kind of question (`tests.soak.pictures --kinds`) leave none out."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.soak import kinds
from tests.soak.walks import RULINGS, Walk, walked


@pytest.mark.parametrize("rules", kinds.GAMES)
def test_every_kind_is_in_the_table(rules: str) -> None:
    assert {one.kind for one in kinds.reached(rules)} == kinds.declared(rules)


def test_a_walk_is_read_as_it_was_written() -> None:
    walk = Walk("plantagenet", "Ib", 7, eager=True, crowded=True, ruled="restore")
    assert Walk.read(str(walk)) == walk


def test_each_ruling_serves_its_walk() -> None:
    used = {
        (one.walk.rules, one.walk.ruled) for rules in kinds.GAMES for one in kinds.reached(rules)
    }
    rulings = tomllib.loads(RULINGS.read_text("utf-8"))
    assert {(rules, kind) for rules, kind in used if kind} == {
        (rules, kind) for rules in rulings for kind in rulings[rules]
    }


def test_the_table_leads_to_its_kind(tmp_path: Path) -> None:
    first = min(kinds.reached("warriors"), key=lambda one: one.turn)
    questions = walked(tmp_path, first.walk, first.turn + 1)
    assert first.kind in {request.kind for turn, _, request in questions if turn == first.turn}
