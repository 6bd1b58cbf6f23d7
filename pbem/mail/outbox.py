"""What a GM sends after applying mails: for each side its reports and its decision packet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.mail.packet import packet
from pbem.protocol.atomic import OPEN, SECRET, replace_file
from pbem.reports.context import PUBLIC, Context
from pbem.reports.formats import PICTURE, USUAL, find, render
from pbem.reports.from_game import context, with_map
from pbem.reports.png import png
from pbem.reports.svg import draw, map_of

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.ledger.story import Story

WIDTH = 1200


class Parcel(Struct, frozen=True):
    """What one reader gets: nothing in it was made from anything but that reader's own view.

    Attributes:
        report: its `audience` is the reader, a side or `public`.
        orders: the decision packet, ready to edit; "" for who is not asked.
    """

    report: Context
    orders: str

    @property
    def reader(self) -> str:
        return self.report.audience


def parcel(game: Game, stories: Sequence[Story], reader: str) -> Parcel:
    """A report about the entries just applied, and what its reader is asked."""
    before = _before(game, stories, reader if game.ledger.veiled else PUBLIC)
    told = [game.story_for(story, reader) for story in stories]
    report = with_map(game, context(game, reader, told, before))
    asked = {*game.ledger.askings, *(request.side for request in game.requests)}
    return Parcel(report, packet(game, reader) if reader in asked else "")


def parcels(game: Game, stories: Sequence[Story]) -> list[Parcel]:
    """For each side and for the public."""
    return [parcel(game, stories, reader) for reader in (*game.ledger.sides, PUBLIC)]


def named(game: Game, parcel: Parcel) -> str:
    """The beginning of the names of a parcel's files: the game, its last entry, the reader."""
    return f"{game.id}-{len(game.save.entries) - 1:03}-{parcel.reader}"


def mode(parcel: Parcel) -> int:
    """Only their owner may read files that hold a side's secrets."""
    return OPEN if parcel.reader == PUBLIC else SECRET


def write_all(
    game: Game,
    folder: Path,
    made: Sequence[Parcel],
    kinds: Sequence[str] = USUAL,
    flavour: str = "",
) -> list[Path]:
    """Each parcel as files: the report in these formats, and the packet. Nobody else may look into a
    folder that is made for them.

    Raises:
        NoRenderer: a picture is wanted and cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    written = []
    for parcel in made:
        name = named(game, parcel)
        for kind in kinds:
            path = folder / f"{name}.{PICTURE if kind == PICTURE else find(kind).suffix}"
            replace_file(path, _made(parcel.report, kind, flavour), mode=mode(parcel))
            written.append(path)
        if parcel.orders:
            path = folder / f"{name}-orders.toml"
            replace_file(path, parcel.orders.encode(), mode=mode(parcel))
            written.append(path)
    return written


def _before(game: Game, stories: Sequence[Story], side: str) -> Sequence[Story]:
    """What led to these stories, if they begin in the middle of a battle."""
    kinds = [event.kind for story in stories for event in story.events]
    fights = [kind for kind in kinds if kind.startswith("battle")]
    if fights[:1] == ["battle"] or (not fights and not game.view(PUBLIC).position.battle):
        return ()
    return game.led_to(stories[0].n, side)


def _made(report: Context, kind: str, flavour: str) -> bytes:
    if kind == PICTURE:
        return png(draw(map_of(report)), WIDTH)
    return render(report, kind, flavour).encode()
