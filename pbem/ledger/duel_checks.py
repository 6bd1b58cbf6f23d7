"""What may be taken next in a duel (PROTOCOL.md, section 19).

A module of its own, so that whoever only lists games can tell whether an answer behind a log could go in.
"""

from __future__ import annotations

from pbem.engine.request import OPEN
from pbem.errors import (
    AlreadySeated,
    GameOver,
    Garbled,
    NotYourTurn,
    OldQuestion,
    OutOfSequence,
    SideTaken,
    Stale,
    WrongGame,
    WrongSide,
)
from pbem.ledger import duel_share, locks
from pbem.ledger.draft import Draft, check_answering
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import Asking
from pbem.protocol import envelope
from pbem.protocol.bodies import (
    DuelAccept,
    DuelAgree,
    DuelAnswer,
    DuelClaim,
    DuelEnvelope,
    DuelNo,
    DuelOrder,
    DuelPropose,
    DuelReady,
    DuelResign,
    DuelStep,
    Keys,
)
from pbem.protocol.offices import DECK, DICE, MOVE

AGREE = "agree"
"""The kind of the question whether somebody agrees to what the other side proposes."""


def check(ledger: Ledger, step: DuelStep) -> None:
    """May this be taken now?

    Raises:
        WrongGame, WrongSide, Oversized, BadSignature, Stale, GameOver, NotYourTurn, OutOfSequence, OldQuestion, BadLink,
        SideTaken, AlreadySeated, Garbled, BadStatement: nothing has changed.
    """
    body = step.order.body
    if isinstance(body, DuelAccept):
        _check_accept(ledger, step.order, body)
    elif isinstance(body, DuelClaim):
        _check_claim(ledger, step.order, body)
    else:
        check_answer(ledger, step.order, body)
        if body.author != first_asked(ledger):
            why = f"both are asked, and the answer of {first_asked(ledger)} goes first"
            raise NotYourTurn(side=body.author, waiting=why)


def _check_said(ledger: Ledger, mail: DuelEnvelope, keys: Keys | None = None) -> str:
    body = mail.body
    if body.game != ledger.game:
        raise WrongGame(found=body.game[:8], expected=ledger.game[:8])
    if body.author not in ledger.sides:
        raise WrongSide(signer=keys.name if keys else "somebody", claimed=body.author)
    envelope.verify_in_duel(mail, keys or ledger.seat_of(body.author).keys)
    if body.head not in ledger.heads:
        raise Stale(found="?", expected=ledger.n)
    return body.author


def _check_accept(ledger: Ledger, mail: DuelEnvelope, body: DuelAccept) -> None:
    side = _check_said(ledger, mail, body.keys)
    if side in ledger.seats:
        seat = ledger.seats[side]
        if seat.keys.ssh == body.keys.ssh:  # an email that comes again
            hint = "You have let this player in already."
            raise OutOfSequence(found=0, side=side, expected=seat.since, hint=hint)
        raise SideTaken(side=side, name=seat.keys.name)
    if role := ledger.side_of(body.keys.ssh):
        raise AlreadySeated(name=body.keys.name, role=role)
    _check_fresh(ledger, body)


def _check_fresh(ledger: Ledger, body: DuelAccept | DuelClaim) -> None:
    fresh = [body.keys.x25519, *body.anchors.values()]
    if len({*fresh, *ledger.table.used}) < len(fresh) + len(ledger.table.used):
        raise Garbled(why="its sealing key or its anchor stands in this game already")


def numbers_for(ledger: Ledger, side: str) -> dict[str, int]:
    """Where new chains of a side begin."""
    chains = ledger.chains
    return {MOVE: chains.links.get(side, 0), DICE: chains.answers[side].number, DECK: 0}


def _check_claim(ledger: Ledger, mail: DuelEnvelope, body: DuelClaim) -> None:
    side = _check_said(ledger, mail, body.keys)
    if not ledger.begun:
        raise NotYourTurn(side=side, waiting="not everybody has joined")
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    if body.keys.ssh != ledger.seat_of(side).keys.ssh:
        raise WrongSide(signer=body.keys.name, claimed=side)
    if body.head != ledger.head:
        raise Stale(found=ledger.heads.index(body.head), expected=ledger.n)
    if dict(body.numbers) != numbers_for(ledger, side):
        raise Garbled(why="its chains do not begin where the game is")
    _check_fresh(ledger, body)


def first_asked(ledger: Ledger) -> str:
    """The side whose answer goes in next: of two that are asked the first in genesis order; "" for none."""
    return next((side for side in ledger.sides if side in ledger.askings), "")


def check_answer(ledger: Ledger, mail: DuelEnvelope, body: DuelAnswer) -> None:
    """Pass if this answers the question that its side has open in a duel, and could go in, once it is its turn. Raises
    as `check`."""
    side = _check_said(ledger, mail)
    if not ledger.begun:
        raise NotYourTurn(side=side, waiting="not everybody has joined")
    asking = ledger.askings.get(side)
    if body.question <= ledger.chains.latest[side].question:
        hint = "That question has been answered already."
        expected = ledger.chains.numbers[side] + (asking is None)
        raise OutOfSequence(found=body.question, side=side, expected=expected, hint=hint)
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    if asking is None:
        raise NotYourTurn(side=side, waiting=f"{first_asked(ledger)} is asked")
    if body.question != asking.number:
        hint = "The entry with that question is not in this copy."
        raise OutOfSequence(found=body.question, side=side, expected=asking.number, hint=hint)
    request = body.request if isinstance(body, DuelOrder) else asking.request
    if not isinstance(body, _answers_to(asking)) or request != asking.request:
        raise OldQuestion(found=request, expected=asking.request)
    if body.head != ledger.heads[asking.since]:
        raise Stale(found=ledger.heads.index(body.head), expected=asking.since)
    check_answering(side, ledger.chains.moves[side], asking.link, body.link)
    if isinstance(body, DuelOrder):
        _check_cards(ledger, body)
    duel_share.check(ledger, mail)


def _check_cards(ledger: Ledger, body: DuelOrder) -> None:
    """Pass if an order lays down the stack, or turns up the card, that its question asks for, and nothing else.

    Raises:
        Garbled: it does not. BadOpening: it turns up another card than was laid there.
    """
    request = ledger.request(body.author)
    slots = locks.stack_slots(request)
    if [row.slot for row in body.plan] != slots:
        expected = f"the {len(slots)} cards that are asked for" if slots else "no cards"
        raise Garbled(why=f"its answer seals {expected}, and others stand here")
    asked_for = [ledger.to_open(request)] if request.kind == OPEN else []
    if [opening.slot for opening in body.openings] != asked_for:
        raise Garbled(why="it does not turn up the card that its question asks for, and no other")
    for opening in body.openings:
        Draft(ledger).learn(opening.slot, opening.salt, opening.card)


def _answers_to(asking: Asking) -> tuple[type[DuelAnswer], ...]:
    """How a question can be answered."""
    if asking.is_ready:
        return DuelReady, DuelResign
    if asks_to_agree(asking):
        return DuelAgree, DuelNo, DuelResign
    return DuelOrder, DuelPropose, DuelResign


def asks_to_agree(asking: Asking) -> bool:
    """Does this question ask whether somebody agrees?"""
    return asking.request.startswith(f"{AGREE}-")
