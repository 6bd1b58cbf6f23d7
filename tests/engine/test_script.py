"""Scripts and conditions."""

from __future__ import annotations

import pytest

from pbem.engine import condition
from pbem.engine.condition import Value
from pbem.engine.script import Cursor, next_action, read
from pbem.engine.standing import StandingOrders, check
from pbem.errors import BadScript
from tests.says import sentence, worded


def looking(**facts: Value) -> condition.Look:
    def look(words: tuple[str, ...]) -> Value:
        name = "_".join(words)
        if name not in facts:
            raise BadScript(text=" ".join(words), why="unknown")
        return facts[name]

    return look


def lines(script: str, **facts: Value) -> list[str]:
    statements, cursor, found = read(script), Cursor(), []
    while (now := next_action(statements, cursor, looking(**facts))).line != "ask" and len(
        found
    ) < 30:
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
        check(StandingOrders(scripts={"plan:york:1:1": text}), [], looking(coin=1, a=1, b=1))


def test_an_unknown_term_is_refused_when_standing_orders_are_checked() -> None:
    standing = StandingOrders({"hits": "militia if their_plan = march"})
    with pytest.raises(BadScript, match="their_plan"):
        check(standing, ["hits"], looking())


def test_a_term_that_means_nothing_any_more_asks_its_owner_and_stops_nobody_else() -> None:
    """A Lord has left the game since the script was checked."""
    statements, cursor = read("a: x if warwick_at_ely; else b: y"), Cursor()
    now = next_action(statements, cursor, looking())
    assert (now.line, now.text) == ("ask", "a: x if warwick_at_ely")
    assert "warwick_at_ely" in now.why


NOT = "not " * 3000
BRACKETS = "(" * 3000 + "coin" + ")" * 3000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"repeat {'9' * 5000}: a: x", sentence("engine.script._statement", ..., 600, word="most")),
        (f"repeat {'9' * 500}: a: x", sentence("engine.script._count", 20)),
        (f"a: x until coin max {'9' * 500}", sentence("engine.script._count", 20)),
        (f"a: x if {NOT}coin", sentence("engine.script._statement", ..., 600, word="most")),
        (f"a: x if {'not ' * 20}coin", sentence("engine.condition._Reader.inner", 8)),
        (f"a: x if {'(' * 20}coin{')' * 20}", sentence("engine.condition._Reader.inner", 8)),
        (
            f"a: x if coin > {'9' * 400}",
            sentence("engine.condition._Reader.__init__", 6, word="number"),
        ),
        (
            f"a: x if strength > {'9' * 400}% of coin",
            sentence("engine.condition._Reader.__init__", 6, word="number"),
        ),
        (
            f"a: x if coin > 0.{'1' * 50} of coin",
            sentence("engine.condition._Reader.__init__", 6, word="number"),
        ),
        (
            "a: x if " + " or ".join(["coin"] * 21),
            sentence("engine.condition._Reader.term", 20, word="looks"),
        ),
        ("a: x if " + "> " * 121, sentence("engine.condition._Reader.__init__", 120, word="words")),
        ("a: x if coin > 70%", "`70%` of what?"),
        ("a: x if coin > 2.5", "`2.5` of what?"),
        ("a: x\n" * 201, sentence("engine.script.read", 201, word="statement")),
        (
            "repeat 20: a: x\n" * 51,
            "1020 " + sentence("engine.script.read", word="repeats") + ", at most 1000",
        ),
        (
            "a: x if coin or coin or coin\n" * 134,
            "402 " + sentence("engine.script.read", word="things") + ", at most 400",
        ),
        ("a: " + "x, " * 41, "more than 40 answers"),
        ("a: " + "x" * 600, sentence("engine.script._statement", 603, 600, word="characters")),
    ],
)
def test_what_is_too_large_is_refused_when_it_is_read(text: str, told: str) -> None:
    with pytest.raises(BadScript) as refused:
        read(text)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("text", [NOT + "coin", BRACKETS, "9" * 400, "coin > " + "9" * 400])
def test_a_condition_by_itself_is_bounded_too(text: str) -> None:
    with pytest.raises(BadScript):
        condition.parse(text)


def test_all_standing_orders_together_are_bounded() -> None:
    policies = {
        f"kind{n}": "\n".join(f"x if coin{n}_{m} > 1" for m in range(100)) for n in range(7)
    }
    with pytest.raises(BadScript, match=worded("engine.standing.check", 700, 600, word="look")):
        check(StandingOrders(policies), policies, lambda term: 1)
