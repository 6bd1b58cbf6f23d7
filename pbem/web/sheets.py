"""What is asked or told above the page, on demand: conditions, policies, what the orders would do, the sealing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbem.engine.script import ASK, MOST_TIMES, PASS, Statement, read, statement
from pbem.engine.standing import DEFAULT
from pbem.reports.ink import environment
from pbem.web.answers import forms
from pbem.web.conditions import rows as condition_rows
from pbem.web.guarded import AGAIN, PREFIXES, WHEN, guards_of, picked, repeated
from pbem.web.seat import Seat

EXAMPLE = re.compile("`([^`]+)`")
"""A policy that is quoted where its kind is told."""


def sheet(name: str, **said: Any) -> Mapping[str, str]:
    """A sheet that opens, from its template."""
    return {"sheet": environment().get_template(f"desk/{name}.html.j2").render(**said)}


def closed() -> Mapping[str, str]:
    return {"sheet": '<dialog id="sheet"></dialog>'}


def conditions(seat: Seat, at: int) -> Mapping[str, str]:
    """The conditions of line `at`, to be chosen."""
    line = statement(seat.lines[at])
    alarm = line.alarm.text.strip() if line.alarm is not None else ""
    guards = guards_of(line)
    when, again = picked(guards), repeated(guards)
    rows, typed = condition_rows(seat, alarm or (guards.condition if when.endswith("if") else ""))
    until, until_typed = condition_rows(seat, guards.until if again == "until" else "", PREFIXES[1])
    return sheet(
        "conditions",
        at=at,
        line=line,
        alarm=alarm,
        guards=guards,
        when=WHEN,
        picked=when,
        again=AGAIN,
        repeated=again,
        rows=rows,
        typed=typed,
        until=until,
        until_typed=until_typed,
        most=MOST_TIMES,
    )


def alarm(seat: Seat) -> Mapping[str, str]:
    """The condition of a new alarm, to be chosen."""
    rows, typed = condition_rows(seat)
    return sheet("alarm", rows=rows, typed=typed)


def policies(seat: Seat) -> Mapping[str, str]:
    """Standing answers to what an enemy may force on this side."""
    game, mine = seat.game, seat.reactions
    return sheet(
        "policies",
        kinds=[
            {"kind": kind, "about": about, "policy": mine.get(kind, "")}
            for kind, about in game.reactions.items()
        ],
        default=mine.get(DEFAULT, ASK),
        default_kind=DEFAULT,
        presets=game.ledger.rules.presets(),
    )


def policy(seat: Seat, kind: str) -> Mapping[str, str]:
    """The standing answer to one kind of question, case by case, and what it can be put together from."""
    game, mine = seat.game, seat.reactions
    about, now = game.reactions[kind], mine.get(kind, "")
    sets = game.ledger.rules.presets().values()
    examples = [text for text in EXAMPLE.findall(about) if text not in (ASK, PASS)]
    rows, typed = condition_rows(seat)
    return sheet(
        "policy",
        kind=kind,
        about=about,
        now=now,
        default=mine.get(DEFAULT, ASK),
        cases=[_case(at, one) for at, one in enumerate(read(now))],
        ready=list(dict.fromkeys([*(p[kind] for p in sets if kind in p), *examples])),
        forms=forms(seat, kind),
        rows=rows,
        typed=typed,
    )


def _case(at: int, one: Statement) -> dict[str, Any]:
    """A case of a policy as it is read: when, and its answers, the first that is possible."""
    when = f"if {one.guard.text.strip()}:" if one.guard is not None else "in any case:"
    when = f"otherwise {when}" if at and one.guard is not None else "otherwise:" if at else when
    when = f"anyway, {when}" if one.anyway else when
    if one.alarm is not None:
        when = f"stop if {one.alarm.text.strip()}"
        return {"at": at, "when": when, "answers": []}
    return {"at": at, "when": when, "answers": [text.strip() for text in one.line.split(",")]}
