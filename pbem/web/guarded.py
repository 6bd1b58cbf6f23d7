"""A line with its conditions, put together from what was chosen and taken apart again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from pbem.engine.picture import Picture
from pbem.engine.script import Statement

NAME = re.compile(r"\b[A-Z]{3,}\b")
"""What stands for a name in a term: `enemy at PLACE`."""
PLACES = ("PLACE", "AREA", "TERRITORY", "REGION")
WHEN = {
    "": "always",
    "if": "only if",
    "else": "only if the `if` before it did not hold",
    "else if": "else, if",
}
COMPARED = {
    "": "holds",
    "not": "does not hold",
    ">=": "is at least",
    "<=": "is at most",
    "=": "is",
    "!=": "is not",
}


class Guards(Struct, frozen=True):
    """What decides whether a line runs; see `engine.script`.

    Attributes:
        when: "" (always), `if`, `else` or `else if`. `condition`: of that `if`.
        until: repeated till this holds, at most `most` times. `anyway`: also after a line that failed.
    """

    when: str = ""
    condition: str = ""
    until: str = ""
    most: int = 1
    anyway: bool = False


def guards_of(statement: Statement) -> Guards:
    """The guards of a statement that is no alarm."""
    when = " ".join(
        word
        for word in ("else" * statement.otherwise, "if" * (statement.guard is not None))
        if word
    )
    return Guards(
        when,
        statement.guard.text.strip() if statement.guard is not None else "",
        statement.until.text.strip() if statement.until is not None else "",
        statement.most,
        statement.anyway,
    )


def written(line: str, guards: Guards) -> str:
    """The line with its guards, as `engine.script` reads it."""
    text = line
    if guards.until:
        text = f"{text} until {guards.until} max {guards.most}"
    elif guards.most > 1:
        text = f"repeat {guards.most}: {text}"
    if guards.when in ("if", "else if"):
        text = f"{guards.when} {guards.condition}: {text}"
    elif guards.when:
        text = f"{guards.when}: {text}"
    return f"anyway: {text}" if guards.anyway else text


def condition(words: Mapping[str, str]) -> str:
    """What was chosen: `typed` as it is, else a `term` with its `name`, compared (`is`) with a `value`."""
    typed = words.get("typed", "").strip()
    if typed:
        return typed
    term, name = words.get("term", ""), words.get("name", "")
    term = NAME.sub(name, term).strip()
    how, value = words.get("is", ""), words.get("value", "").strip()
    if not term or not how:
        return term
    return f"not {term}" if how == "not" else f"{term} {how} {value}"


def terms(known: str) -> list[str]:
    """The terms of a game, as it lists them, each once; the last die first."""
    every = [" ".join(re.sub(r"\(.*?\)", "", one).split()) for one in known.split(",")]
    first = [one for one in ("failed", "success") if one in every]
    return list(dict.fromkeys([*first, *(one for one in every if one)]))


def names(picture: Picture) -> Sequence[tuple[str, list[tuple[str, str]]]]:
    """What can stand for a name in a term: headings with ids and names."""
    places = [(space.id, space.name) for space in picture.spaces]
    pieces = {piece.id: piece.name for space in picture.spaces for piece in space.pieces}
    return [("Places", places), ("Pieces", list(pieces.items()))]
