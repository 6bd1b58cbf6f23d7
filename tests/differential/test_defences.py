"""Each line of the tables of what an entry may hold refuses a mutant of its own (PROTOCOL.md, sections 8, 13, 14, 17).

What an entry may hold by its step is tried for each class of entries and each field; with that line switched off
the same mutant is refused for another reason, or not at all.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.ledger.checks import classes
from pbem.ledger.checks.classes import ENDING, EVERY, FIELDS, GROUND, MOVING, STILL
from tests.says import says

from .decisions import DECISIONS, QUESTIONS
from .lines import (
    CARDS,
    CLAIMS,
    FOG,
    NEWER,
    STACKS,
    WINDOWS,
    WORDS,
    Defence,
    said,
)
from .logs import bench
from .mutator import Mutator
from .shapes import Json
from .table import installed

STRANGER = "the independent verifier"


def objection(
    where: tuple[str, Callable[[Json], object]],
    change: Callable[[Json], object],
    reader: str = "public",
) -> str:
    """What a reader, or STRANGER, says of the last such entry, once it was changed and signed again."""
    name, so = where
    honest = bench(name)
    mutator = Mutator(honest)
    n = max(n for n, body in enumerate(mutator.bodies) if so(body))
    body = copy.deepcopy(mutator.bodies[n])
    change(body)
    entry = mutator.signed(n, body, [])
    with installed():
        if reader == STRANGER:
            return honest.stranger_says([entry], n)
        return honest.readers_say([entry], n)[reader]


SAMPLES: dict[str, Json] = {
    "link": 64 * "a",
    "decisions": [{"side": "york", "request": "act-1", "by": "earlier"}],
    "rolls": [{"label": "strike of york#1", "sides": 6, "value": 3}],
    "shuffles": [{"deck": "other", "k": 9, "slots": ["deck:other:0"], "cards": [64 * "a"]}],
    "openings": [{"slot": "deck:other:0", "salt": 32 * "a", "card": "AXE"}],
    "deals": [{"slot": "deck:other:0", "to": "york", "sealed": "AAAA"}],
    "opened": [{"entry": 3, "place": 1, "salt": 32 * "a", "text": "strike"}],
    "left": [{"side": "york", "entry": 3, "place": 1}],
    "faults": [
        {"side": "york", "entry": 3, "place": 1, "rolls": 1, "kind": "KeyError", "program": "1"}
    ],
    "plan": [{"slot": "plan:york:1:1", "commitment": 64 * "a"}],
    "proofs": [True],
    "menus": [{"to": "york", "digest": 64 * "a"}],
    "changes": [{"path": ["round"], "value": 9}],
    "handover": [{"to": "york", "data": "AAAA"}],
    "escrow": "AAAA",
    "result": {"winners": [], "reason": "It rains."},
    "stories": [{"to": "public", "clear": "{}"}],
}
"""Something for each field that not every entry may have."""
OF_CLASS = {
    STILL: said(WINDOWS, "standing"),
    ENDING: said(FOG, "draw"),
    GROUND: said(NEWER, "rules"),
    MOVING: said(FOG, "order"),
}
"""An entry of each class, where pieces are hidden."""


def forbidden() -> Iterator[Any]:
    for of in EVERY:
        for name, field in FIELDS.items():
            if of not in field.classes and name in SAMPLES:
                yield pytest.param(of, name, id=f"{of.value} {name}")


@pytest.mark.slow
@pytest.mark.parametrize(("of", "name"), list(forbidden()))
def test_an_entry_holds_what_its_class_may_hold(
    of: classes.EntryClass, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def put(body: Json) -> None:
        body["record"][name] = copy.deepcopy(SAMPLES[name])

    assert FIELDS[name].does in objection(OF_CLASS[of], put)
    line = replace(FIELDS[name], classes=EVERY)
    monkeypatch.setattr(classes, "FIELDS", {**FIELDS, name: line})
    assert FIELDS[name].does not in objection(OF_CLASS[of], put)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.veiled])
def test_what_belongs_to_hidden_pieces_stands_in_no_open_game(name: str) -> None:
    def put(body: Json) -> None:
        body["record"][name] = copy.deepcopy(SAMPLES[name])

    why = objection(said("fault, again", "order"), put)
    assert says(why, "ledger.checks.classes.check", name, word="belongs")


@pytest.mark.slow
@pytest.mark.parametrize(
    "defence",
    [
        pytest.param(one, id=f"{table}: {name}")
        for table, defences in (
            ("cards", CARDS),
            ("claims", CLAIMS),
            ("questions", QUESTIONS),
            ("decisions", DECISIONS),
            ("stacks", STACKS),
            ("words", WORDS),
        )
        for name, one in defences.items()
    ],
)
def test_a_line_of_the_tables_refuses_what_it_is_for(defence: Defence) -> None:
    """And so does the independent verifier, unless it takes a key or the rules to see it."""
    assert defence.why in objection(defence.where, defence.change, defence.reader)
    sees = defence.reader == "public" and not defence.rules
    assert sees == (objection(defence.where, defence.change, STRANGER) != "")
