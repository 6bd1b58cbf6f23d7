"""Whether an order line is what its author wrote, and which of their lines had their turn (PROTOCOL.md, section 18).

One function for client, GM and reader: where nobody but the GM plays the rules, a line that this does not take is
never carried out, so no honest GM does what a player's program then calls a lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.decision import PASSING
from pbem.engine.notation import EVERYBODY, fits_name, named, squash, words_of
from pbem.engine.script import ASK, PASS, ScriptLine

Called = Mapping[str, str]
"""A word of order lines to the names by which players call it (`vocabulary.short_forms`)."""
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


def meaning(typed: str, line: str, names: Called) -> Meaning:
    """Is `line` what a statement says, taken without its frame (`if`, `until`, `anyway`, ...)?

    Args:
        typed: `Statement.line`. line: as the log has it, spelled out.
    """
    if typed.lower() == PASS and line.lower() != PASS:
        return Meaning.SHORT if line.split()[-1] in PASSING else Meaning.NONE
    match = _whole(typed, line, names)
    if not match and "," in typed:
        parts = [_whole(part, line, names) for part in typed.split(",")]
        return Meaning.SHORT if any(parts) else Meaning.NONE
    return match


def _whole(typed: str, line: str, names: Called) -> Meaning:
    if squash(typed) == squash(line):
        return Meaning.EXACT
    head, _, tail = re.sub(r"(?i) with ", " with ", typed.strip()).partition(" with ")
    line_head, _, line_tail = line.partition(" with ")
    match = _head(words_of(head), line_head.replace(":", " ").split(), names)
    if not match or not tail:
        return match if not line_tail else Meaning.NONE
    if squash(tail) in EVERYBODY:
        return Meaning.SHORT
    group = line_tail.split()
    if not group or named(tail, group, names) != set(group):
        return Meaning.NONE
    typed_words = sorted(words_of(tail.replace(" and ", " ")))
    return match if typed_words == sorted(words_of(line_tail)) else Meaning.SHORT


def _head(typed: Sequence[str], words: Sequence[str], names: Called) -> Meaning:
    if _is_spelled_by(typed, words, partial(_stand_for, names=names, whole=True), gaps=False):
        return Meaning.EXACT
    if any(
        _is_spelled_by(typed, words, partial(_stand_for, names=names), gaps)
        for gaps in (False, True)
    ):
        return Meaning.SHORT
    alone = len(typed) == 1 and not any(_never_added(word) for word in words)
    short = alone and any(_stand_for(typed, word, names) for word in words)
    return Meaning.SHORT if short else Meaning.NONE


def _is_spelled_by(
    typed: Sequence[str],
    words: Sequence[str],
    stands: Callable[[Sequence[str], str], bool],
    gaps: bool,
) -> bool:
    """Do the typed words stand for those of a line, in order? `parley london` does for `march parley london`, with gaps.

    Args:
        stands: do these typed words stand for this one word?
        gaps: some words of the line can be left out, but not after the last one that was typed.
    """
    counts_used = {0}  # how many typed words may be used up before the next word of the line
    for word in words:
        counts_after = set(counts_used) if gaps and not _never_added(word) else set()
        counts_after.discard(len(typed))
        for used in counts_used:
            for n in range(1, min(MOST_PARTS, len(typed) - used) + 1):
                if stands(typed[used : used + n], word):
                    counts_after.add(used + n)
        counts_used = counts_after
    return len(typed) in counts_used


def _stand_for(typed: Sequence[str], word: str, names: Called, whole: bool = False) -> bool:
    """Are these typed words one word of a line, its beginning, or a name of it? With `whole` a beginning does not
    count.

    A word that declines something never begins another: `no` is not `norfolk`.
    """
    parts = words_of(word)
    name = names.get(word, "")
    if "".join(parts) == "".join(typed) or list(typed) == words_of(name):
        return True
    if whole or (len(typed) == 1 and typed[0] in PASSING):
        return False
    if "".join(parts).startswith("".join(typed)):
        return True
    if len(typed) <= len(parts) and all(
        part.startswith(beginning) for beginning, part in zip(typed, parts, strict=False)
    ):
        return True
    return fits_name(typed, name)


def _never_added(word: str) -> bool:
    """What costs more or does something else is never left out."""
    return word.startswith("+") or word in NEVER_ADDED


def policy_meaning(statements: Sequence[ScriptLine], line: str, names: Called) -> Meaning:
    """Is `line` something that a policy or script can say? Its words may stand in any order. Whom the line takes
    along, and what it costs more, they have to name."""
    matches = [_answer_meaning(one.line, line, names) for one in statements if one.alarm is None]
    return max(matches, key=lambda one: one.value, default=Meaning.NONE)


def _answer_meaning(typed: str, line: str, names: Called) -> Meaning:
    """How well a typed answer fits the line that was carried out: exactly, as a short form of it, or not at all."""
    if ASK in (typed.lower().split(" ")[0], line):
        both_ask = typed.lower().split(" ")[0] == ASK == line
        return Meaning.EXACT if both_ask else Meaning.NONE
    match = meaning(typed, line, names)
    if match:
        return match
    line_words = [*map(squash, line.replace(":", " ").split()), *words_of(line)]
    for part in typed.split(","):
        if part.strip().lower() == PASS and line.split()[-1] in PASSING:
            return Meaning.SHORT
        words = part.lower().replace(":", " ").removesuffix(" with all").split()
        words_wanted = [word for word in map(squash, words) if word and word != "all"]
        if _takes_more(part.lower(), line):
            continue
        if words_wanted and all(
            any(_begins(word, has) for has in line_words) for word in words_wanted
        ):
            return Meaning.SHORT
    return Meaning.NONE


def _takes_more(typed: str, line: str) -> bool:
    """Does a line cost more than an answer says, or take along whom it does not name?"""
    along = " with " in line and not re.search(r"\bwith +all\Z", typed.strip())
    return along or any(word.startswith("+") and word not in typed.split() for word in line.split())


def _begins(typed: str, word: str) -> bool:
    return typed == word if typed in PASSING else word.startswith(typed)


class Turn(Struct, frozen=True):
    """A place of an order (from 1) that may have its turn next, and whether the last `if` held."""

    place: int
    took: bool


def after_line(
    statements: Sequence[ScriptLine | None], place: int, times: int, took: bool
) -> set[Turn]:
    """What may have its turn after a statement that was carried out so many times, besides itself."""
    statement = statements[place - 1]
    if statement is None:
        return {Turn(place, took)}
    plain = statement.line.lower() == PASS
    over = plain or times >= statement.most or statement.until is not None
    turns = {Turn(place + 1, took)} if over else set()
    if not plain and times < statement.most:  # once more, and it failed
        turns |= _goes_on(statements, Turn(place, took))
    return turns


def reach(statements: Sequence[ScriptLine | None], turns: set[Turn], upto: int) -> set[bool]:
    """What the last `if` may have been as statement `upto` had its turn, where none between was carried out.

    Both truths where nobody can tell; nothing where that statement cannot have had its turn. What has no condition ran
    or failed, and after what failed the order goes on only with a line that says `anyway`. Of a chain of `if`, `else
    if` and `else` one is carried out and no other; a last `else` is not passed over with all the others.

    Args:
        statements: of the order; None for padding, of which the first ends it.
        turns: where the order may have gone on from.
    """
    outcomes, turns_left = set[bool](), set(turns)
    while turns_left:
        turn = turns_left.pop()
        statement = statements[turn.place - 1] if turn.place < upto else None
        if turn.place == upto or (turn.place < upto and statement is None):
            outcomes.add(turn.took)
        elif statement is not None:
            turns_left |= _turns_after(statements, statement, turn)
    return outcomes


def _turns_after(
    statements: Sequence[ScriptLine | None], statement: ScriptLine, now: Turn
) -> set[Turn]:
    """What may come after a statement that had its turn and was not carried out."""
    over = Turn(now.place + 1, now.took)
    if statement.alarm is not None or (statement.otherwise and now.took):
        return {over}
    if statement.guard is None and not statement.otherwise:
        return _goes_on(statements, now)
    turns = _goes_on(statements, replace(now, took=True))
    return turns | {replace(over, took=False)} if statement.guard is not None else turns


def _goes_on(statements: Sequence[ScriptLine | None], failed: Turn) -> set[Turn]:
    """The next statement that says `anyway`, if there is one."""
    for place in range(failed.place + 1, len(statements) + 1):
        statement = statements[place - 1]
        if statement is not None and statement.anyway:
            return {Turn(place, failed.took)}
    return set()
