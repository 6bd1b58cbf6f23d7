"""Menus for reading: lines that differ only in how much more is spent stand together.

    march: parley bedford [+1] [+3]    costs 3/4/6, succeeds on 1-2/1-3/1-4

Only for the eye: every line stays legal as it is, and JSON lists them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from pbem.engine.request import Option

MORE = re.compile(r" (\+\d+)(?= |\Z)")


@dataclass(frozen=True)
class Shown:
    """One row of a menu. `lines`: how many order lines it stands for."""

    text: str
    rule: str = ""
    note: str = ""
    lines: int = 1


def grouped(options: Iterable[Option]) -> list[Shown]:
    """The rows of a menu, in its order."""
    rows: list[list[Option]] = []
    for option in options:
        if rows and _same(rows[-1][0], option) and _notes([*rows[-1], option]) is not None:
            rows[-1].append(option)
        else:
            rows.append([option])
    return [_row(row) for row in rows]


def _same(plain: Option, option: Option) -> bool:
    """Is this the plain line with more spent?"""
    if MORE.search(plain.line) or not MORE.search(option.line):
        return False
    less = replace(option, line=MORE.sub("", option.line), note=plain.note)
    return less == plain


def _row(options: list[Option]) -> Shown:
    plain = options[0]
    more = [MORE.findall(option.line)[0] for option in options[1:]]
    spent = "".join(f" [{words}]" for words in more)
    at = next(
        (found.start() for o in options[1:] for found in [MORE.search(o.line)] if found), None
    )
    line = plain.line if at is None else plain.line[:at] + spent + plain.line[at:]
    text = replace(plain, line=line).display()
    return Shown(text, plain.rule, _notes(options) or plain.note, len(options))


def _notes(options: list[Option]) -> str | None:
    """The notes in one, what differs with strokes between; None if they are of different make."""
    parts = [option.note.split(", ") for option in options]
    merged = []
    for same in zip_longest(*parts):
        if None in same:
            return None
        merged.append(_merged([str(part) for part in same]))
    return ", ".join(merged)


def _merged(parts: list[str]) -> str:
    if len(set(parts)) == 1:
        return parts[0]
    words = [part.split(" ") for part in parts]
    if len({len(some) for some in words}) > 1:
        return "/".join(parts)
    told = []
    for same in zip(*words, strict=True):
        told.append(same[0] if len(set(same)) == 1 else _strokes(list(same)))
    return " ".join(told)


def _strokes(words: list[str]) -> str:
    """`1-2/1-3/1-4;` with what they all end in, such as a semicolon, once."""
    tail = (
        words[0][-1] if words[0][-1] in ";." and all(w[-1] == words[0][-1] for w in words) else ""
    )
    return "/".join(word.removesuffix(tail) for word in words) + tail
