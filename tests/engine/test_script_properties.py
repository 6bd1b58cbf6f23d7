"""Conditions and scripts mean what they say, and whatever is read ends, with yes or no."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import condition
from pbem.engine.condition import COMPARE, MOST_DIGITS, MOST_NESTED, MOST_TERMS, Value
from pbem.engine.notation import words_of
from pbem.engine.policies import reactions_of
from pbem.engine.script import MOST_RUNS, MOST_TIMES, Cursor, next_action, read
from pbem.errors import BadScript
from pbem.games import GAMES, find
from pbem.ledger.sight import look_of

from .random_play import RandomGame

FACTS: dict[str, Value] = {
    "coin": 2,
    "enemy at york": True,
    "strength": 7,
    "enemy": 10,
    "favour ely": "york",
    "failed": False,
    "influence": -3,
}
Holds = Callable[[], bool]


class Sentence(NamedTuple):
    """A condition as somebody writes it, and what it says."""

    text: str
    holds: bool
    deep: int = 0


def look(words: tuple[str, ...]) -> Value:
    try:
        return FACTS[" ".join(words)]
    except KeyError:
        raise BadScript(text=" ".join(words), why="unknown") from None


def number(value: Value) -> int:
    return 0 if isinstance(value, str) else int(value)


@st.composite
def compared(draw: st.DrawFn) -> Sentence:
    left = draw(st.sampled_from(sorted(FACTS)))
    sign = draw(st.sampled_from(sorted(COMPARE)))
    if draw(st.booleans()):
        right, worth = (n := draw(st.integers(-99, 10**MOST_DIGITS - 1))), n
    else:
        share, of = draw(st.integers(0, 300)), draw(st.sampled_from(sorted(FACTS)))
        # 70% of 9 units are 7: whoever has a part of a unit needs the whole of it.
        right, worth = f"{share}% of {of}", -(-number(FACTS[of]) * share // 100)
    return Sentence(f"{left} {sign} {right}", COMPARE[sign](number(FACTS[left]), worth))


SINGLE = st.one_of(
    st.sampled_from(sorted(FACTS)).map(lambda term: Sentence(term, bool(FACTS[term]))),
    st.sampled_from(["york", "lancaster"]).map(
        lambda side: Sentence(f"favour ely = {side}", FACTS["favour ely"] == side)
    ),
    compared(),
)


def negated(inner: Sentence) -> Sentence:
    return Sentence(f"not ({inner.text})", not inner.holds, inner.deep + 2)


def joined(parts: tuple[Sentence, Sentence, bool]) -> Sentence:
    one, two, both = parts
    holds = (one.holds and two.holds) if both else (one.holds or two.holds)
    text = f"({one.text}) {'and' if both else 'or'} ({two.text})"
    return Sentence(text, holds, max(one.deep, two.deep) + 1)


SENTENCES = st.recursive(
    SINGLE,
    lambda inner: st.one_of(inner.map(negated), st.tuples(inner, inner, st.booleans()).map(joined)),
    max_leaves=8,
)


@given(SENTENCES)
def test_a_condition_means_what_it_says(sentence: Sentence) -> None:
    if sentence.deep > MOST_NESTED:
        with pytest.raises(BadScript, match="nested"):
            condition.parse(sentence.text)
        return
    read = condition.parse(sentence.text)
    assert read.holds(look) is sentence.holds
    assert all(" ".join(term) in FACTS for term in read.terms)


@given(SENTENCES, st.sampled_from([" ", "  ", "\t", " \n "]))
def test_blanks_and_capitals_change_nothing(sentence: Sentence, blank: str) -> None:
    if sentence.deep <= MOST_NESTED:
        spelled = sentence.text.upper().replace(" ", blank)
        assert condition.parse(spelled).holds(look) is sentence.holds


PIECES = ["not", "no", "(", ")", "and", "or", "coin", "enemy", ">=", "=", "!=", "%", "of", "70", "0.5",
          "-3", "9" * 7, "9" * 400, "if", "else", ":", ";", "\n", ",", "until", "max", "repeat",
          "ask", "pass", "march: york", "$", "é", "٣", "#", "'", " "]  # fmt: skip
ANYTHING = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.tuples(st.sampled_from(PIECES), st.integers(1, 4000)).map(lambda p: p[0] * p[1]),
)


@given(ANYTHING)
def test_no_text_makes_a_condition_do_anything_but_hold_or_not(text: str) -> None:
    try:
        read = condition.parse(text)
    except BadScript:
        return
    assert len(read.terms) <= MOST_TERMS
    for value in (True, 0, -(10**15), "york"):
        assert read.holds(lambda _, value=value: value) in (True, False)  # type: ignore[misc]


@given(ANYTHING, st.booleans(), st.integers(0, 3))
def test_no_text_makes_a_script_that_never_ends(text: str, holds: bool, every: int) -> None:
    """Whatever its conditions say at each look, also where they cannot be decided any more."""
    try:
        statements = read(text)
    except BadScript:
        return
    looks = 0

    def fickle(words: tuple[str, ...]) -> Value:
        nonlocal looks
        looks += 1
        if every and looks % every == 0:
            raise BadScript(text=" ".join(words), why="it is no more")
        return holds

    cursor = Cursor()
    assert any(next_action(statements, cursor, fickle).line == "ask" for _ in range(MOST_RUNS + 1))


WORDS = st.from_regex(r"[a-z0-9][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda word: word not in ("if", "else", "until", "max", "repeat", "ask", "pass")
)
LINES = st.lists(WORDS, min_size=1, max_size=4).map(lambda words: f"{words[0]}: {' '.join(words)}")


class Written(NamedTuple):
    """A statement as somebody writes it, and how it must be read."""

    text: str
    line: str
    guarded: bool
    otherwise: bool
    repeats: bool
    most: int


@st.composite
def written(draw: st.DrawFn) -> Written:
    line, guard, until = draw(LINES), draw(SINGLE).text, draw(SINGLE).text
    head = draw(st.sampled_from(["", "if", "else if", "else"]))
    tail, most = draw(st.booleans()) and not head.endswith("if"), draw(st.integers(1, MOST_TIMES))
    repeats = draw(st.booleans())
    text = f"{line}{f' if {guard}' * tail}{f' until {until} max {most}' * repeats}"
    text = {"": text, "else": f"else: {text}"}.get(head, f"{head} {guard}: {text}")
    guarded = tail or head.endswith("if")
    return Written(text, line, guarded, head.startswith("else"), repeats, most if repeats else 1)


@pytest.mark.slow
@given(st.lists(written(), min_size=1, max_size=6), st.sampled_from(["; ", "\n", " ;\n\n"]))
def test_a_script_is_read_as_it_is_written(script: list[Written], between: str) -> None:
    statements = read(between.join(statement.text for statement in script))
    found = [
        Written(s.text, s.line, s.guard is not None, s.otherwise, s.until is not None, s.most)
        for s in statements
    ]
    assert found == script


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_a_condition_looks_at_is_a_value_or_refused(rules: str, seed: int) -> None:
    """Terms of all words that a game knows, in any order, at any moment: no other exception."""
    chance, scenario = random.Random(seed), next(iter(find(rules).scenarios()))
    game = RandomGame(rules, scenario, seed)
    seen = set()
    for number, play in enumerate(game.steps()):
        if number > 400:
            break
        asked = play.pending[0]
        offered = asked.options[:20] if asked.stack is None else []
        with pytest.raises(BadScript) as known:
            look_of(game.rules, play, asked.side)(("moon",))
        phrases = str(known.value).partition("look at: ")[2].rstrip(".").split(", ")
        phrases += [f"asked {kind}" for kind in reactions_of(game.rules)] + ["can KIND", "success"]
        names = sorted(set(words_of(" ".join(option.line for option in offered)))) or ["york"]
        for _ in range(8 if number % 8 == 0 else 0):
            words = chance.choice(phrases).split() + chance.choices(names, k=chance.randint(0, 1))
            term = tuple(chance.choice(names) if word.isupper() else word for word in words)
            try:
                value = look_of(game.rules, play, asked.side)(term)
            except BadScript:
                continue
            assert isinstance(value, bool | int | str), term
            seen.add(term)
    assert seen
