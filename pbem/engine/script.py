"""Scripts: order lines prepared in advance, with guards (DESIGN section 5).

One statement a line, or several with `;` between:

    march: parley st_albans +1 until success max 2
    if failed: march: parley st_albans +3
    march york if no enemy at york; else pass
    repeat 2: warwick_y: forage
    ask

`pass` does nothing more for now, `ask` stops and asks; so does the end of the script, and a line
that is illegal by then. A policy is a script that begins anew at every request of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pbem.engine.condition import Condition, Look, parse
from pbem.errors import BadScript

ASK = "ask"
PASS = "pass"
MOST_TIMES = 20


class Statement(NamedTuple):
    """One line with its guards.

    Attributes:
        text: as written. `line`: the order line, or `ask` or `pass`.
        guard: only if this holds. `otherwise`: only if the `if` before it did not hold.
        until: repeat till this holds, at most `most` times.
    """

    text: str
    line: str
    guard: Condition | None = None
    otherwise: bool = False
    until: Condition | None = None
    most: int = 1


@dataclass
class Cursor:
    """Where a script stands: statement `at`, run `times` so far; `took` is the last `if`'s outcome."""

    at: int = 0
    times: int = 0
    took: bool = True


@dataclass
class Script:
    """A script under way. `text` and `cursor` are all there is to save."""

    text: str
    cursor: Cursor = field(default_factory=Cursor)

    @cached_property
    def statements(self) -> list[Statement]:
        return read(self.text)

    def next(self, look: Look) -> Step:
        """What to do now; see `step`."""
        return step(self.statements, self.cursor, look)

    @property
    def over(self) -> bool:
        """Has every statement had its turn? Guards may still skip those that are left."""
        at, last = self.cursor.at, len(self.statements) - 1
        return at > last or (at == last and self.cursor.times >= self.statements[at].most)

    @property
    def left(self) -> tuple[str, ...]:
        """Statements from the one that ran last, or runs next."""
        return tuple(statement.text for statement in self.statements[self.cursor.at :])

    @property
    def terms(self) -> Iterator[tuple[str, ...]]:
        """All that its guards look at."""
        for statement in self.statements:
            for condition in (statement.guard, statement.until):
                yield from condition.terms if condition is not None else ()


class Step(NamedTuple):
    """What a script wants: an order line, `pass`, or `ask` (also at its end).

    Attributes:
        text: the statement that wants it, "" at the end. `at`: its index.
    """

    line: str
    text: str = ""
    at: int = -1


def read(script: str) -> list[Statement]:
    """All statements of a script. Raises BadScript naming the one that cannot be read."""
    parts = [part.strip() for part in re.split(r"[;\n]", script)]
    return [_statement(part) for part in parts if part and not part.startswith("#")]


def _statement(text: str) -> Statement:
    made = Statement(text, "")
    rest = text
    head = re.match(r"(?i)(else\s+if|if|else)\b\s*", rest)
    if head:
        made = made._replace(otherwise=head[1].lower().startswith("else"))
        rest = rest[head.end() :]
        if head[1].lower().endswith("if"):
            condition, colon, rest = rest.partition(":")
            if not colon:
                raise BadScript(text=text, why="after `if` and a condition comes a colon")
            made = made._replace(guard=parse(condition))
        else:
            rest = rest.removeprefix(":")
    rest = rest.strip()
    times = re.match(r"(?i)repeat\s+(\d+)\s*:\s*", rest)
    if times:
        made = made._replace(most=_count(int(times[1]), text))
        rest = rest[times.end() :]
    most = re.search(r"(?i)\s+max\s+(\d+)\s*\Z", rest)
    if most:
        made = made._replace(most=_count(int(most[1]), text))
        rest = rest[: most.start()]
    until = re.search(r"(?i)\s+until\s+", rest)
    if until:
        made = made._replace(until=parse(rest[until.end() :]))
        made = made._replace(most=made.most if most or times else MOST_TIMES)
        rest = rest[: until.start()]
    tail = re.search(r"(?i)\s+if(?:\s+|\Z)", rest)
    if tail:
        if made.guard is not None:
            raise BadScript(text=text, why="there are two conditions")
        made = made._replace(guard=parse(rest[tail.end() :]))
        rest = rest[: tail.start()]
    if not rest.strip():
        raise BadScript(text=text, why="the order line is missing")
    return made._replace(line=" ".join(rest.split()))


def _count(n: int, text: str) -> int:
    if not 1 <= n <= MOST_TIMES:
        raise BadScript(text=text, why=f"a line can run 1 to {MOST_TIMES} times")
    return n


def step(statements: list[Statement], cursor: Cursor, look: Look) -> Step:
    """The next line of a script; moves the cursor over what it skips, and onto what it runs.

    The cursor counts a line as run; whoever finds it illegal stops the script there.
    """
    while cursor.at < len(statements):
        now = statements[cursor.at]
        if cursor.times == 0:
            if now.otherwise and cursor.took:
                cursor.at += 1
                continue
            runs = now.guard is None or now.guard.holds(look)
            if now.guard is not None or now.otherwise:
                cursor.took = runs
            if not runs:
                cursor.at += 1
                continue
        elif cursor.times >= now.most or (now.until is not None and now.until.holds(look)):
            cursor.at, cursor.times = cursor.at + 1, 0
            continue
        cursor.times += 1
        if now.line.lower() in (ASK, PASS):
            cursor.at, cursor.times = cursor.at + 1, 0
            return Step(now.line.lower(), now.text, cursor.at - 1)
        return Step(now.line, now.text, cursor.at)
    return Step(ASK)
