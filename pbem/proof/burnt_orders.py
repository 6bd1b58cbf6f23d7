"""What an order would have rolled that was sent and never taken: a witness may have seen it and disliked it.

A GM sees the dice of an order before he logs it. Other dice for it he gets only by a ruling, a rewind, an
absence, a new version or a new key, which all see. The order's first die would have brought out the GM's next
link, which the next die in the log brings out too; so its author's client says here what it would have rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from pbem.engine.request import Request
from pbem.engine.standing import Prepared
from pbem.engine.table import Cards, Holds, cards_in
from pbem.errors import PbemError
from pbem.ledger import sealed
from pbem.ledger.chance import Chance, Reached, held_slot
from pbem.ledger.fold import EyesOf, ledger_after
from pbem.ledger.ledger import Ledger
from pbem.ledger.sight import Eyes
from pbem.ledger.take import take
from pbem.ledger.values import Position, Statements
from pbem.protocol import dice, envelope
from pbem.protocol.bodies import Chaired, Envelope, Mailed, Order, Orders, Ready, Rolled, Standing
from pbem.protocol.entry import Entry


class Burnt(Struct, frozen=True):
    """An order of one's own that no entry holds, though its question is gone.

    Attributes:
        asking, revision: of its question. `by`: the entry that closed that.
        rolls: label and value of the dice that would have fallen, as far as they can be known;
            None while no later link of the GM is out.
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
    """Of the orders that this player has sent those that no entry took, with what each would have rolled.

    `ledger` is after the last entry. Raises what `fold` raises.
    """
    burnt_orders = []
    for mail in sent:
        body = mail.body
        if not isinstance(body, Order) or body.game != ledger.game or body.author != own.side:
            continue
        if envelope.digest(mail) in ledger.cases.said:
            continue
        asking = ledger.askings.get(own.side)
        if asking is not None and asking.number <= body.question:
            continue
        other_entry = _taken(entries, body)
        if other_entry is not None:
            other_order = other_entry.body.step.order.body  # type: ignore[union-attr]
            if not isinstance(other_order, Order) or other_order.revision >= body.revision:
                continue
        closing_entry = other_entry.n if other_entry is not None else _closed_by(entries, body)
        last_open = _last_open(entries, body)
        link = _next_link(entries[last_open + 1 :])
        try:
            rolls, stop_reason = _would_roll(entries[: last_open + 1], mail, eyes, own, link)
        except NotOut as error:
            burnt_orders.append(
                Burnt(body.question, body.revision, closing_entry, None, str(error))
            )
            continue
        burnt_orders.append(Burnt(body.question, body.revision, closing_entry, rolls, stop_reason))
    return burnt_orders


def _taken(entries: Sequence[Entry], body: Order) -> Entry | None:
    """The entry that holds an answer to the same question, such as an earlier revision."""
    return next((entry for entry in entries if _answers(entry, body)), None)


def _answers(entry: Entry, body: Order) -> bool:
    step = entry.body.step
    body_taken = step.order.body if isinstance(step, Mailed) else None
    return (
        isinstance(body_taken, Order | Ready)
        and body_taken.author == body.author
        and body_taken.question == body.question
    )


def _closed_by(entries: Sequence[Entry], body: Order) -> int:
    """The entry after which the question was not open any more."""
    seen = False
    for entry in entries:
        is_open = any(
            question.side == body.author and question.number == body.question
            for question in entry.body.record.questions
        )
        if seen and not is_open:
            return entry.n
        seen = seen or is_open
    return 0


def _last_open(entries: Sequence[Entry], body: Order) -> int:
    """The last entry after which its question was open."""
    return max(
        (
            entry.n
            for entry in entries
            for question in entry.body.record.questions
            if (question.side, question.number) == (body.author, body.question)
        ),
        default=0,
    )


class NotOut(Exception):
    """The GM's link that the first die needs is not known, with the reason if it never will be."""


def _next_link(later: Sequence[Entry]) -> str | NotOut:
    """The link of the GM's that the next die brought out."""
    for entry in later:
        step = entry.body.step
        if isinstance(step, Chaired) and step.role == "handover":
            return NotOut("another GM has taken over")
        if entry.body.record.link:
            return entry.body.record.link
    return NotOut()


def _would_roll(
    entries: Sequence[Entry], mail: Envelope, eyes: EyesOf, own: Eyes, link: str | NotOut
) -> tuple[tuple[Rolled, ...], str]:
    """Take the order where its question was last open, with the GM's link that is known by now. Raises NotOut."""
    before = ledger_after(entries, eyes=eyes)
    chance = WhatIf(link, own)
    try:
        entry_draft = take(before, Mailed(order=mail), chance)
    except Reached as reached:
        return chance.rolls, reached.label or "a hidden card decides what follows"
    except PbemError as error:
        return chance.rolls, str(error)
    return entry_draft.record.rolls, ""


class WhatIf(Chance):
    """Chance as it would have been: the dice are known, other people's secrets are not."""

    def __init__(self, link: str | NotOut, own: Eyes) -> None:
        super().__init__(_no_past)
        self._link, self._own = link, own

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        return tuple(self.draft.notes.rolls)

    def dice_link(self, number: int) -> str:
        if isinstance(self._link, NotOut):
            raise self._link
        return self._link

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
