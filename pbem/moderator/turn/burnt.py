"""What an order would have rolled that was sent and never taken: a witness may have seen it and disliked it.

A GM sees the dice of an order before he logs it. Other dice for it he gets only by a ruling, a rewind, an
absence, a new version or a new key, which all see. Chains hash downwards: once a later answer link is out,
everybody can compute the one that would have answered the burnt order; so its author's client says here
what he would have rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.engine.table import Cards, Holds, cards_in
from pbem.errors import PbemError
from pbem.moderator.ledger import sealed
from pbem.moderator.ledger.chance import Chance, Reached, held_slot
from pbem.moderator.ledger.eyes import Eyes
from pbem.moderator.ledger.fold import EyesOf, folded
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.ledger.take import take
from pbem.moderator.ledger.values import Position, Statements
from pbem.protocol import dice, envelope
from pbem.protocol.bodies import Envelope, Mailed, Order, Orders, Ready, Rolled, Standing
from pbem.protocol.chain import answer_chain
from pbem.protocol.entry import Entry
from pbem.protocol.hashing import H


class Burnt(Struct, frozen=True):
    """An order of one's own that no entry holds, though its asking is gone.

    Attributes:
        asking, revision: its number. `by`: the entry that closed the asking.
        rolls: label and value of the dice that would have fallen, as far as they can be known;
            None while no later answer link is out.
        stopped: what could not be known after them, "" if nothing.
    """

    asking: int
    revision: int
    by: int
    rolls: tuple[Rolled, ...] | None
    stopped: str = ""


def burnt(
    ledger: Ledger, entries: Sequence[Entry], sent: Sequence[Envelope], eyes: EyesOf, own: Eyes
) -> list[Burnt]:
    """The burnt ones of the orders that this player has sent; `ledger` is after the last entry.

    Raises what `fold` raises.
    """
    found = []
    for mail in sent:
        body = mail.body
        if not isinstance(body, Order) or body.game != ledger.game or body.author != own.side:
            continue
        if envelope.digest(mail) in ledger.cases.said:
            continue
        pair, asking = ledger.chains.pairs[own.side], ledger.askings.get(own.side)
        taken = _taken(entries, body)
        if asking is not None and asking.number <= body.question:
            continue
        if taken is not None:
            said = taken.body.step.order.body  # type: ignore[union-attr]
            if isinstance(said, Order) and said.revision < body.revision:
                known = taken.body.record.link
                rolls, stopped = _would_roll(entries, mail, eyes, own, known)
                found.append(Burnt(body.question, body.revision, taken.n, rolls, stopped))
            continue
        closed = _closed_by(entries, body)
        if pair.number < body.question:
            found.append(Burnt(body.question, body.revision, closed, None))
            continue
        answer = _answer(entries, body)
        if answer is None:
            found.append(
                Burnt(body.question, body.revision, closed, None, "another GM has taken over")
            )
            continue
        rolls, stopped = _would_roll(entries, mail, eyes, own, answer)
        found.append(Burnt(body.question, body.revision, closed, rolls, stopped))
    return found


def _taken(entries: Sequence[Entry], body: Order) -> Entry | None:
    """The entry that holds an answer to the same asking, such as an earlier revision."""
    return next((entry for entry in entries if _answers(entry, body)), None)


def _answers(entry: Entry, body: Order) -> bool:
    step = entry.body.step
    said = step.order.body if isinstance(step, Mailed) else None
    return (
        isinstance(said, Order | Ready)
        and said.author == body.author
        and said.question == body.question
    )


def _closed_by(entries: Sequence[Entry], body: Order) -> int:
    """The entry after which the asking was not open any more."""
    seen = False
    for entry in entries:
        is_open = any(
            asked.side == body.author and asked.number == body.question
            for asked in entry.body.record.questions
        )
        if seen and not is_open:
            return entry.n
        seen = seen or is_open
    return 0


def _answer(entries: Sequence[Entry], body: Order) -> str | None:
    """The witness's link of the burnt asking, hashed down from a later one."""
    for entry in entries:
        step = entry.body.step
        said = step.order.body if isinstance(step, Mailed) else None
        if not isinstance(said, Order | Ready) or said.author != body.author:
            continue
        if said.question > body.question:
            link = entry.body.record.link
            for k in range(said.question, body.question, -1):
                link = H("link", answer_chain(body.author), k, link)
            return link
    return None


def _would_roll(
    entries: Sequence[Entry], mail: Envelope, eyes: EyesOf, own: Eyes, answer: str
) -> tuple[tuple[Rolled, ...], str]:
    """Take the order where its asking stood, with the witness's link that is known by now."""
    body = mail.body
    last = max(
        (
            entry.n
            for entry in entries
            if any(
                asked.side == own.side and asked.number == body.question  # type: ignore[union-attr]
                for asked in entry.body.record.questions
            )
        ),
        default=0,
    )
    before = folded(entries[: last + 1], eyes=eyes)
    chance = WhatIf(answer, own)
    try:
        taken = take(before, Mailed(order=mail), chance)
    except Reached as reached:
        return chance.rolls, reached.label or "a hidden card decides what follows"
    except PbemError as error:
        return chance.rolls, str(error)
    return taken.record.rolls, ""


class WhatIf(Chance):
    """Chance as it would have been: the dice are known, other people's secrets are not."""

    def __init__(self, answer: str, own: Eyes) -> None:
        super().__init__(_no_past)
        self._answer, self._own = answer, own

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        return tuple(self.draft.notes.rolls)

    def answer(self, side: str, number: int) -> str:
        return self._answer

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        raise Reached

    def open(self, slot: str) -> str | None:
        known = self.draft.secrets.get(slot)
        if known is None:
            raise Reached
        return known.card

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        raise Reached

    def show(self, slots: tuple[str, ...], card: str) -> str:
        return held_slot(self.draft.secrets, slots, card)

    def proven(self, slots: tuple[str, ...], holds: Holds) -> bool:
        cards = cards_in(slots, self.draft.known())
        if "" in cards:
            raise Reached
        return holds(cards)

    def orders(self, body: Order | Standing) -> Orders | None:
        return sealed.unseal(self._own.key, body, self._own.side)

    def statement(self, waiting: Statements, index: int) -> tuple[str, str]:
        text = waiting.texts[index]
        if text is None:
            raise Reached("a sealed line of another side")
        return waiting.salts[index], text

    def prepared(self, request: Request) -> Prepared | None:
        if request.side != self._own.side:
            raise Reached("another side's standing orders, or its own answer")
        return None


def _no_past(n: int) -> Position:
    raise Reached


__all__ = ["Burnt", "WhatIf", "burnt", "dice"]
