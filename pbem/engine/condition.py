"""Conditions in scripts and policies: `enemy at york`, `coin march >= 2`, `strength >= 70% of enemy`.

    condition := both ("or" both)*          both := single ("and" single)*
    single    := ("not" | "no") single | "(" condition ")" | term [compare value]
    value     := number | number "%" "of" term | term

A term is a run of words, with names as they are printed, such as `Norfolk (4)` and `Richard of York`; the rule
set says what it means for the side that wrote it (`Look`). It is given nothing that this side may not know, so
no condition can reveal a secret.

Length, nesting and digits are bounded when a condition is read, so that deciding one always ends,
and with yes or no.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from pbem.engine.notation import squash
from pbem.errors import BadScript
from pbem.patterns import Pattern

Value = int | bool | str
Look = Callable[[tuple[str, ...]], Value]
"""What a term means now. Raises BadScript for a term that the rule set does not know."""

MOST_TOKENS = 120
MOST_TERMS = 20
MOST_NESTED = 8
MOST_DIGITS = 6
TOKEN = Pattern(r"(>=|<=|!=|=|<|>|\(|\)|%)|(-?[0-9]+(?:\.[0-9]+)?)|([A-Za-z_][\w'.]*)|\s+|(.)")
NUMBER = Pattern(r"-?[0-9]+(\.[0-9]+)?")
COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
IN_NAME = Pattern(r"\( (\d{1,2}) \)")
"""The number in a name, as `Norfolk (4)`."""
STOP = {"and", "or", "(", ")", "of"} | set(COMPARE) | {"=", "!=", "%"}


class Condition(Struct, frozen=True):
    """A condition that has been read; `holds(look)` decides it. `terms`: all it may look at."""

    text: str
    test: Callable[[Look], bool]
    terms: tuple[tuple[str, ...], ...]

    def holds(self, look: Look) -> bool:
        return self.test(look)


def parse(text: str) -> Condition:
    """Read a condition. Raises BadScript with the place where it stops making sense."""
    reader = _Reader(text)
    test = reader.either()
    if reader.at < len(reader.tokens):
        raise reader.bad(f"`{reader.tokens[reader.at]}` is not expected here")
    return Condition(text, test, tuple(reader.terms))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.nested = 0
        self.tokens: list[str] = []
        self.terms: list[tuple[str, ...]] = []
        for token in TOKEN.compiled.finditer(text):
            if token[4]:
                raise self.bad(f"`{token[4]}` cannot be read")
            if token[2] and sum(map(str.isdigit, token[2])) > MOST_DIGITS:
                raise self.bad(f"a number has at most {MOST_DIGITS} digits")
            if token.lastindex:
                self.tokens.append(token[0])
            if len(self.tokens) > MOST_TOKENS:
                raise self.bad(f"a condition has at most {MOST_TOKENS} words and signs")

    def bad(self, why: str) -> BadScript:
        return BadScript(text=shortened(self.text), why=why)

    def peek(self) -> str:
        return self.tokens[self.at].lower() if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def either(self) -> Callable[[Look], bool]:
        tests = [self.both()]
        while self.peek() == "or":
            self.take()
            tests.append(self.both())
        return lambda look: any(test(look) for test in tests)

    def both(self) -> Callable[[Look], bool]:
        tests = [self.single()]
        while self.peek() == "and":
            self.take()
            tests.append(self.single())
        return lambda look: all(test(look) for test in tests)

    def single(self) -> Callable[[Look], bool]:
        """Read one test of a condition: `not` and its test, a bracket, a value alone, or two values compared."""
        if self.peek() in ("not", "no"):
            test = self.inner(self.single)
            return lambda look: not test(look)
        if self.peek() == "(":
            test = self.inner(self.either)
            if self.take() != ")":
                raise self.bad("a bracket is not closed")
            return test
        left_value = self.value()
        sign = self.peek()
        if sign not in COMPARE and sign not in ("=", "!="):
            return lambda look: bool(left_value(look))
        self.take()
        right = self.value(bare=sign in ("=", "!="))
        if sign in ("=", "!="):
            return lambda look: (left_value(look) == right(look)) == (sign == "=")
        return lambda look: COMPARE[sign](_number(left_value(look)), _number(right(look)))

    def inner(self, read_test: Callable[[], Callable[[Look], bool]]) -> Callable[[Look], bool]:
        """What a `not` or a bracket holds."""
        self.nested += 1
        if self.nested > MOST_NESTED:
            raise self.bad(f"`not` and brackets are nested at most {MOST_NESTED} deep")
        self.take()
        test = read_test()
        self.nested -= 1
        return test

    def value(self, bare: bool = False) -> Callable[[Look], Value]:
        """Read a number, a share of a term, or a term; after `=` one unknown word stands for itself."""
        token = self.peek()
        if NUMBER.compiled.fullmatch(token):
            self.take()
            percent = self.peek() == "%"
            if percent:
                self.take()
            if self.peek() == "of":
                self.take()
                share = round(float(token) * (1 if percent else 100))
                term = self.term()
                return lambda look: -(-_number(look(term)) * share // 100)
            if percent or "." in token:
                raise self.bad(f"`{token}{'%' * percent}` of what? Write `70% of enemy`")
            number = int(token)
            return lambda look: number
        words = self.term()
        if bare and len(words) == 1:
            self.terms.pop()
            return lambda look: words[0]
        return lambda look: look(words)

    def term(self) -> tuple[str, ...]:
        words: list[str] = []
        while self.peek():
            if words and (
                number := IN_NAME.compiled.fullmatch(" ".join(self.tokens[self.at :][:3]))
            ):
                self.at += 3
                words.append(number[1])
            elif (words and self.peek() == "of") or self.peek() not in STOP:
                words.append(self.take())
            else:
                break
        if not words:
            raise self.bad("something to look at is missing")
        self.terms.append(tuple(words))
        if len(self.terms) > MOST_TERMS:
            raise self.bad(f"a condition looks at {MOST_TERMS} things at most")
        return tuple(words)


def shortened(text: str) -> str:
    """A text as a refusal quotes it: whole words from its beginning, if it is very long."""
    return text if len(text) <= 200 else f"{text[:60].rpartition(' ')[0] or text[:60]} ..."


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0


class Spellings(dict[str, Sequence[str]]):
    """Ids to names that are asked for again and again: how they are spelled is worked out once."""

    @cached_property
    def read(self) -> tuple[list[str], list[list[str]]]:
        """The spellings in their order, and whose each is."""
        ids_by_spelling: dict[str, list[str]] = {}
        for id, names in self.items():
            for spelling in dict.fromkeys(map(squash, names)):
                ids_by_spelling.setdefault(spelling, []).append(id)
        order = sorted(ids_by_spelling)
        return order, [ids_by_spelling[one] for one in order]

    def begun(self, beginning: str) -> Iterator[tuple[str, list[str]]]:
        """The spellings that begin so, that itself first."""
        order, whose = self.read
        for at in range(bisect_left(order, beginning), len(order)):
            if not order[at].startswith(beginning):
                return
            yield order[at], whose[at]


def id_named(
    words: Sequence[str],
    names_by_id: Mapping[str, Sequence[str]],
    term: Sequence[str],
    kind_words: str,
) -> str:
    """The id that somebody means in a term: by one of its names, or as the only one that begins so.

    Args:
        names_by_id: id to names; `Spellings` where they stay the same. `term`: the whole term, `kind_words`: what is looked for,
            both for the error.

    Raises:
        BadScript: none or several.
    """
    squashed_words = squash(" ".join(words))
    spellings = names_by_id if isinstance(names_by_id, Spellings) else Spellings(names_by_id)
    some = list(spellings.begun(squashed_words))
    exact = [id for name, ids in some[:1] if name == squashed_words for id in ids]
    begun = list(dict.fromkeys(id for _, ids in some for id in ids)) if squashed_words else []
    for ids in (exact, begun):
        if len(ids) == 1:
            return ids[0]
    raise BadScript(text=" ".join(term), why=f"`{' '.join(words)}` is no {kind_words}")
