"""What an entry means that no event of the rules tells: a sentence each, for players who do not know the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.ledger.values import is_ready
from pbem.protocol.bodies import (
    Agree,
    Chaired,
    DuelPlayed,
    DuelReady,
    DuelResign,
    Joined,
    Mailed,
    Order,
    Ready,
    Rules,
    Ruling,
    Seated,
    Standing,
)
from pbem.reports.context import Passage

if TYPE_CHECKING:
    from pbem.proof.reader import Reader
    from pbem.protocol.bodies import (
        EntryBody,
        Fault,
        Record,
        SignedRefusal,
    )

READY_ASKED = (
    "You have nothing to decide, but the dice cannot be rolled until your computer has added its secret number. "
    "`pbem orders` writes the email for that at once, and whatever else you send carries it too."
)
READY_WRITTEN = "You have nothing to decide. This email adds a secret number from your computer, so that the dice can be rolled."
OTHERS_READY = "Nothing to decide: the dice wait for a secret number from this side's computer."
AGAIN = (
    "The position was changed, so every open decision is asked again, with new dice. Orders written before this "
    "no longer count."
)
READIES, STANDS = "ready", "standing"
"""Kinds of passages about a mail in which nothing was decided, which players are told in short."""
KINDS = {Ready: READIES, DuelReady: READIES, Standing: STANDS}
MOVES_THE_GROUND = ("void", "patch", "option", "impose", "rules")


def of_entry(game: Reader, n: int) -> list[str]:
    """What there is to say about entry `n` beside its story; nothing that is secret."""
    body = game.save.entries[n].body
    return [*_step(body), *_ground(body), *_record(body)]


def passages(game: Reader, n: int) -> Iterator[Passage]:
    """What a report says about entry `n` beside its story, in short where an email holds no decision."""
    body = game.save.entries[n].body
    yield from (Passage(_kind(body), in_short(words, _kind(body))) for words in _step(body))
    yield from (Passage("text", words) for words in (*_ground(body), *_record(body)))


def in_short(words: str, kind: str) -> str:
    """Of whoever is ready only that they are: why the dice need it is in `pbem explain`."""
    return f"{words.partition('. ')[0].rstrip('.')}." if kind == READIES else words


def _kind(body: EntryBody) -> str:
    match body.step:
        case Joined():
            return READIES
        case Mailed(order=mail) | DuelPlayed(order=mail):
            return KINDS.get(type(mail.body), "text")
        case _:
            return "text"


def _step(body: EntryBody) -> Iterator[str]:
    """What an entry was made from, in a sentence; nothing where the events of the rules tell it."""
    match body.step:
        case Joined(order=mail, ready=ready) if ready is not None:
            yield f"{mail.body.author.capitalize()} is ready to play."
        case Mailed(order=mail) | DuelPlayed(order=mail):
            side = mail.body.author.capitalize()
            match mail.body:
                case Ready() | DuelReady():
                    yield (
                        f"{side} is ready. This decides nothing: the next dice also need a secret number of "
                        f"{side}, so that nobody can know them before."
                    )
                case DuelResign():
                    yield f"{side} resigns."
                case Standing():
                    yield (
                        f"{side} sends new policies or scripts, sealed. They apply to orders written from now "
                        "on."
                    )
                case Order(openings=cards) if cards:
                    yield f"{side} turns up the card that it had kept from the GM."
                case _:  # what else a mail says is its own story
                    return
        case _:
            return


def _ground(body: EntryBody) -> Iterator[str]:
    if not moves_the_ground(body) or not body.record.questions:
        return
    yield AGAIN
    owing = [
        question.side.capitalize()
        for question in body.record.questions
        if is_ready(question.request)
    ]
    if owing:
        yield (
            f"First {' and '.join(owing)} must send an email that decides nothing, with a new secret number for the "
            "dice."
        )


def moves_the_ground(body: EntryBody) -> bool:
    """Does everything count anew after this entry (PROTOCOL.md, rule 5)?"""
    match body.step:
        case Seated() | Rules():
            return True
        case Chaired(role=role):
            return role == "handover"
        case Ruling(kind=kind):
            return kind in MOVES_THE_GROUND
        case Mailed(order=mail):
            return isinstance(mail.body, Agree)
        case _:
            return False


def _record(body: EntryBody) -> Iterator[str]:
    record = body.record
    for left_line in record.left:
        order = _order(left_line.side, left_line.entry, body.n)
        if isinstance(body.step, DuelPlayed):  # where nothing is sealed but cards and policies
            stop = f"{order[:1].upper()}{order[1:]} stops before line {left_line.place}."
            yield f"{stop} That line and the lines after it do not count."
        else:
            what = f"Line {left_line.place} of {order} cannot be carried out now."
            yield f"{what} The order ends there; what comes after it stays sealed and does not count."
    yield from (faulty(fault, body.n) for fault in record.faults)
    yield from _while_absent(record)


def faulty(fault: Fault, n: int) -> str:
    """A fault of entry `n`, in words."""
    what = "What this entry began"
    if fault.place:
        what = f"Line {fault.place} of {_order(fault.side, fault.entry, n)}"
    fallen = {0: "before any die", 1: "after 1 die"}.get(fault.rolls, f"after {fault.rolls} dice")
    return (
        f"{what} ended in an error of pbem {fault.program} ({fault.kind}), not of the rules, {fallen}. The position "
        "is as it was before it, and nobody is asked until the GM has ruled."
    )


def _order(side: str, entry: int, n: int) -> str:
    order = f"the order of {side.capitalize()}"
    return order if entry == n else f"{order} in entry {entry}"


def _while_absent(record: Record) -> Iterator[str]:
    absent = [roll for roll in record.rolls if roll.absent]
    if not absent:
        return
    sides = " and ".join(
        dict.fromkeys(side.capitalize() for roll in absent for side in roll.absent)
    )
    dice = "1 die" if len(absent) == 1 else f"{len(absent)} dice"
    yield (
        f"{dice} fell while {sides} was absent, without a new secret number of that side: whoever knew the other "
        "secret numbers could have known them."
    )


def refusal(game: Reader, signed: SignedRefusal) -> str:
    """A signed refusal, for the author of the order."""
    body = signed.body
    heads = game.heads
    at = (
        f"as the game stood after entry {heads.index(body.head)}"
        if body.head in heads
        else ("at a position that is not in this copy of the game")
    )
    return (
        f"The GM refused your order {body.order[:8]} ({body.why}), {at}: {body.words} "
        "The GM has signed this refusal, so you can show it to anybody. No die had been rolled for the order."
    )
