"""Scripts and conditions (DESIGN section 5)."""

from __future__ import annotations

import pytest

from pbem.engine import condition
from pbem.engine.condition import Value
from pbem.engine.script import Cursor, read, step
from pbem.errors import BadScript


def looking(**facts: Value) -> condition.Look:
    def look(words: tuple[str, ...]) -> Value:
        name = "_".join(words)
        if name not in facts:
            raise BadScript(text=" ".join(words), why="unknown")
        return facts[name]

    return look


def lines(script: str, **facts: Value) -> list[str]:
    statements, cursor, found = read(script), Cursor(), []
    while (now := step(statements, cursor, looking(**facts))).line != "ask" and len(found) < 30:
        found.append(now.line)
    return found


def test_plain_lines_run_in_order_and_then_the_player_is_asked() -> None:
    assert lines("march: troops\nmarch: done") == ["march: troops", "march: done"]


def test_guards_before_and_behind_a_line() -> None:
    script = "march york if no enemy_at_york; else pass"
    assert lines(script, enemy_at_york=False) == ["march york"]
    assert lines(script, enemy_at_york=True) == ["pass"]
    assert lines("if failed: march: parley ely +3", failed=True) == ["march: parley ely +3"]


def test_else_if_chain_takes_the_first_that_holds() -> None:
    script = "if coin > 2: a: x\nelse if coin > 1: b: y\nelse: c: z"
    assert lines(script, coin=3) == ["a: x"]
    assert lines(script, coin=2) == ["b: y"]
    assert lines(script, coin=1) == ["c: z"]


def test_until_repeats_at_most_so_often() -> None:
    assert lines("a: parley ely until success max 3", success=False) == ["a: parley ely"] * 3
    assert lines("a: parley ely until success", success=True) == ["a: parley ely"]
    assert lines("repeat 2: a: forage") == ["a: forage"] * 2


def test_ask_stops_before_what_follows() -> None:
    assert lines("a: x\nask\nb: y") == ["a: x"]


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("coin >= 2 and not enemy", True),
        ("coin < 2 or enemy", False),
        ("(coin = 2 or enemy) and favour_york = lancaster", True),
        ("strength >= 70% of other", True),
        ("strength >= 0.8 of other", False),
        ("favour_york != york", True),
    ],
)
def test_conditions(text: str, holds: bool) -> None:
    look = looking(coin=2, enemy=False, favour_york="lancaster", strength=7, other=10)
    assert condition.parse(text).holds(look) is holds


@pytest.mark.parametrize(
    "text", ["if coin", "repeat 99: a: x", "x if a if b", "x if (a", "x if a >=", "x if $", "else:"]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadScript):
        lines(text, coin=1, a=1, b=1)


def test_an_unknown_term_is_refused_when_it_is_looked_at() -> None:
    with pytest.raises(BadScript):
        lines("a: x if their_plan = march")
