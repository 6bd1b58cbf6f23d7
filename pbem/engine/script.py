"""Scripts: order lines prepared in advance, with guards.

One statement a line, or several with `;` between:

    march: parley st_albans +1 until success max 2
    if failed: march: parley st_albans +3
    march york if no enemy at york; else pass
    repeat 2: warwick_y: forage
    stop if enemy at york
    anyway: norfolk: carts
    ask

`pass` does nothing more for now, `ask` stops and asks; so does the end of the script, and a line
that is illegal by then: no line after it runs but the next that says `anyway`. `stop if` is an alarm:
from where it stands on it is looked at before every line, and once it holds nothing more runs.
A policy is a script that begins anew at every request of its kind.

All of it is bounded when it is read, whoever wrote it: what is read runs to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.engine.condition import Condition, Look, parse, shortened
from pbem.errors import BadScript

ASK = "ask"
PASS = "pass"
STOP = "stop"
MOST_TIMES = 20
MOST_STATEMENTS = 200
MOST_CHARACTERS = 600
"""Of one statement; the longest line of a menu with all its group has less than half."""
MOST_ANSWERS = 40
"""Answers of a policy with commas between."""
MOST_RUNS = 1000
"""Lines that a script can run, repeats counted."""
MOST_LOOKS = 400
"""Things that all conditions of a script look at."""


class ScriptLine(Struct, frozen=True):
    """One line with its guards.

    Attributes:
        text: as written. `line`: the order line, or `ask` or `pass`.
        guard: only if this holds. `otherwise`: only if the `if` before it did not hold.
        until: repeat till this holds, at most `most` times.
        anyway: also after a line that could not be carried out. `alarm`: it runs no line, but stops all
            that follow as soon as this holds (a march that is to `stop` here is written `if ...: stop`).
    """

    text: str
    line: str
    guard: Condition | None = None
    otherwise: bool = False
    until: Condition | None = None
    most: int = 1
    anyway: bool = False
    alarm: Condition | None = None

    @property
    def conditions(self) -> Iterator[Condition]:
        """All that decide whether something runs."""
        yield from (one for one in (self.guard, self.until, self.alarm) if one is not None)


class Cursor(Struct):
    """Where a script stands: statement `at`, run `times` so far; `took` is the last `if`'s outcome."""

    at: int = 0
    times: int = 0
    took: bool = True


class Script(Struct, dict=True):
    """A script under way. `text` and `cursor` are all there is to save."""

    text: str
    cursor: Cursor = field(default_factory=Cursor)

    @cached_property
    def statements(self) -> tuple[ScriptLine, ...]:
        return read(self.text)

    def next(self, look: Look) -> ScriptAction:
        """What to do now; see `step`."""
        return next_action(self.statements, self.cursor, look)

    @property
    def over(self) -> bool:
        """Has every statement had its turn? Guards may still skip those that are left."""
        at, last = self.cursor.at, len(self.statements) - 1
        return at > last or (at == last and self.cursor.times >= self.statements[at].most)

    @property
    def terms(self) -> Iterator[tuple[str, ...]]:
        """All that its guards look at."""
        for statement in self.statements:
            for condition in statement.conditions:
                yield from condition.terms


ASK_STANDS = "`ask` stands before them"
"""Why later lines are not carried out where a script says `ask`."""


class ScriptAction(Struct, frozen=True):
    """What a script wants: an order line, `pass`, or `ask` (also at its end).

    Attributes:
        text: the statement that wants it, "" at the end. `at`: its index.
        why: for `ask`, what stopped the script there.
        rung: it was an alarm; `at` and what follows did not run.
    """

    line: str
    text: str = ""
    at: int = -1
    why: str = ASK_STANDS
    rung: bool = False

    @property
    def cannot_tell(self) -> bool:
        """Does it ask because a condition looks at what this side cannot see, and not because `ask` is written there?"""
        return self.why != ASK_STANDS and not self.rung


@lru_cache(maxsize=1024)
def read(script: str) -> tuple[ScriptLine, ...]:
    """All statements of a script. Raises BadScript naming the one that cannot be read.

    A policy is read again at every request of its kind.
    """
    statements: list[ScriptLine] = []
    for part in re.split(r"[;\n]", script):
        text = part.strip()
        if not text or text.startswith("#"):
            continue
        if len(statements) == MOST_STATEMENTS:
            raise _bad(text, f"it is statement {MOST_STATEMENTS + 1}, and that is one too many")
        statements.append(_statement(text))
    _check_count(
        statements,
        sum(statement.most for statement in statements),
        MOST_RUNS,
        "lines with all repeats",
    )
    looks = sum(len(one.terms) for statement in statements for one in statement.conditions)
    _check_count(statements, looks, MOST_LOOKS, "things to look at")
    return tuple(statements)


def script_line(text: str) -> ScriptLine:
    """One statement. Raises BadScript where a text holds another number of them."""
    statements = read(text)
    if len(statements) != 1:
        raise BadScript(text=text, why="a line holds one statement")
    return statements[0]


def _check_count(statements: list[ScriptLine], count: int, most: int, what: str) -> None:
    if count > most:
        raise _bad(statements[0].text, f"this and what follows has {count} {what}, at most {most}")


def _bad(text: str, why: str) -> BadScript:
    return BadScript(text=shortened(text), why=why)


