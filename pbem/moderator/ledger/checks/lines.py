"""Whether an order line is what its author wrote, and which of their lines had their turn (PROTOCOL.md, section 18).

One function for client, GM and reader: where nobody but the GM plays the rules, a line that this does not take is
never carried out, so no honest GM does what a player's program then calls a lie.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum

from pbem.engine.decision import PASSING
from pbem.engine.notation import EVERYBODY, fits_name, named, squash, words_of
from pbem.engine.script import ASK, PASS, Statement

Called = Mapping[str, str]
"""A word of order lines to the names by which players call it (`RuleSet.called`)."""
NEVER_ADDED = ("all",)
MOST_PARTS = 8
"""Words typed for one word of a line: its parts, or those of a name."""


class Meaning(Enum):
    """How a statement fits an order line. Truthy if it does."""

    NONE = 0
    SHORT = 1
    EXACT = 2

    def __bool__(self) -> bool:
        return self is not Meaning.NONE


def meaning(typed: str, line: str, called: Called) -> Meaning:
    """Is `line` what a statement says, taken without its frame (`if`, `until`, `anyway`, ...)?

    Args:
        typed: `Statement.line`. line: as the log has it, spelled out.
    """
    if typed.lower() == PASS:
        return Meaning.EXACT if line.split()[-1] in PASSING else Meaning.NONE
    found = _whole(typed, line, called)
    if not found and "," in typed:
        parts = [_whole(part, line, called) for part in typed.split(",")]
        return Meaning.SHORT if any(parts) else Meaning.NONE
    return found


def _whole(typed: str, line: str, called: Called) -> Meaning:
    if squash(typed) == squash(line):
        return Meaning.EXACT
    head, _, tail = re.sub(r"(?i) with ", " with ", typed.strip()).partition(" with ")
    line_head, _, line_tail = line.partition(" with ")
    found = _head(words_of(head), line_head.replace(":", " ").split(), called)
    if not found or not tail:
        return found if not line_tail else Meaning.NONE
    if squash(tail) in EVERYBODY:
        return Meaning.SHORT
    group = line_tail.split()
    return found if group and named(tail, group) == set(group) else Meaning.NONE


def _head(typed: Sequence[str], wanted: Sequence[str], called: Called) -> Meaning:
    if _spelled(typed, wanted, called, gaps=False):
        return Meaning.EXACT
    if _spelled(typed, wanted, called, gaps=True):
        return Meaning.SHORT
    alone = len(typed) == 1 and not any(_never_added(word) for word in wanted)
    short = alone and any(_stand_for(typed, word, called) for word in wanted)
    return Meaning.SHORT if short else Meaning.NONE


def _spelled(typed: Sequence[str], wanted: Sequence[str], called: Called, gaps: bool) -> bool:
    """Do the words typed stand for those of a line, in order? With `gaps` some may be left out, but not behind the
    last one that was typed."""
    reached = {0}  # how many typed words may be used up before the next word of the line
    for word in wanted:
        after = set(reached) if gaps and not _never_added(word) else set()
        after.discard(len(typed))
        for used in reached:
            for n in range(1, min(MOST_PARTS, len(typed) - used) + 1):
                if _stand_for(typed[used : used + n], word, called):
                    after.add(used + n)
        reached = after
    return len(typed) in reached


def _stand_for(typed: Sequence[str], word: str, called: Called) -> bool:
    """Are these typed words one word of a line, its beginning, or a name of it?"""
    parts = words_of(word)
    if "".join(parts).startswith("".join(typed)):
        return True
    if len(typed) <= len(parts) and all(
        part.startswith(one) for one, part in zip(typed, parts, strict=False)
    ):
        return True
    return fits_name(typed, called.get(word, ""))


def _never_added(word: str) -> bool:
    """What costs more or does something else is never left out."""
    return word.startswith("+") or word in NEVER_ADDED


def policy_meaning(statements: Sequence[Statement], line: str, called: Called) -> Meaning:
    """Is `line` something that a policy or script can say? Its words may stand in any order."""
    found = [_answer(one.line, line, called) for one in statements if one.alarm is None]
    return max(found, key=lambda one: one.value, default=Meaning.NONE)


def _answer(typed: str, line: str, called: Called) -> Meaning:
    if ASK in (typed.lower().split(" ")[0], line):
        both = typed.lower().split(" ")[0] == ASK == line
        return Meaning.EXACT if both else Meaning.NONE
    found = meaning(typed, line, called)
    if found:
        return found
    there = [*map(squash, line.replace(":", " ").split()), *words_of(line)]
    for part in typed.split(","):
        if part.strip().lower() == PASS and line.split()[-1] in PASSING:
            return Meaning.SHORT
        words = part.lower().replace(":", " ").removesuffix(" with all").split()
        wanted = [word for word in map(squash, words) if word and word != "all"]
        if wanted and all(any(has.startswith(word) for has in there) for word in wanted):
            return Meaning.SHORT
    return Meaning.NONE


def passes_over(statements: Sequence[Statement | None], after: int, upto: int) -> int:
    """The first statement that had to have its turn and had none, 0 if there is no such one.

    Between place `after` and place `upto` of an order (from 1) nothing ran. What has no condition ran or failed, and
    after what failed the order goes on only with a line that says `anyway`.

    Args:
        statements: of the order; None for padding, of which the first ends it.
        after: the last place that ran, 0 if none. upto: the next that had its turn.
    """
    place = after + 1
    while place < upto:
        one = statements[place - 1]
        if one is None:
            return 0
        if one.alarm is not None or one.guard is not None or one.otherwise:
            place += 1
            continue
        behind = (
            at
            for at in range(place + 1, min(upto, len(statements)) + 1)
            if (next_one := statements[at - 1]) is not None and next_one.anyway
        )
        goes_on = next(behind, 0)
        if not goes_on:
            return place
        place = goes_on
    return 0
