"""The differential: `pbem verify` and the independent verifier agree on honest logs and on changed ones."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.drawn import kept
from tests.moderator import skirmish

from .judges import PUBLIC, Bench, deceived, unseen
from .logs import LOGS, bench
from .mutator import Mutator
from .table import Table, installed
from .test_mutants import EACH, FIRST, SEED


@pytest.mark.slow
@pytest.mark.parametrize("name", [FIRST, *(name for name in LOGS if name != FIRST)])
def test_both_verifiers_agree_on_what_the_page_forbids(name: str) -> None:
    """What a stranger refuses all refuse, and what needs no rules a stranger refuses too."""
    honest, wrong = bench(name), list[str]()
    assert len(honest.strangers) == len(honest.entries) + 1, "it takes the honest log"
    with installed():
        for mutant in Mutator(honest).mutants(f"{SEED} {name}", EACH):
            said = honest.readers_say([mutant.entry], mutant.n)
            stranger = honest.stranger_says([mutant.entry], mutant.n)
            why = deceived(said, stranger)
            why = why or unseen(mutant.names, honest.veiled, said, stranger)
            if why:
                wrong.append(f"{mutant}: {why}")
    assert not wrong, "\n".join(wrong)


Json = Any
Where = Callable[[Json], object]


@kept
def back() -> Bench:
    """A side that is absent says something, and consents to newer rules with the other one."""
    with installed(skirmish.ONE):
        table = away()
        table.say(table.second, "say", 0, "Here I am.")
    with installed():
        table.upgrade()
        return Bench(table.look())


@kept
def asleep() -> Bench:
    """A side that is absent agrees to a rewind, and says nothing before it."""
    with installed():
        table = away()
        table.say(table.first, "takeback", table.n - 2)
        table.say(table.second, "agree", table.n)
        return Bench(table.look())


@kept
def resigned() -> Bench:
    """A game of hidden pieces, given up."""
    with installed():
        table = Table("skirmish", "fog", 3)
        table.turn(2)
        table.say("york", "resign")
        return Bench(table.look())


def away() -> Table:
    table = Table("skirmish", "open", 3)
    table.turn(3)
    table.patch()
    table.clock(1)
    table.absent(table.second, 40)
    return table


def step(**fields: str) -> Where:
    return lambda body: fields.items() <= body["step"].items()


def says(kind: str) -> Where:
    return lambda body: body["step"].get("order", {}).get("body", {}).get("type") == kind


def has(name: str) -> Where:
    return lambda body: body["record"].get(name)


def story(change: Callable[[Json], object]) -> Callable[[Json], object]:
    """A change of what is said to everybody."""

    def changed(body: Json) -> None:
        row = body["record"]["stories"][0]
        told = json.loads(row["clear"])
        change(told)
        row["clear"] = json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    return changed


def event(**members: Json) -> Callable[[Json], object]:
    return story(lambda told: told["events"][0].update(members))


def reserved(body: Json) -> None:
    (row,) = [row for row in body["record"]["decisions"] if row.get("by") == "script"]
    row["request"] = row["request"].replace("command", "keep")


def one_more_ready(body: Json) -> None:
    rows = body["record"]["questions"]
    number = rows[0]["request"].rpartition("-")[2]
    rows.append({"side": "lancaster", "number": 4, "request": f"ready-{number}"})


JOINS = has("stories")
LIES: dict[str, tuple[Callable[[], Bench], Where, Callable[[Json], object]]] = {
    "an event without its way": (
        lambda: bench("fog"),
        JOINS,
        story(lambda told: told["events"][0].pop("via")),
    ),
    "an event with more": (lambda: bench("fog"), JOINS, event(more="")),
    "an event for one": (lambda: bench("fog"), JOINS, event(to="york")),
    "an event about a number": (lambda: bench("fog"), JOINS, event(about=["york", 1])),
    "a move without places": (lambda: bench("fog"), JOINS, event(kind="move", about=["york"])),
    "a story with more": (lambda: bench("fog"), JOINS, story(lambda told: told.update(more=1))),
    "a story without decisions": (
        lambda: bench("fog"),
        JOINS,
        story(lambda told: told.pop("decisions")),
    ),
    "another winner": (
        resigned,
        says("resign"),
        lambda body: body["record"]["result"].update(winners=[]),
    ),
    "a fault of no statement": (
        lambda: bench("hidden fault, again"),
        has("faults"),
        lambda body: body["record"]["faults"][0].update(place=0),
    ),
    "a line carried out again without its die": (
        lambda: bench("hidden fault, again"),
        step(kind="again"),
        lambda body: body["record"].pop("rolls"),
    ),
    "a decision under a reserved name": (
        lambda: bench("hidden plans"),
        lambda body: any(r.get("by") == "script" for r in body["record"].get("decisions", [])),
        reserved,
    ),
    "newer rules without whoever is back": (
        back,
        step(type="rules"),
        lambda body: body["step"]["agreed"].pop(),
    ),
    "a ready of a side that is absent until the next new ground": (
        asleep,
        says("agree"),
        one_more_ready,
    ),
}
"""Which log, which of its entries (the first is taken), and what is changed in it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LIES)
def test_both_verifiers_refuse(name: str) -> None:
    make, where, change = LIES[name]
    honest = make()
    mutator = Mutator(honest)
    n = next(body["n"] for body in mutator.bodies if where(body))
    body = copy.deepcopy(mutator.bodies[n])
    change(body)
    with installed():
        entry = mutator.signed(n, body, [])
        said, stranger = honest.readers_say([entry], n), honest.stranger_says([entry], n)
    assert stranger
    assert said[PUBLIC]
    assert not honest.strangers[-1].game.broken
