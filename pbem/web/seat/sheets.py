"""What is asked or told above the page, on demand: conditions, policies, what the orders would do, the sealing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.drawing.templates import environment
from pbem.engine.policies import policy_words, presets_of
from pbem.engine.script import ASK, MOST_TIMES, ScriptLine, read, script_line
from pbem.engine.standing import DEFAULT
from pbem.player.target import FAILURE
from pbem.reports.policy_texts import ALWAYS, Answers, question, questions
from pbem.web.seat.answers import forms, policy_told
from pbem.web.seat.branches import rolls
from pbem.web.seat.conditional_line import PREFIXES, LineOffers, again_of, guards_of, when_of
from pbem.web.seat.conditions import rows as condition_rows
from pbem.web.seat.seat import Seat

USUAL = 3
"""So often a line is repeated where nothing tells how often it can be."""


def sheet(name: str, **context: Any) -> Mapping[str, str]:
    """A sheet that opens, from its template."""
    return {"sheet": environment().get_template(f"desk/{name}.html.j2").render(**context)}


def closed() -> Mapping[str, str]:
    return {"sheet": '<dialog id="sheet"></dialog>'}


def conditions(seat: Seat, at: int) -> Mapping[str, str]:
    """The sheet on which the conditions of order line `at` are chosen: when it runs, and how often."""
    lines = seat.lines
    line = script_line(lines[at])
    alarm = line.alarm.text.strip() if line.alarm is not None else ""
    guards = guards_of(line)
    when, again = when_of(guards), again_of(guards)
    can = _choices_at(seat, at)
    condition_text = alarm or (guards.condition if when.endswith("if") else "")
    rows, row_text = condition_rows(seat, condition_text, rolled=can.rolled or bool(alarm))
    until, until_text = condition_rows(
        seat, guards.until if again == "until" else "", PREFIXES[1], can.rolls
    )
    return sheet(
        "conditions",
        at=at,
        line=line,
        said=seat.names.statement(line.text),
        alarm=alarm,
        guards=guards,
        when=can.when(when),
        picked=when,
        again=can.again(again),
        repeated=again,
        can=can,
        rows=rows,
        typed=row_text,
        until=until,
        until_typed=until_text,
        most=MOST_TIMES,
        usual=_possible(seat, at) or USUAL,
    )


def _possible(seat: Seat, at: int) -> int:
    """How often line `at` can be carried out should all rolls fail; 0 where it cannot be told."""
    lines = [*seat.lines[:at], f"repeat {MOST_TIMES}: {script_line(seat.lines[at]).line}"]
    run = seat.target.run(lines, [FAILURE] * MOST_TIMES)
    return sum(one.at == at for one in run.did)


def _choices_at(seat: Seat, at: int) -> LineOffers:
    """What can mean something for line `at`."""
    lines = seat.lines
    before = [one for one in map(script_line, lines[:at]) if one.alarm is None]
    return LineOffers(
        any(rolls(seat.target, lines, n) for n in range(at)),
        rolls(seat.target, lines, at),
        any(one.guard is not None for one in before),
    )


def alarm(seat: Seat) -> Mapping[str, str]:
    """The condition of a new alarm, to be chosen."""
    rows, typed = condition_rows(seat)
    return sheet("alarm", rows=rows, typed=typed)


def policies(seat: Seat, kind: str = "") -> Mapping[str, str]:
    """Standing answers to what an enemy may force on this side; `kind`: the one that was looked at last."""
    game, mine, rules = seat.game, seat.reactions, seat.game.ledger.rules
    texts = policy_words(rules).presets
    groups = [
        (heading, [_policy_row(seat, one, words, mine.get(one, "")) for one, words in some.items()])
        for heading, some in questions(rules, game.reactions)
    ]
    return sheet(
        "policies",
        groups=groups,
        last=kind,
        default=mine.get(DEFAULT, ASK),
        default_kind=DEFAULT,
        always=ALWAYS,
        presets=[(name, texts.get(name, "")) for name in presets_of(rules)],
    )


def _policy_row(seat: Seat, kind: str, words: str, policy: str) -> dict[str, str]:
    """A question with the answer that stands, in a sentence and as it is written."""
    _, _, answer_text = policy_told(seat, kind, policy)
    return {"kind": kind, "asks": words, "policy": policy, "said": answer_text}


def policy(seat: Seat, kind: str) -> Mapping[str, str]:
    """The standing answer to one kind of question, case by case, and what it can be put together from."""
    game, mine = seat.game, seat.reactions
    about, policy_now = game.reactions[kind], mine.get(kind, "")
    answers = Answers(seat.names, kind)
    rows, row_text = condition_rows(seat)
    return sheet(
        "policy",
        kind=kind,
        asks=question(game.ledger.rules, kind),
        about=about,
        now=policy_now,
        default=mine.get(DEFAULT, ASK),
        cases=[_case(answers, at, one) for at, one in enumerate(read(policy_now))],
        ready=[(text, answers.policy(text)) for text in answers.ready(about)],
        forms=forms(seat, kind),
        always=ALWAYS,
        rows=rows,
        typed=row_text,
    )


def _case(answers: Answers, at: int, statement: ScriptLine) -> dict[str, Any]:
    """A case of a policy as it is read: when, and its answers, the first that is possible."""
    when, answer_texts = answers.case(statement)
    if statement.guard is None and statement.alarm is None:
        when = "Else:" if at else "In any case:"
    elif at and not statement.otherwise and statement.alarm is None:
        when = f"Else, {when[:1].lower()}{when[1:]}"
    when = f"{when} (anyway)" if statement.anyway else when
    return {"at": at, "when": when, "answers": answer_texts}
