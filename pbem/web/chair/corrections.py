"""A correction of the position that is built by choosing: what, which of its values, what it shall be.

The form carries all that was chosen, so that each tab builds its own; what comes of it are the lines that
`pbem rule --patch` takes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from pbem.drawing.templates import environment
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.reports.context import PUBLIC
from pbem.reports.correctables import Correctable, Spot, Thing
from pbem.reports.order_sentences import names_of

SET, DO = "to:", "do:"
"""Begin the names of fields: a number for a path, a line that was chosen."""

PIECES = re.compile(rb'"piece":"([^"]+)"')
"""The pieces that a document names."""


class Correction(Struct, frozen=True):
    """What the form shows.

    Attributes:
        lines: so far, each with its words. `groups`: all that has values. `spots`: those of `thing`, if one is chosen.
        veiled: what is hidden stands in the position as all see it.
        reason, entry: as they were typed.
    """

    lines: tuple[tuple[str, str], ...]
    groups: Mapping[str, tuple[Thing, ...]]
    thing: str
    name: str
    spots: tuple[Spot, ...]
    veiled: bool
    reason: str
    entry: str


def correctable(ledger: Ledger) -> Correctable:
    """What can be corrected in the position as everybody may see it; the game has begun."""
    rules = ledger.rules
    state: Any = state_for(rules, ledger.play.state, PUBLIC)
    picture, seen = rules.picture(state, PUBLIC), None
    if ledger.veiled:
        everything_seen = msgspec.json.encode((picture, rules.report(state, PUBLIC, {})))
        seen = frozenset(match.decode() for match in PIECES.findall(everything_seen))
        seen |= {piece.id for space in picture.spaces for piece in space.pieces}
    return Correctable(names_of(rules, "", picture), state, picture, seen)


def lines_of(words: Mapping[str, str]) -> list[str]:
    """The corrections of a form: those it has already, what was typed, what was chosen beside; one for a place."""
    texts = "\n".join(words.get(name, "") for name in ("lines", "typed"))
    corrections = [line.strip() for line in texts.splitlines() if line.strip()]
    for name, value in words.items():
        if name.startswith(SET) and value.strip():
            corrections.append(f"set {name.removeprefix(SET)} {value.strip()}")
        elif name.startswith(DO) and value:
            corrections.append(value)
    by_place = {
        line.rpartition(" ")[0] if line.startswith("set ") else line: line for line in corrections
    }
    return list(by_place.values())


def form(ledger: Ledger, words: Mapping[str, str]) -> str:
    """The form of a correction as HTML, as it goes on from the words that were sent.

    `what` is the thing that is chosen next, `without` a line that is taken out.
    """
    correctable_now, lines = correctable(ledger), lines_of(words)
    thing_ids, thing = {one.id for one in correctable_now.things}, words.get("what", "")
    thing = thing if thing in thing_ids else correctable_now.shown(thing)
    groups: dict[str, tuple[Thing, ...]] = {}
    for thing_row in correctable_now.things:
        groups[thing_row.group] = (*groups.get(thing_row.group, ()), thing_row)
    correction = Correction(
        tuple(
            (line, in_words(correctable_now, ledger, line))
            for line in lines
            if line != words.get("without")
        ),
        groups,
        thing,
        correctable_now.called(thing) if thing else "",
        tuple(correctable_now.spots(thing)) if thing else (),
        ledger.veiled,
        words.get("reason", ""),
        words.get("entry", ""),
    )
    macros: Any = environment().get_template("desk/chair_correct.html.j2").module
    return str(macros.correct(correction))


def in_words(correctable_now: Correctable, ledger: Ledger, line: str) -> str:
    """A line in words, as it is if it has none."""
    return correctable_now.line(line, openly=not ledger.veiled) if len(line.split()) > 2 else line
