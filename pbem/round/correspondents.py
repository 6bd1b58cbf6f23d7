"""Addresses learned from return slips, and from acceptances, which whoever sends emails there confirms once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.errors import PbemError
from pbem.home import computer
from pbem.ledger.values import GM
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.read.header import NOBODY, Sender
from pbem.protocol import slip
from pbem.protocol.bodies import Joined, Mailed
from pbem.protocol.public import Keys
from pbem.protocol.slip import Slip

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.gm.inbox import Receipt
    from pbem.proof.reader import Reader


def hear(game: Game, receipts: Sequence[Receipt], senders: Mapping[str, Sender]) -> None:
    """Keep from where each side joined, and which email it sent last. Raises OSError, Garbled.

    Only an email that was applied for the first time counts: anybody can send a copy of it later.
    """
    path = computer.addresses(game.ledger.game)
    old_book = book = addresses.read(path)
    for receipt in receipts:
        if receipt.entry < 0 or receipt.again:
            continue
        step = game.save.entries[receipt.entry].body.step
        if isinstance(step, Joined | Mailed):
            side = step.order.body.author
            learn = book.heard if isinstance(step, Joined) else book.answered
            book = learn(side, senders.get(receipt.name, NOBODY), fingerprint(game, side))
    if book != old_book:
        addresses.write(path, book)


def hear_slips(game: Game, texts: Iterable[str | bytes]) -> list[Slip]:
    """Keep where seats want their emails, as their return slips say, and return the slips that their keys signed.

    A slip that is older than a known one changes nothing. Raises OSError, Garbled.
    """
    path = computer.addresses(game.ledger.game)
    old_book = book = addresses.read(path)
    good = []
    for signed_slip in (posted for text in texts for posted in slip.from_text(text)):
        seat = game.ledger.seats.get(signed_slip.author)
        if signed_slip.game != game.ledger.game or seat is None:
            continue
        try:
            own_slip = slip.opened(signed_slip, game.holder.keys.values(), seat.keys)
            key = seat.keys.fingerprint
            book = book.slipped(own_slip.author, own_slip.address, key, own_slip.n, own_slip.post)
        except PbemError:  # another key's, of somebody who had the seat before, or forged
            continue
        good.append(own_slip)
    if book != old_book:
        addresses.write(path, book)
    return good


def hear_newcomer(game: Reader, side: str, sender: Sender) -> None:
    """Keep from where the claim came by which somebody has just taken a seat over, or become a GM. Raises OSError, Garbled."""
    path = computer.addresses(game.ledger.game)
    before = addresses.read(path)
    book = before.heard(side, sender, fingerprint(game, side))
    if book != before:
        addresses.write(path, book)


def hear_gm(game: Reader, sender: Sender) -> None:
    """Keep which email of the GM the next one to them answers: the one that brought something new. Raises OSError, Garbled."""
    path = computer.addresses(game.ledger.game)
    before = addresses.read(path)
    book = before.answered("gm", sender, fingerprint(game, "gm"))
    if book != before:
        addresses.write(path, book)


def unsure(game: Reader, book: Book) -> list[str]:
    """Sides, and another GM, whose address came by mail and waits for a word."""
    return [
        side
        for side in (*game.ledger.seats, *[GM] * bool(other_gms(game)))
        if (row := book.rows.get(side)) and not row.confirmed and row.key == fingerprint(game, side)
    ]


def origin_of(game: Reader, book: Book, side: str) -> str:
    """Where a side's mail came from; with a word if another side's comes from there too."""
    row = book.rows[side]
    same = [
        other
        for other, other_row in book.rows.items()
        if other != side and other_row.address == row.address
    ]
    also = f" (as does {' and '.join(same)})" if same else ""
    also += f", not from {row.instead}, which you wrote for it" if row.instead else ""
    name = other_gms(game)[0].name if side == GM else game.ledger.seats[side].keys.name
    return f"{side}, {name}, writes from {row.address}{also}."


def other_gms(game: Reader) -> list[Keys]:
    """The GMs of a game who can apply emails to it, but for whoever reads it here."""
    own = game.identity.ssh if game.identity is not None else ""
    return [gm for gm in game.ledger.table.gms if gm.ssh != own]


def fingerprint(game: Reader, party: str) -> str:
    """Of who has this seat, or of the GM, for a GM of another one; "" for nobody yet and for the public."""
    if party == GM:
        return (other_gms(game) or game.ledger.table.gms)[0].fingerprint
    seat = game.ledger.seats.get(party)
    return seat.keys.fingerprint if seat else ""
