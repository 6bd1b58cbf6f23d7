"""What a condition is put together from: what the rules can look at, of which piece or place, and its values as lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from pbem.drawing.templates import environment
from pbem.engine.condition import NUMBER, Value
from pbem.errors import BadScript, NotOnThisPage
from pbem.reports.writing import GAP, OF_LINES, fills_of, spaces_of, terms_of
from pbem.web.seat.conditional_line import (
    FIRST,
    JOINED,
    MOST_ROWS,
    PREFIXES,
    Look,
    apart,
    chosen_look,
)
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer, whole_number

NUMBERS = (*range(21), 25, 30, 40, 50, 75, 100, *range(-1, -11, -1))
SHARES = (25, 40, 50, 60, 70, 75, 80, 90, 110, 125, 150, 200)
"""Percent of another count."""
Named = tuple[str, str]
"""A word, and what it is called."""
SO = (("", "is so"), ("not", "is not so"))
SAME = (("=", "is"), ("!=", "is not"))
MORE = ((">=", "is at least"), ("<=", "is at most"), *SAME)
ALL_LOOKED = 80
"""So many are looked at to learn which words a term can have."""
MOST_LINES = 60


class ConditionRow(Struct, frozen=True):
    """One look as it is chosen, number `n` of its condition, which `prefix` names.

    Attributes:
        gaps: what can stand for each word in capitals. `compared`: how it can be.
        values: headings with what it can be compared with; none where it is so or not.
        shares: of another count.
    """

    prefix: str
    n: int
    look: Look
    terms: Sequence[tuple[str, list[Named]]]
    gaps: Sequence[tuple[str, Sequence[Named]]] = ()
    compared: Sequence[Named] = SO
    values: Sequence[tuple[str, list[Named]]] = ()
    shares: Sequence[int] = ()
    joined: Sequence[str] = JOINED


def rows(
    seat: Seat, text: str = "", prefix: str = "", rolled: bool = True
) -> tuple[list[ConditionRow], str]:
    """The looks of a condition that is shown to be chosen, and its text if it is none that is chosen so.

    Args:
        rolled: there is a last die that it can look at.
    """
    looks = apart(text, terms_of(seat.game.ledger.rules)) if text else []
    typed = text if looks is None else ""
    some = list(looks or ())
    some += [Look()] * (MOST_ROWS - len(some))
    return [condition_row(seat, prefix, n, look, rolled) for n, look in enumerate(some)], typed


def condition_row(
    seat: Seat, prefix: str, n: int, look: Look, after_die: bool = True
) -> ConditionRow:
    """A look of a condition as a row to choose from, with lists of the values that its term can have.

    A term that is true or false needs no value; one with names has a list of them, and a number is compared with a
    number or with another count.
    """
    rules = seat.game.ledger.rules
    terms = terms_of(rules)
    term_rows = _term_list(
        [term for term in terms if after_die or term not in FIRST or term == look.term]
    )
    if look.term not in terms:
        return ConditionRow(prefix, n, Look(look.join), term_rows)
    fills = fills_of(seat.game, seat.side, seat.stand.picture)
    gaps = [(gap, _values_named(seat, gap, fills)) for gap in GAP.findall(look.term)]
    possible_values = list(_values(seat, look.term, fills))
    if not possible_values or isinstance(possible_values[0], bool):
        return ConditionRow(prefix, n, look, term_rows, gaps)
    if isinstance(possible_values[0], str):
        sides = [*rules.sides] if set(possible_values) & set(rules.sides) else []
        words_possible = dict.fromkeys([*map(str, possible_values), *sides, look.value])
        words = [
            (word, rules.sides[word].name if word in sides else word)
            for word in words_possible
            if word
        ]
        return ConditionRow(prefix, n, look, term_rows, gaps, SAME, [("", words)])
    numbers = [str(number) for number in NUMBERS]
    if NUMBER.compiled.fullmatch(look.value) and look.value not in numbers:
        numbers.append(look.value)
    counts = [
        term
        for term in terms
        if not GAP.search(term) and any(type(value) is int for value in _values(seat, term, fills))
    ]
    values = [
        ("A number", [(number, number) for number in numbers]),
        ("Another count", [(term, term) for term in counts if term != look.term]),
    ]
    return ConditionRow(prefix, n, look, term_rows, gaps, MORE, values, SHARES)


def _term_list(known: Sequence[str]) -> list[tuple[str, list[Named]]]:
    """The terms in the order in which they are wanted."""
    every = [(term, GAP.sub("\N{HORIZONTAL ELLIPSIS}", term)) for term in known]
    first = [one for one in every if one[0] in FIRST]
    plain = [one for one in every if not GAP.search(one[0]) and one not in first]
    rest = [one for one in every if GAP.search(one[0])]
    return [("The last die", first), ("By itself", plain), ("Of a place or piece", rest)]


def _values_named(seat: Seat, gap: str, fills: Mapping[str, Sequence[str]]) -> list[Named]:
    """What can stand for a word in capitals, by name."""
    if gap in OF_LINES:
        lines = [option.line for option in seat.stand.options[:MOST_LINES]]
        return [(" ".join(re.findall(r"[\w'.]+", line)), line) for line in lines]
    pieces, places = spaces_of(seat.stand.picture)
    names = {**places, **pieces}
    pairs = [(word, names.get(word, word.replace("_", " "))) for word in fills.get(gap, ())]
    return sorted(pairs, key=lambda one: one[1])


def _values(seat: Seat, term: str, fills: Mapping[str, Sequence[str]]) -> Iterator[Value]:
    """The values that a term has now, for what can fill its gap; none where they cannot be told.

    One word is enough, so a term of words stops at the first.
    """
    look, gaps = seat.game.ledger.look(seat.side), GAP.findall(term)
    if set(gaps) & set(OF_LINES):
        return
    first_fills = [fills.get(gap, ("",))[0] for gap in gaps[1:]]
    for word in fills.get(gaps[0], ())[:ALL_LOOKED] if gaps else ("",):
        words = iter((word, *first_fills))
        text = GAP.sub(lambda _, words=words: next(words), term)  # type: ignore[misc]
        try:
            value = look(tuple(text.split()))
        except BadScript:  # not to be seen by this side
            continue
        yield value
        if not isinstance(value, str):
            return


def fit(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Look `n` of the condition that `prefix` names has another term: its lists stand beside it."""
    prefix, n = words.get("prefix", ""), whole_number(words.get("n", ""))
    if prefix not in PREFIXES or n is None or n >= MOST_ROWS:
        raise NotOnThisPage(why="there is no such condition")
    macros = environment().get_template("desk/condition.html.j2").module
    rolled = words.get("rolls" if prefix else "rolled", "yes") == "yes"
    html: str = macros.look(condition_row(seat, prefix, n, chosen_look(words, prefix, n), rolled))  # type: ignore[attr-defined]
    return seat.answer(more={f"look-{prefix}{n}": html.strip()})


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {"fit": fit}
