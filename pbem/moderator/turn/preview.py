"""What a player is told about order lines before they are sealed: which are certain, which doubtful."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.turn.dry import dry_run


class Line(Struct, frozen=True):
    """An order line as it will be read.

    Attributes:
        text: spelled out if `checked`, else as typed.
        checked: it is legal; False for lines after a die or another side's answer.
        doubt: why an unchecked line looks like a mistake, "" if it does not.
        skipped: its condition does not hold, so that it does nothing.
        gives_up: what lies unused by it, as in `engine.option.Option`.
    """

    text: str
    checked: bool = True
    doubt: str = ""
    skipped: bool = False
    gives_up: str = ""


def preview(ledger: Ledger, side: str, lines: Sequence[str]) -> list[Line]:
    """Every line with what can be said of it now. Raises as `compose` does."""
    run = dry_run(ledger, side, lines)
    if ledger.request(side).stack is not None:
        return [Line(text) for text in run.lines]
    did = {one.at: one.gives_up for one in run.did}
    told = [
        Line(text, skipped=at not in did, gives_up=did.get(at, ""))
        for at, text in enumerate(run.lines[: run.certain])
    ]
    for number, line in enumerate(run.lines[run.certain :], run.certain + 1):
        told.append(Line(line, False, _doubt(ledger, side, number, line)))
    return told


def _doubt(ledger: Ledger, side: str, number: int, line: str) -> str:
    """A line for a later question cannot be told from nonsense, but one that nearly fits can."""
    try:
        match(ledger.play.request(side), line, f"line {number}: ")
    except IllegalOrder as error:
        return str(error) if str(error.facts["instead"]).startswith("Did you mean") else ""
    return ""
