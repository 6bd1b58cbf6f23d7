"""Askings: what an entry leaves open to a side, each with its number (PROTOCOL.md, rules 2 and 5)."""

from __future__ import annotations

from pbem.engine.play import Play
from pbem.engine.table import Event
from pbem.moderator.ledger.checks.classes import GROUND, Kind
from pbem.moderator.ledger.draft import Draft
from pbem.moderator.ledger.glimpse import asked_of
from pbem.moderator.ledger.values import READY
from pbem.protocol.bodies import AnyStep, Mailed, OpenQuestion, Order, Record

DROPPED = "What {side} had answered is dropped unopened, and asked again."


def put_again(draft: Draft, stands: str = "") -> None:
    """New ground: every open request becomes a new asking, and every other side owes a `ready`.

    What one side had answered to a request put to several is dropped, unopened; only of the side `stands`
    the GM has just decided.
    """
    draft.ground, draft.cut, draft.failure = draft.n, -1, None
    draft.brings.clear()
    draft.lapse()
    dropped = list(draft.laid)
    for side in draft.laid:
        draft.rest.pop(side, None)
    draft.laid.clear()
    draft.askings.clear()
    for side, since in list(draft.absent.items()):
        if draft.seats[side].signed > since:
            del draft.absent[side]
    play = draft.play
    if not isinstance(play, Play):
        return  # who cannot run the rules is told what is asked
    if play.requests and not play.waiting_for_opening:
        for side, answer in play.checkpoint.answers.items():
            if isinstance(answer, list) and side != stands:
                dropped.append(side)
                for slot in answer:
                    draft.locks.pop(slot, None)
                    draft.secrets.pop(slot, None)
        play.put_again()
    play.table.events += [Event("", DROPPED.format(side=side)) for side in dropped]
    if not draft.begun or draft.result is not None:
        return
    for request in draft.pending():  # after a fault: its links are known, so it is not gone on with
        if request.kind != "open":
            draft.rest.pop(request.side, None)
    _ask_open(draft)
    for side in draft.sides:
        if side not in draft.askings and side not in draft.absent:
            draft.ask(side, READY)


def settle(draft: Draft) -> None:
    """After any other step: what is open still keeps its number, what is new gets the next."""
    if draft.result is not None or draft.failure is not None:
        draft.askings.clear()
        return
    open_now = {request.side: request.id for request in draft.pending()}
    for side, asking in list(draft.askings.items()):
        if asking.request != READY and open_now.get(side) != asking.request:
            del draft.askings[side]
    _ask_open(draft)


def _ask_open(draft: Draft) -> None:
    for request in draft.pending():
        if request.kind != "open" and request.side not in draft.askings:
            draft.ask(request.side, request.id)


def asked(draft: Draft) -> tuple[OpenQuestion, ...]:
    """What is open now, for the record."""
    requests = {request.side: request for request in draft.pending()}
    found = []
    for side in draft.sides:
        asking = draft.askings.get(side)
        if asking is None:
            continue
        if asking.request == READY:
            found.append(OpenQuestion(side, asking.number, READY))
        else:
            found.append(asked_of(requests[side], asking.number, draft.veiled))
    return tuple(found)


def believe(draft: Draft, step: AnyStep, record: Record) -> None:
    """Who cannot run the rules takes from the record what is asked; `checks.questions` has checked it."""
    before = dict(draft.askings)
    draft.askings.clear()
    for one in record.questions:
        old = before.get(one.side)
        if old is not None and (old.number, old.request) == (one.number, one.request):
            draft.askings[one.side] = old
        else:
            draft.ask(one.side, one.request)
    body = step.order.body if isinstance(step, Mailed) else None
    if isinstance(body, Order):
        if any(one.request == body.request for one in record.questions):
            draft.laid.append(body.author)  # it was put to several, and waits for the others
        else:
            draft.laid.clear()


def forget_lines(draft: Draft, kind: Kind, record: Record) -> None:
    """Lines that wait no more: of an order that ended, or of a side that is asked anew on new ground."""
    for left in record.left:
        draft.rest.pop(left.side, None)
    for one in record.questions if kind.of is GROUND else ():
        if one.request != READY:
            draft.rest.pop(one.side, None)
