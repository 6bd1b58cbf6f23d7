"""Policies by clicks: standing answers to what an enemy may force on one's side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.script import ASK, ScriptLine, read, script_line
from pbem.engine.standing import DEFAULT
from pbem.errors import NotOnThisPage
from pbem.player.orders import BETWEEN
from pbem.web.seat import answers, sheets
from pbem.web.seat.always import NEXT_BEST
from pbem.web.seat.conditional_line import Guards, condition, guarded_line, guards_of
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer


def policies(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Show all of them, or the one of `kind`, to be put together."""
    kind = words.get("kind", "")
    return seat.answer(
        more=sheets.policy(seat, _kind_of(seat, kind))
        if kind
        else sheets.policies(seat, words.get("last", ""))
    )


def policy(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Answer `kind` with `answer` from now on; without one its player is asked."""
    kind, text = words.get("kind", ""), words.get("answer", "").strip()
    if kind == DEFAULT:
        text = text or ASK
        seat.write_policies({**seat.reactions, DEFAULT: text})
        return seat.answer(policy_sentence(seat, kind, text), more=sheets.policies(seat))
    return _say(seat, _kind_of(seat, kind), text)


def preset(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Adopt a ready-made set."""
    name = words.get("name", "")
    seat.adopt(name)
    label = name.replace("_", " ").capitalize()
    return seat.answer(f"Policies taken: {label}.", more=sheets.policies(seat))


def add(seat: Seat, words: Mapping[str, str]) -> Answer:
    """One more answer on `kind`: a new case at the end, or where case `at` names nothing that is possible."""
    kind = _kind_of(seat, words.get("kind", ""))
    cases, answer_text = _cases(seat, kind), answers.answer(seat, kind, words)
    if words.get("at"):
        at = number(words, "at", len(cases))
        cases[at] = _with(cases[at], f"{_line(cases[at])}{NEXT_BEST}{answer_text}")
        return _write(seat, kind, cases)
    when = words.get("when", "")
    guards = Guards(when, condition(words) if when else "", anyway=bool(words.get("anyway")))
    return _write(seat, kind, [*cases, guarded_line(answer_text, guards)])


def drop(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Leave out case `at` on `kind`, or of its answers `answer_at`."""
    kind = _kind_of(seat, words.get("kind", ""))
    cases = _cases(seat, kind)
    at = number(words, "at", len(cases))
    if not words.get("one"):
        return _write(seat, kind, _alone([*cases[:at], *cases[at + 1 :]]))
    some = _line(cases[at]).split(",")
    answer_at = number(words, "one", len(some))
    answers_left = NEXT_BEST.join(
        text.strip() for text in (*some[:answer_at], *some[answer_at + 1 :])
    )
    if not answers_left:
        return _write(seat, kind, _alone([*cases[:at], *cases[at + 1 :]]))
    cases[at] = _with(cases[at], answers_left)
    return _write(seat, kind, cases)


def shift(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put case `at` on `kind` to place `to`, or of its answers `one`."""
    kind = _kind_of(seat, words.get("kind", ""))
    cases = _cases(seat, kind)
    at = number(words, "at", len(cases))
    if not words.get("one"):
        return _write(seat, kind, _alone(_put(cases, at, number(words, "to", len(cases)))))
    some = [text.strip() for text in _line(cases[at]).split(",")]
    moved = _put(some, number(words, "one", len(some)), number(words, "to", len(some)))
    cases[at] = _with(cases[at], NEXT_BEST.join(moved))
    return _write(seat, kind, cases)


def _put(some: Sequence[str], at: int, to: int) -> list[str]:
    others = [*some[:at], *some[at + 1 :]]
    return [*others[:to], some[at], *others[to:]]


def _kind_of(seat: Seat, kind: str) -> str:
    if kind not in seat.game.reactions:
        raise NotOnThisPage(why=f"nobody can be asked `{kind}` here")
    return kind


def _cases(seat: Seat, kind: str) -> list[str]:
    """What is answered now, case by case."""
    return [one.text for one in read(seat.reactions.get(kind, ""))]


def _line(case: str) -> str:
    return script_line(case).line


def _with(case: str, line: str) -> str:
    """The case with other answers. Raises NotOnThisPage for an alarm, which has none."""
    statement = script_line(case)
    if statement.alarm is not None:
        raise NotOnThisPage(why="an alarm names no answer")
    return guarded_line(line, guards_of(statement))


def _alone(cases: Sequence[str]) -> list[str]:
    """The cases without `else`, which a policy does not need: it ends with the first case that holds."""
    return [_without_else(script_line(case)) for case in cases]


def _without_else(statement: ScriptLine) -> str:
    if not statement.otherwise:
        return statement.text
    guards = guards_of(statement)
    return guarded_line(
        statement.line, replace(guards, when=guards.when.removeprefix("else").strip())
    )


def _write(seat: Seat, kind: str, cases: Sequence[str]) -> Answer:
    return _say(seat, kind, BETWEEN.join(cases))


def _say(seat: Seat, kind: str, text: str) -> Answer:
    """Answer a kind with this policy; "" asks its player."""
    mine = {**seat.reactions, kind: text}
    if not text:
        del mine[kind]
    seat.write_policies(mine)
    return seat.answer(policy_sentence(seat, kind, text), more=sheets.policy(seat, kind))


def policy_sentence(seat: Seat, kind: str, text: str) -> str:
    asks, _, answer_text = answers.policy_told(seat, kind, text)
    return f"{asks} {answer_text}."


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "policies": policies,
    "policy": policy,
    "preset": preset,
    "answer": add,
    "unanswer": drop,
    "rank": shift,
}
