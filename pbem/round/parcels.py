"""What is sent to each reader about new entries, written as reports and as finished emails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.gm.game import Game
from pbem.home import computer, robot_homes
from pbem.ledger.story import Story
from pbem.ledger.values import PUBLIC
from pbem.mail import addresses
from pbem.mail.addresses import AddressRow, Book
from pbem.mail.write import eml, sequels
from pbem.mail.write.outbox import held_back, parcel, parcels, write_all
from pbem.reports.formats import SPOKEN
from pbem.round.correspondents import fingerprint, other_gms


def write_parcels(
    game: Game,
    file: Path,
    stories: Sequence[Story],
    formats: tuple[Sequence[str], str],
    folder: Path | None,
    outbox: Path | None,
) -> tuple[list[Path], list[Path]]:
    """Write to everybody but the robots here, and return the reports and the emails.

    Args:
        formats: kinds and flavour of the reports. `folder`: for reports, None for none.
        outbox: for emails, which go to the addresses that are sure; None for none. The public has an email only where
            it has an address.

    Raises OSError, Garbled.
    """
    kinds, flavour = formats
    book = addresses.read(computer.addresses(game.ledger.game)) if outbox is not None else Book()
    with_post = _with_a_post(game, book, file)
    every = parcels(game, stories, SPOKEN in kinds, with_post if folder is None else ())
    people = [one for one in every if not robot_homes.keeps(file, one.reader)]
    reports = write_all(game, folder, people, kinds, flavour) if folder is not None else []
    if outbox is None:
        return reports, []
    left_out = set(with_post)
    if book.of(PUBLIC) is None:
        # It goes to nobody, and to draw its picture is most of the work of a round.
        left_out.add(PUBLIC)
    without_post = [one for one in people if one.reader not in left_out]
    mails = eml.write_mails(game, outbox, without_post, book, file, kinds)
    mails += eml.write_to_gms(game, outbox, other_gms(game), book, file)
    if with_post:
        public_parcels = [one for one in every if one.reader == PUBLIC and not held_back(game, one)]
        public = public_parcels[0] if public_parcels else parcel(game, stories, PUBLIC)
        mails += sequels.write(game, outbox, public, with_post, file)
    return reports, mails


def _with_a_post(game: Game, book: Book, file: Path) -> dict[str, AddressRow]:
    """The sides whose emails a program reads, with their addresses."""
    rows_by_side = {}
    for side in game.ledger.seats:
        row = book.of(side, fingerprint(game, side))
        if row is not None and row.post and not robot_homes.keeps(file, side):
            rows_by_side[side] = row
    return rows_by_side
