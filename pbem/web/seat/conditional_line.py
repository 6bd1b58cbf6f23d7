"""A line with its conditions, put together from what was chosen and taken apart again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from pbem.engine.condition import NUMBER
from pbem.engine.script import ScriptLine
from pbem.reports.writing import GAP
from pbem.web.server.page import whole_number

FIRST = ("failed", "success")
"""The terms of the last die."""
JOINED = ("and", "or")
MOST_ROWS = 3
"""So many looks are joined by choosing."""
PREFIXES = ("", "until-")
"""Of the names under which a condition is chosen: when a line runs, and until when it is repeated."""
WHEN = {
    "": "in any case",
    "failed": "if the roll before it failed",
    "success": "if the roll before it succeeded",
    "else": "else: if the condition before it did not hold",
    "if": "only if ...",
    "else if": "else, and only if ...",
}
AGAIN = {
    "": "once",
    "success": "again and again, until its roll succeeds",
    "until": "again and again, until something holds ...",
    "times": "several times, whatever comes of it",
}


class LineOffers(NamedTuple):
    """What can mean something for a line.

    Attributes:
        rolled: a die is rolled before it. `rolls`: for itself. `split`: a line before it has a condition.
    """

    rolled: bool = True
    rolls: bool = True
    split: bool = True

    def when(self, now: str) -> dict[str, str]:
        """Of `WHEN`, and what it says `now`."""
        out = set() if self.rolled else {*FIRST}
        out |= set() if self.split else {"else", "else if"}
        return {id: words for id, words in WHEN.items() if id == now or id not in out}

    def again(self, now: str) -> dict[str, str]:
        """Of `AGAIN`, and what it says `now`."""
        return {
            id: words
            for id, words in AGAIN.items()
            if id in ("", now) or id != "success" or self.rolls
        }


class Look(Struct, frozen=True):
    """One thing that a condition looks at.

    Attributes:
        join: `and` or `or`, with what stands before it. `names`: what stands for the words in capitals of `term`.
        how: "" (it is so), `not`, or how it is compared with `value`, or with `share` percent of that.
    """

    join: str = ""
    term: str = ""
    names: tuple[str, ...] = ()
    how: str = ""
    share: str = ""
    value: str = ""

    @property
    def text(self) -> str:
        names_left = list(self.names)
        term = GAP.sub(lambda _: names_left.pop(0) if names_left else "", self.term).strip()
        if not term or self.how in ("", "not"):
            return f"not {term}" if self.how else term
        share = (
            f"{self.share}% of " if self.share and not NUMBER.compiled.fullmatch(self.value) else ""
        )
        return f"{term} {self.how} {share}{self.value}"


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


def guards_of(statement: ScriptLine) -> Guards:
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


def guarded_line(line: str, guards: Guards) -> str:
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


def when_of(guards: Guards) -> str:
    """Which of `WHEN` that is."""
    if guards.when == "if" and guards.condition in WHEN:
        return guards.condition
    return guards.when


def again_of(guards: Guards) -> str:
    """Which of `AGAIN` that is."""
    if guards.until:
        return guards.until if guards.until in AGAIN else "until"
    return "times" if guards.most > 1 else ""


def guards(words: Mapping[str, str]) -> Guards:
    """The guards that were chosen; what is chosen for another way than the one picked counts for nothing."""
    when, again = words.get("when", ""), words.get("again", "")
    if when in ("failed", "success"):
        when, holds = "if", when
    else:
        holds = condition(words) if when.endswith("if") else ""
    until = condition(words, PREFIXES[1]) if again == "until" else again * (again == "success")
    most = whole_number(words.get("most", "")) or 1
    return Guards(when, holds, until, most if again else 1, bool(words.get("anyway")))


def condition(words: Mapping[str, str], prefix: str = "") -> str:
    """What was chosen, else what was `typed`."""
    looks = [look for n in range(MOST_ROWS) if (look := chosen_look(words, prefix, n)).term]
    return condition_text(looks) or words.get(f"{prefix}typed", "").strip()


def chosen_look(words: Mapping[str, str], prefix: str, n: int) -> Look:
    """Look number `n` of the condition that `prefix` names; an empty one if none was chosen."""

    def said(name: str) -> str:
        return words.get(f"{prefix}{name}{n or ''}", "").strip()

    term = said("term")
    names = [said(name) for name in ("name", "also")][: len(GAP.findall(term))]
    how = said("is")
    return Look(said("join"), term, tuple(names), how, said("share"), said("value"))


def condition_text(looks: Sequence[Look]) -> str:
    """They hold from left to right: brackets where `and` would bind what `or` has joined before."""
    text, either = "", False
    for look in looks:
        if not text:
            text = look.text
            continue
        join = look.join or JOINED[0]
        text = f"({text})" if either and join == "and" else text
        either = join == "or" or (either and join != "and")
        text = f"{text} {join} {look.text}"
    return text


def apart(text: str, known: Sequence[str]) -> list[Look] | None:
    """The looks that a condition is joined from; None if it is none that can be chosen so.

    Args:
        known: the terms that there are.
    """
    parts = re.split(r" (and|or) ", f" and {text.strip()}")[1:]
    looks = []
    for join, part in zip(parts[::2], parts[1::2], strict=True):
        term_look = next((look for term in known if (look := _look(join, part, term))), None)
        if term_look is None:
            return None
        looks.append(term_look)
    same = condition_text(looks).split() == text.split()
    return looks if same and len(looks) <= MOST_ROWS else None


def _look(join: str, part: str, term: str) -> Look | None:
    """A part of a condition as a look at this term; None if it is none."""
    shape = "([^ ]+)".join(map(re.escape, GAP.split(term)))
    compared = r"(?: (>=|<=|!=|=) (?:(\d+)% of )?(.+))?"
    match = re.fullmatch(rf"((?:not|no) )?{shape}{compared}", part.strip())
    if match is None:
        return None
    no, *names, how, share, value = match.groups(default="")
    if no and how:
        return None
    return Look(join, term, tuple(names), "not" if no else how, share, value)
