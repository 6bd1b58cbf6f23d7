"""Questions that an entry leaves open to a side, each with its number and link (PROTOCOL.md, section 13).

An asking is such a question of one side, a request of the rules or a `ready`. New ground is an entry, such as a
ruling or a seat that changes hands, after which nobody is to know the dice that follow: all is asked again under
new links. The cut is the entry as at which standing orders count, so that nobody chooses a policy by dice that he
knows.
"""

from __future__ import annotations

from pbem.engine.play import OPEN, Answer, Play
from pbem.engine.table import Event
from pbem.errors import ReplayMismatch
from pbem.ledger.checks.classes import GROUND, Kind
from pbem.ledger.checks.questions import is_moment
from pbem.ledger.draft import Draft
from pbem.ledger.glimpse import asked_of
from pbem.ledger.locks import check_asked
from pbem.ledger.values import MOST, READY, is_ready, replace
from pbem.protocol.bodies import AnyStep, Mailed, OpenQuestion, Order, Record

DROPPED = "What {side} had answered is dropped unopened, and asked again."


def put_again(draft: Draft, stands: str = "", answer: Answer | None = None) -> None:
    """Begin new ground: ask every open request again, and every other side for a `ready`.

    In a duel only those sides owe a `ready` again that owed one before, except as the game begins. What a side had
    answered to a request put to several is dropped, unopened. Only the `answer` that the GM has just decided for
    the side `stands` stays, and waits for the others'.
    """
    draft.ground, draft.cut, draft.failure = draft.n, -1, None
    once = not draft.offices.moderated and draft.n != draft.cases.begun
    sides_owing = tuple(draft.owing) if once else draft.sides
    draft.count_labels_anew()
    draft.brings.clear()
    draft.lapse()
    sides_dropped = list(draft.laid)
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
    for side, answers in play.checkpoint.answers.items():
        if isinstance(answers, list) and side != stands:
            sides_dropped.append(side)
            for slot in answers:
                draft.locks.pop(slot, None)
                draft.secrets.pop(slot, None)
    play.put_again()
    if answer is not None and play.requests:
        play.checkpoint.answers[stands] = answer
    play.table.events += [Event("", DROPPED.format(side=side)) for side in sides_dropped]
    if not draft.begun or draft.result is not None:
        return
    for request in draft.pending():  # after a fault: its links are known, so it is not gone on with
        draft.rest.pop(request.side, None)
        draft.ask(request.side, request.id)
    for side in sides_owing:
        if side not in draft.askings and side not in draft.absent:
            draft.ask(side, f"{READY}-{play.number}")


def settle(draft: Draft) -> None:
    """After any other step: what is open still keeps its number, what is new gets the next."""
    if draft.result is not None or draft.failure is not None:
        draft.askings.clear()
        return
    if draft.cases.proposal is not None:
        return  # the side that did not make it is asked
    open_now = {request.side: request.id for request in draft.pending()}
    for side, asking in list(draft.askings.items()):
        if not asking.is_ready and open_now.get(side) != asking.request:
            del draft.askings[side]
    _ask_new(draft, [(r.side, r.id) for r in draft.pending() if r.side not in draft.askings])


def _ask_new(draft: Draft, questions: list[tuple[str, str]]) -> None:
    """Ask all that an entry puts which is no new ground: (side, name)."""
    for side, name in questions:
        draft.ask(side, name, keep_link=len(questions) == 1 and draft.keeps_link(side))


def close(draft: Draft) -> None:
    """At the end of an entry: mark the one question that it put, if it put only one. A `ready` is none."""
    new = [s for s, one in draft.askings.items() if one.since == draft.n and not one.is_ready]
    if len(new) == 1:
        draft.askings[new[0]] = replace(draft.askings[new[0]], alone=True)


def open_questions(draft: Draft) -> tuple[OpenQuestion, ...]:
    """What is open now, for the record."""
    requests = {request.side: request for request in draft.pending()}
    questions = []
    for side in draft.sides:
        asking = draft.askings.get(side)
        if asking is None:
            continue
        row = asking.row(side)
        if draft.veiled and not asking.is_ready:
            row = asked_of(requests[side], row)
        questions.append(row)
    return tuple(questions)


def believe(draft: Draft, step: AnyStep, record: Record) -> None:
    """Take the open questions from the record, for a reader who cannot run the rules; `checks.questions` has checked
    it.

    A question that was open before keeps its number, a new one gets the next. `draft.laid` then holds the sides
    that have answered a question put to several. Raises ReplayMismatch if the record has other numbers.
    """
    askings_before = dict(draft.askings)
    draft.askings.clear()
    new_questions = []
    for question in record.questions:
        asking = askings_before.get(question.side)
        if asking is not None and (asking.number, asking.request) == (
            question.number,
            question.request,
        ):
            draft.askings[question.side] = asking
        else:
            new_questions.append((question.side, question.request))
            if question.kind == OPEN:
                check_asked(draft, question.side, question.text)
    _ask_new(draft, new_questions)
    for question in record.questions:
        right = draft.askings[question.side]
        if right.number != question.number:
            why = f"question {question.number} of {question.side} is not the next, {right.number}"
            raise ReplayMismatch(n=draft.n, why=why)
        if right.link != question.link_number:
            why = f"question {question.number} of {question.side} has link number {question.link_number} and not {right.link}"
            raise ReplayMismatch(n=draft.n, why=why)
    body = step.order.body if isinstance(step, Mailed) else None
    if isinstance(body, Order):
        if any(one.request == body.request for one in record.questions):
            draft.laid.append(body.author)  # it was put to several, and waits for the others
        else:
            draft.laid.clear()


def forget_lines(draft: Draft, kind: Kind, record: Record) -> None:
    """Drop the lines that no longer wait, for a reader who cannot run the rules.

    They are those of an order that ended, of a side that is asked again on new ground, and of an order that lapsed
    because everybody sees that its step of the sequence of play is over.
    """
    for ending in record.left:
        draft.rest.pop(ending.side, None)
    stage = _stage(draft, record)
    for side, order in [*draft.rest.items()]:
        # After these an order may wait in a step that began behind a line of its own.
        goes_on = kind.name == "ruling again" or len(record.decisions) >= MOST
        if order.entry == draft.n or goes_on:
            draft.rest[side] = replace(order, stage=stage)
        elif stage and order.stage not in ("", stage):
            del draft.rest[side]
    for question in record.questions if kind.of is GROUND else ():
        if not is_ready(question.request):
            draft.rest.pop(question.side, None)


def _stage(draft: Draft, record: Record) -> str:
    """The step of the sequence of play in which an entry ends; "" where nobody is asked for an order line or a stack
    between two decisions, since the position does not tell it then."""
    names = [one.request for one in record.questions]
    if any(is_ready(name) or is_moment(name) or name.startswith(f"{OPEN}-") for name in names):
        return ""
    return draft.rules.secrets.stage(draft.play.state) if names and not record.faults else ""
