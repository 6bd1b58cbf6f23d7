"""Addresses learned from the mails that came, to be agreed to once by who sends to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.home import here
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.read.header import NOBODY, Sender
from pbem.protocol.bodies import Joined, Mailed

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.gm.inbox import Receipt
    from pbem.proof.reader import Reader


def hear(game: Game, receipts: Sequence[Receipt], senders: Mapping[str, Sender]) -> None:
    """Keep who sent the emails that were applied, and which of them each side sent last. Raises OSError, Garbled.

    An email that was applied before teaches nothing: anybody can copy it out of the log. A list's address is not
    its author's.
    """
    path = here.addresses(game.ledger.game)
    before = book = addresses.read(path)
    for receipt in receipts:
        if receipt.entry < 0 or receipt.again or senders.get(receipt.name, NOBODY).listed:
            continue
        step = game.save.entries[receipt.entry].body.step
        if isinstance(step, Joined | Mailed):
            side = step.order.body.author
            key = fingerprint(game, side)
            book = book.heard(side, senders.get(receipt.name, NOBODY), key)
    if book != before:
        addresses.write(path, book)


def unsure(game: Reader, book: Book) -> list[str]:
    """Sides whose address came by mail and waits for a word."""
    return [
        side
        for side in game.ledger.seats
        if (row := book.rows.get(side)) and not row.confirmed and row.key == fingerprint(game, side)
    ]


def origin_of(game: Reader, book: Book, side: str) -> str:
    """Where a side's mail came from; with a word if another side's comes from there too."""
    row = book.rows[side]
    same = [
        other for other, one in book.rows.items() if other != side and one.address == row.address
    ]
    also = f" (as does {' and '.join(same)})" if same else ""
    also += f", not from {row.instead}, which you wrote for it" if row.instead else ""
    return f"{side}, {game.ledger.seats[side].keys.name}, writes from {row.address}{also}."


def fingerprint(game: Reader, party: str) -> str:
    """Of who has this seat, or of the GM; "" for nobody yet and for the public."""
    if party == "gm":
        return game.ledger.table.gms[0].fingerprint
    seat = game.ledger.seats.get(party)
    return seat.keys.fingerprint if seat else ""
