"""A dry run with both outcomes of a check: which lines are legal in which case.

It runs on the player's own machine from what that side knows. At an Influence check or another die
that succeeds on 1 to something it goes both ways; any other die, a card or the enemy ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.script import statement
from pbem.engine.table import Event
from pbem.ledger.ledger import Ledger
from pbem.player.dry import DryRun, dry_run

SUCCESS, FAILURE = 1, 6
VEILED = (
    "What follows depends on pieces that you cannot see: the GM checks further lines when they are "
    "reached, and asks you where one is not possible."
)
MOST_CHECKS = 5
MOST_CASES = 2 ** (MOST_CHECKS + 1) - 1
"""That many there can be, those in the middle counted too."""


class Case(Struct, frozen=True):
    """What happens if.

    Attributes:
        outcome: of the check before it, "" at the start.
        lines: those that are carried out, up to the next check.
        forks: success and failure of the check that comes then; or `end`: what comes instead.
        illegal: the game stops there, at a line that is not possible in this case or at an alarm.
        share: how likely it is to come to this, 0 to 1, as far as checks decide.
        did, failed: places of the lines that are carried out here, or not possible with why, from 0.
    """

    outcome: str
    lines: tuple[str, ...]
    end: str = ""
    forks: tuple[Case, ...] = ()
    illegal: bool = False
    share: float = 1.0
    did: tuple[int, ...] = ()
    failed: tuple[tuple[int, str], ...] = ()


def cases(
    ledger: Ledger, side: str, lines: Sequence[str], tick: Callable[[], None] = lambda: None
) -> Case:
    """All cases of an order; `tick` is called before each, of which there are `MOST_CASES` or fewer. Raises
    IllegalOrder and others if it is wrong from the start."""
    spelled = dry_run(ledger, side, lines).lines
    return _case(ledger, side, spelled, (), 0, "", 1.0, tick)


def check_before(events: Sequence[Event]) -> Event | None:
    """The last die, if a 1 wins it and a 6 loses it."""
    die = next((event for event in reversed(events) if event.kind == "die"), None)
    if die is None or not die.needed.startswith("1-") or die.needed == "1-6":
        return None
    return die


def _case(
    ledger: Ledger,
    side: str,
    lines: tuple[str, ...],
    dice: tuple[int, ...],
    done: int,
    outcome: str,
    share: float,
    tick: Callable[[], None],
) -> Case:
    tick()
    run = dry_run(ledger, side, lines, dice, raises=not dice)
    failed, did = dict(run.failed), {one.at for one in run.did}
    here = tuple(
        f"{line}   (not possible: {failed[at]})"
        if at in failed
        else line
        if at in did or statement(line).alarm is not None
        else f"{line}   (skipped)"
        for at, line in enumerate(run.lines[done : run.certain], done)
    )
    new = range(done, run.certain)
    made = Case(
        outcome,
        here,
        share=share,
        did=tuple(at for at in new if at in did),
        failed=tuple((at, failed[at]) for at in new if at in failed),
    )
    if run.stopped:
        end = f"{run.stopped.removesuffix('.')}. The game stops there, and you are asked."
        stops = (*made.failed, (run.certain, run.stopped))
        return replace(made, end=end, illegal=True, failed=stops)
    if run.play is not None or not run.die:
        return replace(made, end=_end(run, side))
    die = check_at_end(ledger, side, run, dice)
    if die is None:
        return replace(made, end=f"The die `{run.die}` decides what follows.")
    if len(dice) == MOST_CHECKS:
        return replace(made, end=f"Then comes another check, `{run.die}`.")
    odds, wins = f"{die.needed[2:]} in 6", int(die.needed[2:]) / 6
    forks = tuple(
        _case(ledger, side, run.lines, (*dice, face), run.certain, outcome, share * part, tick)
        for face, outcome, part in (
            (SUCCESS, f"{die.text}: yes ({odds})", wins),
            (FAILURE, f"{die.text}: no", 1 - wins),
        )
    )
    return replace(made, forks=forks)


def check_at_end(ledger: Ledger, side: str, run: DryRun, dice: tuple[int, ...]) -> Event | None:
    """The die at which a run stopped, if it is a check and the only one of its line."""
    play: Any = dry_run(ledger, side, run.lines[: run.certain], (*dice, SUCCESS), False).play
    return check_before(play.events) if play is not None else None


def _end(run: DryRun, side: str) -> str:
    if run.hidden:
        return VEILED
    if run.play is None:
        return "A hidden card decides what follows."
    own = next((r for r in run.play.pending if r.side == side), None)
    if own is not None:
        return f"Then you are asked: {own.question}"
    others = [f"{r.side} is asked: {r.question}" for r in run.play.pending]
    return f"Then {'; '.join(others)}" if others else "Then the game is over."
