"""`pbem verify` in words: one line that says what is proven, then what a reader should look at."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from pbem.moderator.proof.verdict import Failed, Verdict
from pbem.version import VERSION

WIDTH = 78


def text(verdict: Verdict) -> str:
    """All of it, 78 columns wide, ending in a newline."""
    told = [line(verdict), *sentences(verdict)]
    return "".join(textwrap.fill(one, WIDTH, subsequent_indent="  ") + "\n" for one in told)


def line(verdict: Verdict) -> str:
    """`In order. 56 entries, 57 dice proven; 9 decisions rest on sealed standing orders, proven at the audit.`"""
    counts = f"{_count(verdict.entries, 'entry', 'entries')}, {_count(verdict.dice, 'die', 'dice')} proven"
    open_ = []
    if verdict.veiled:
        open_.append("the position is secret, so the rules are proven at the audit")
    elif verdict.resting:
        many = verdict.resting != 1
        open_.append(
            f"{_count(verdict.resting, 'decision', 'decisions')} {'rest' if many else 'rests'} on sealed "
            "standing orders, proven at the audit"
        )
    return "; ".join([f"In order. {counts}", *open_]) + "."


def sentences(verdict: Verdict) -> Iterator[str]:
    """What else there is to say, most important first."""
    yield from _faults(verdict)
    yield from _doubtful(verdict)
    yield from _dice(verdict)
    yield from _own(verdict)
    yield from _at_the_audit(verdict)


def _faults(verdict: Verdict) -> Iterator[str]:
    for fault in verdict.faults:
        dice = f"{fault.rolls} die" if fault.rolls == 1 else f"{fault.rolls} dice"
        yield (
            f"Entry {fault.entry}: the GM says that pbem {fault.program} failed ({fault.kind}) after {dice}. "
            + _fails_here(fault)
        )
        if fault.otherwise:
            yield (
                f"Entry {fault.otherwise} gave other dice than entry {fault.entry} had, though the ruling "
                "`again` would have kept them."
            )


def _fails_here(fault: Failed) -> str:
    if fault.again:
        return f"Entry {fault.again} carried out the line that failed, with the same dice."
    if fault.here is None:
        return "Nobody else can try it before the audit."
    return "It fails here too." if fault.here else f"IT DOES NOT FAIL HERE (pbem {VERSION})."


def _doubtful(verdict: Verdict) -> Iterator[str]:
    for n, doubt in verdict.doubts:
        yield f"Entry {n}: {doubt}."
    for n in verdict.ahead:
        yield f"Entry {n}: the GM's clock is days ahead of yours."


def _dice(verdict: Verdict) -> Iterator[str]:
    for row in verdict.unwatched:
        yield (
            f"Entry {row.entry}: {_count(row.dice, 'die', 'dice')} fell while {' and '.join(row.sides)} was "
            "absent, so without a fresh link of that side."
        )
    for run in verdict.idle:
        yield (
            f"{run.side} sent {run.orders} orders in a row that rolled nothing (entries {run.first} to "
            f"{run.last}). Each makes other dice: with a GM who shows them, a side could choose so."
        )
    if verdict.grounds:
        told = "; ".join(f"entry {ground.entry}, {ground.what}" for ground in verdict.grounds)
        yield f"Other dice fall since: {told}. Did you know of each?"


def _own(verdict: Verdict) -> Iterator[str]:
    if not verdict.side:
        return
    lines = ", every line that you ordered" if verdict.veiled else ""
    yield (
        f"With your key: every decision and question of {verdict.side}{lines} and every card dealt to it "
        "is as you sealed it and hold it."
    )


def _at_the_audit(verdict: Verdict) -> Iterator[str]:
    parts = [
        _count(verdict.shuffles, "shuffle", "shuffles"),
        _count(verdict.dealt, "card dealt in secret", "cards dealt in secret"),
        _count(verdict.proofs, "answer about hidden cards", "answers about hidden cards"),
    ]
    if verdict.veiled:
        parts.append(
            _count(verdict.resting, "decision by sealed orders", "decisions by sealed orders")
        )
    parts.append(
        _count(
            verdict.unanswered,
            "question that a sealed standing order might have answered",
            "questions that sealed standing orders might have answered",
        )
    )
    told = [part for part in parts if not part.startswith("0 ")]
    if told:
        when = "now that the end is signed" if verdict.final else "after the end"
        yield f"Proven at the audit ({when}): {', '.join(told)}."


def _entries(first: int, last: int) -> str:
    return f"Entries {first} to {last}" if last > first else f"Entry {first}"


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
