"""What a player is told about order lines before they are sealed: which are certain, which doubtful.

Lines after a check are tried both ways, as far as a few checks lead.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from pbem.engine.script import statement
from pbem.ledger.ledger import Ledger
from pbem.player.dry import DryRun, dry_run
from pbem.player.tries import FAILURE, SUCCESS, check_at_end

MOST_CHECKS = 3


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


class Later(Struct):
    """What became of a line after a check, in all cases that were tried: how often it was carried out
    or skipped, why it was not possible, what lay unused by it."""

    done: int = 0
    skipped: int = 0
    stopped: list[str] = field(default_factory=list)
    gives_up: str = ""


def preview(ledger: Ledger, side: str, lines: Sequence[str]) -> list[Line]:
    """Every line with what can be said of it now. Raises as `compose` does."""
    run = dry_run(ledger, side, lines)
    if ledger.request(side).stack is not None:
        return [Line(text) for text in run.lines]
    did = {one.at: one.gives_up for one in run.did}
    alarms = {at for at, text in enumerate(run.lines) if statement(text).alarm is not None}
    told = [
        Line(text, skipped=at not in did and at not in alarms, gives_up=did.get(at, ""))
        for at, text in enumerate(run.lines[: run.certain])
    ]
    later: dict[int, Later] = {}
    if run.stopped:
        later[run.certain] = Later(stopped=[run.stopped])
    if run.certain < len(run.lines) and run.die:
        _both_ways(ledger, side, run, (), later)
    for at in range(run.certain, len(run.lines)):
        told.append(_later(run.lines[at], later.get(at)))
    return told


def _both_ways(
    ledger: Ledger, side: str, run: DryRun, dice: tuple[int, ...], later: dict[int, Later]
) -> None:
    """Go on after the die at which a run stopped, if it is a check."""
    if len(dice) == MOST_CHECKS or check_at_end(ledger, side, run, dice) is None:
        return
    for face in (SUCCESS, FAILURE):
        more = dry_run(ledger, side, run.lines, (*dice, face), raises=False)
        did = {one.at: one.gives_up for one in more.did}
        for at in range(run.certain, more.certain):
            seen = later.setdefault(at, Later())
            failed = [why for place, why in more.failed if place == at]
            seen.done += at in did
            seen.skipped += at not in did and not failed
            seen.stopped += failed
            seen.gives_up = seen.gives_up or did.get(at, "")
        if more.stopped:
            later.setdefault(more.certain, Later()).stopped.append(more.stopped)
        elif more.die and more.certain < len(more.lines):
            _both_ways(ledger, side, more, (*dice, face), later)


def _later(text: str, seen: Later | None) -> Line:
    """A line for a later question cannot be told from nonsense, but one that is possible in no case can."""
    if seen is None or statement(text).alarm is not None:
        return Line(text, False)
    doubt = seen.stopped[0] if seen.stopped and not seen.done else ""
    idle = bool(seen.skipped) and not seen.done and not seen.stopped
    return Line(text, False, doubt, idle, seen.gives_up)
