"""A side that is silent: its `ready` is not waited for any more (PROTOCOL.md, rule 5)."""

from __future__ import annotations

from pbem.engine.request import Request
from pbem.engine.table import Event
from pbem.errors import BadRuling
from pbem.ledger.askings import put_again
from pbem.ledger.cases import time
from pbem.ledger.chance import Chance
from pbem.ledger.draft import Draft
from pbem.ledger.ledger import Ledger
from pbem.ledger.orders import quietly, when_all_are_ready
from pbem.ledger.run import go_on_where_nobody_owes
from pbem.ledger.values import ABSENT, replace
from pbem.protocol.bodies import Absent, AnyStep, Claim, Seated


def take(draft: Draft, step: Absent, chance: Chance) -> list[Event]:
    """Declare a side absent, after its deadline or the days that the genesis sets; the events for reports.

    Where the rules answer for an absent side, its open question is answered in this entry. Its dice wait until
    everybody else was ready after it, as those of an imposed decision do. Raises BadRuling.
    """
    ledger, side = draft.ledger, step.side
    if side not in draft.seats:
        raise BadRuling(why=f"nobody sits on the side {side}")
    rules_answer = _answered_by_rules(draft, side, chance)
    if draft.absent.get(side, 0) > ledger.cases.result and not rules_answer:
        raise BadRuling(why=f"{side} is declared absent already")
    if not step.reason:
        raise BadRuling(why="a ruling gives its reason")
    time.check_at(ledger.cases.clock, step.at)
    asking = ledger.askings.get(side)
    if asking is None and ledger.result is None:
        raise BadRuling(why=f"nothing is waited for from {side}")
    if not waited_long_enough(ledger, side, step.at):
        raise BadRuling(why=too_early(ledger, side))
    draft.change(clock=replace(draft.cases.clock, at=step.at))
    draft.absent[side] = draft.n
    if asking is not None and asking.is_ready:
        del draft.askings[side]
        when_all_are_ready(draft, chance)
    elif rules_answer:
        if not draft.hidden:
            draft.cut, draft.brings = -1, {}
            # The GM knows its own next links, so it may not make dice alone.
            quietly(chance, lambda: _answer(draft, side, chance))
        put_again(draft)
        go_on_where_nobody_owes(draft, chance)
    return [
        Event("", f"{side} is declared absent: {step.reason}"),
        Event("", "Dice that fall until it is back are marked in the log."),
    ]


def waited_long_enough(ledger: Ledger, side: str, at: int) -> bool:
    """Has a side been silent for the days that count, or is its time to answer over, at this second since 1970?"""
    until = time.silent_until(ledger, side)
    return time.state(ledger, side, at) == "over" or (bool(until) and at >= until)


def too_early(ledger: Ledger, side: str) -> str:
    """Why a side cannot be declared absent yet, for the GM."""
    clock, asking, until = (
        ledger.cases.clock,
        ledger.askings.get(side),
        time.silent_until(ledger, side),
    )
    days = clock.pace_at(asking.since if asking else ledger.cases.result).days
    last = time.last_moment(ledger, side)
    due = f" and grace, {time.date(last)}" if last else ""
    why = f"{side} can be silent for {days} days, or until its deadline{due}"
    if until:
        return f"{why}; the days are over at {time.date(until)}"
    return f"{why}; read the clock (`pbem clock GAME.toml --read`) so that they run"


def given_away_early(ledger: Ledger, step: AnyStep, at: int) -> str:
    """What a GM reads who gives a seat away, without a consent, before the agreed time of silence is over; else ""."""
    claim = step.order.body if isinstance(step, Seated) and not step.agreed else None
    if not isinstance(claim, Claim) or claim.keys.ssh == ledger.seat_of(claim.author).keys.ssh:
        return ""
    side = claim.author
    if waited_long_enough(ledger, side, at):
        return ""
    return (
        f"{too_early(ledger, side)}. You give away the seat of {ledger.seats[side].keys.name} before that. "
        "Everybody can see that no player agreed to it."
    )


def _answered_by_rules(draft: Draft, side: str, chance: Chance) -> bool:
    """Do the rules answer what a side is asked now, if it is absent? All can see that."""
    if draft.hidden:
        return chance.answers_for(side)
    request = _asked(draft, side)
    return request is not None and draft.unattended(request) is not None


def _asked(draft: Draft, side: str) -> Request | None:
    """What a side is asked now; None if nothing is, or it has laid down its answer."""
    return next((request for request in draft.pending() if request.side == side), None)


def _answer(draft: Draft, side: str, chance: Chance) -> None:
    """Answer for an absent side, as far as no die decides."""
    while (request := _asked(draft, side)) and (line := chance.unattended(request)):
        draft.play.answer(side, line, chance, by=ABSENT)


def spoken_for(ledger: Ledger) -> list[str]:
    """Where only the GM's clock says that a side was silent, and an end that it has not signed."""
    absent = ledger.table.absent
    sentences = [
        f"entry {n} declares {side} absent: that it was silent so long is the GM's word."
        for side, n in absent.items()
    ]
    if ledger.final and ledger.offices.moderated:
        unsigned = [side for side in ledger.sides if side not in ledger.cases.overs]
        sentences += [f"the end is final without the signature of {side}." for side in unsigned]
    return sentences
