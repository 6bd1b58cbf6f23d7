"""Reports and finished mails of a GM: in which formats and where, as said, else as said last time, else as usual.

What was said is kept beside the identity, game by game; it is no part of the game.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.errors import UnknownFormat
from pbem.home import computer
from pbem.protocol.atomic import private_folder, replace_file
from pbem.reports.formats import FORMATS, PICTURE, USUAL
from pbem.round.entries import promised

if TYPE_CHECKING:
    from pbem.duel.duellist import Duellist
    from pbem.gm.game import Game
    from pbem.ledger.story import Story
    from pbem.proof.reader import Reader

NAMES = f"{', '.join(format.listed for format in FORMATS)} or {PICTURE}"


class Reports(Struct, frozen=True):
    """What was wished.

    Attributes:
        folder: None for `reports` beside the save. `none`: no reports at all.
        formats: as typed, `text,bbcode:phpbb`; "" for those of last time.
        outbox: where finished mails go; None for where they went last time. `no_outbox`: none any more.
    """

    folder: Path | None = None
    none: bool = False
    formats: str = ""
    outbox: Path | None = None
    no_outbox: bool = False

    def chosen(self, game: Game) -> tuple[list[str], str]:
        """The formats for a game, which are remembered for it. Raises UnknownFormat, NoRenderer."""
        formats_file = computer.folder() / "formats" / game.ledger.game
        typed = self.formats or (
            formats_file.read_text("utf-8") if formats_file.exists() else ",".join(USUAL)
        )
        formats = read(typed)
        if PICTURE in formats[0]:
            from pbem.drawing.png import renderer  # only pictures need it

            renderer()
        if self.formats:
            private_folder(formats_file.parent)
            replace_file(formats_file, f"{self.formats}\n".encode())
        return formats

    def mails(self, game: Reader | Duellist) -> Path | None:
        """The folder for finished emails, which is remembered for the game, else that of `pbem post`; None if none are
        wanted."""
        outbox_file = computer.folder() / "outboxes" / game.ledger.game
        if self.no_outbox:
            outbox_file.unlink(missing_ok=True)
            return None
        if self.outbox is not None:
            private_folder(outbox_file.parent)
            replace_file(outbox_file, os.fsencode(self.outbox.absolute()) + b"\n")
            return self.outbox
        if not outbox_file.exists():
            return computer.post_outbox()
        return Path(os.fsdecode(outbox_file.read_bytes().removesuffix(b"\n")))


class Parcels(Struct, frozen=True):
    """What is to be sent: reports as files, or finished mails."""

    reports: list[Path] = []
    mails: list[Path] = []


def read(typed: str) -> tuple[list[str], str]:
    """`text,bbcode:phpbb` as formats and the flavour of BBCode. Raises UnknownFormat."""
    kinds: list[str] = []
    flavour = ""
    known = {name for format in FORMATS for name in format.names} | {PICTURE}
    for word in filter(None, (part.strip().lower() for part in typed.split(","))):
        if word not in known:
            raise UnknownFormat(name=word, known=NAMES)
        kind, _, forum = word.partition(":")
        kinds += [] if kind in kinds else [kind]
        flavour = forum or flavour
    return kinds, flavour


def untold(game: Game, stories: Sequence[Story] = ()) -> list[Story]:
    """These stories, and those of earlier entries whose reports a kill left unwritten."""
    first = stories[0].n if stories else len(game.save.entries)
    last_reported = computer.last_reported_entry(game)
    earlier = game.stories(last_reported + 1, first - 1) if 0 <= last_reported < first - 1 else []
    return [*earlier, *stories]


def write_reports(game: Game, file: Path, stories: Sequence[Story], wish: Reports) -> Parcels:
    """Write what is to be sent about new entries, and remember that. Raises Unfinished."""
    parcels = written_parcels(game, file, stories, wish)
    with promised(f"{file} has the new entries", file):
        computer.set_told(game)
    return parcels


def written_parcels(game: Game, file: Path, stories: Sequence[Story], wish: Reports) -> Parcels:
    """Write what is to be sent about new entries; the files of reports and emails. Raises Unfinished."""
    untold_stories = untold(game, sorted(stories, key=lambda story: story.n))
    outbox = wish.mails(game)
    parcels = Parcels()
    if untold_stories and (outbox or not wish.none):
        from pbem.round.parcels import write_parcels  # slow to load

        formats, folder = wish.chosen(game), wish.folder or file.parent / "reports"
        with promised(f"{file} has the new entries", file):
            parcels = Parcels(
                *write_parcels(
                    game, file, untold_stories, formats, None if wish.none else folder, outbox
                )
            )
    return parcels


def on_disk(game: Game, file: Path) -> Parcels:
    """What was written about the last entries that were told, as far as it still lies where it usually does."""
    begin = f"{game.id}-{computer.last_reported_entry(game):03}-"
    outbox = Reports().mails(game)
    mails = outbox.glob(f"{begin}*.eml") if outbox else ()
    return Parcels(sorted((file.parent / "reports").glob(f"{begin}*")), sorted(mails))
