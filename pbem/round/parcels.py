"""What is sent to each reader about new entries, written as reports and as finished emails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pbem.gm.game import Game
from pbem.home import here, robot_homes
from pbem.ledger.story import Story
from pbem.mail import addresses
from pbem.mail.write import eml
from pbem.mail.write.outbox import parcels, write_all
from pbem.reports.formats import SPOKEN


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
        outbox: for emails, which go to the addresses that are sure; None for none.

    Raises OSError, Garbled.
    """
    kinds, flavour = formats
    every = parcels(game, stories, SPOKEN in kinds)
    people = [one for one in every if not robot_homes.keeps(file, one.reader)]
    reports = write_all(game, folder, people, kinds, flavour) if folder is not None else []
    if outbox is None:
        return reports, []
    book = addresses.read(here.addresses(game.ledger.game))
    return reports, eml.write_mails(game, outbox, people, book, file, kinds)