def _statement(text: str) -> ScriptLine:
    """One line of a script, read from both ends: `anyway`, `if` or `else` and `repeat` first, then `max`, `until` and `if` behind."""
    if len(text) > MOST_CHARACTERS:
        raise _bad(text, f"it has {len(text)} characters, and a line has at most {MOST_CHARACTERS}")
    if text.count(",") >= MOST_ANSWERS:
        raise _bad(text, f"it has more than {MOST_ANSWERS} answers with commas between")
    statement = ScriptLine(text, "")
    text_left = " ".join(text.split())
    alarm = re.match(r"(?i)stop if\b ?", text_left)
    if alarm:
        return replace(statement, line=STOP, alarm=parse(text_left[alarm.end() :]))
    anyway = re.match(r"(?i)anyway\b[:,]? ?", text_left)
    if anyway:
        statement, text_left = replace(statement, anyway=True), text_left[anyway.end() :]
        if re.match(r"(?i)else\b", text_left):
            raise _bad(text, "`anyway` and `else` do not go together")
    head = re.match(r"(?i)(else if|if|else)\b ?", text_left)
    if head:
        statement = replace(statement, otherwise=head[1].lower().startswith("else"))
        text_left = text_left[head.end() :]
        if head[1].lower().endswith("if"):
            condition, colon, text_left = text_left.partition(":")
            if not colon:
                raise _bad(text, "after `if` and a condition comes a colon")
            statement = replace(statement, guard=parse(condition))
        else:
            text_left = text_left.removeprefix(":")
    text_left = text_left.strip()
    times = re.match(r"(?i)repeat ([0-9]+) ?: ?", text_left)
    if times:
        statement = replace(statement, most=_count(times[1], text))
        text_left = text_left[times.end() :]
    most = re.search(r"(?i) max ([0-9]+)\Z", text_left)
    if most:
        statement = replace(statement, most=_count(most[1], text))
        text_left = text_left[: most.start()]
    until = re.search(r"(?i) until ", text_left)
    if until:
        statement = replace(statement, until=parse(text_left[until.end() :]))
        statement = replace(statement, most=statement.most if most or times else MOST_TIMES)
        text_left = text_left[: until.start()]
    tail = re.search(r"(?i) if(?: |\Z)", text_left)
    if tail:
        if statement.guard is not None:
            raise _bad(text, "there are two conditions")
        statement = replace(statement, guard=parse(text_left[tail.end() :]))
        text_left = text_left[: tail.start()]
        if text_left.lower() == STOP:
            raise _bad(text, "an alarm stands alone: `stop if ...`, with nothing before it")
    if not text_left.strip():
        raise _bad(text, "the order line is missing")
    return replace(statement, line=" ".join(text_left.split()))


def _count(digits: str, text: str) -> int:
    # Thousands of digits are a number that no program likes to read.
    n = int(digits) if len(digits) <= len(str(MOST_TIMES)) else 0
    if not 1 <= n <= MOST_TIMES:
        raise _bad(text, f"a line can run 1 to {MOST_TIMES} times")
    return n


def next_action(statements: Sequence[ScriptLine], cursor: Cursor, look: Look) -> ScriptAction:
    """The next line of a script; moves the cursor over what it skips, and onto what it runs.

    The cursor counts a line as run; whoever finds it illegal stops the script there. A condition on
    something that is no more, such as a Lord who has left the game, asks its owner; so does an alarm.
    """
    while cursor.at < len(statements):
        alarm = _rung(statements, cursor, look)
        if alarm is not None:
            return alarm
        statement = statements[cursor.at]
        try:
            runs = statement.alarm is None and _runs(statement, cursor, look)
        except BadScript as gone:
            return ScriptAction(ASK, statement.text, cursor.at, str(gone))
        if not runs:
            cursor.at, cursor.times = cursor.at + 1, 0
            continue
        cursor.times += 1
        if statement.line.lower() in (ASK, PASS):
            cursor.at, cursor.times = cursor.at + 1, 0
            return ScriptAction(statement.line.lower(), statement.text, cursor.at - 1)
        return ScriptAction(statement.line, statement.text, cursor.at)
    return ScriptAction(ASK)


def resume(statements: Sequence[ScriptLine], cursor: Cursor, failed: int) -> bool:
    """Statement `failed` could not be carried out: on to the next that says `anyway`. False if there is none."""
    for at in range(failed + 1, len(statements)):
        if statements[at].anyway:
            cursor.at, cursor.times = at, 0
            return True
    return False


def _rung(statements: Sequence[ScriptLine], cursor: Cursor, look: Look) -> ScriptAction | None:
    """The first alarm above the cursor that holds. It is looked for before the next line is read."""
    for at in range(cursor.at):
        alarm = statements[at].alarm
        try:
            why = f"`{statements[at].text}` holds" if alarm and alarm.holds(look) else ""
        except BadScript as gone:
            why = f"`{statements[at].text}` can no longer be decided: {gone}"
        if why:
            return ScriptAction(ASK, statements[at].text, cursor.at, why, rung=True)
    return None


def _runs(now: ScriptLine, cursor: Cursor, look: Look) -> bool:
    """Does the statement at the cursor run now, for the first time or once more?"""
    if cursor.times:
        return cursor.times < now.most and not (now.until is not None and now.until.holds(look))
    if now.otherwise and cursor.took:
        return False
    runs = now.guard is None or now.guard.holds(look)
    if now.guard is not None or now.otherwise:
        cursor.took = runs
    return runs
