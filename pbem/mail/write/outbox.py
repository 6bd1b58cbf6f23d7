"""What a GM sends after applying mails: for each side its reports and its decision packet."""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.drawing.png import png
from pbem.drawing.svg import draw
from pbem.ledger.cases import agreed
from pbem.mail.write.packet import packet
from pbem.protocol.atomic import OPEN, SECRET, replace_file
from pbem.reports.archive import game_shown
from pbem.reports.context import PUBLIC, Context, map_of
from pbem.reports.formats import PICTURE, USUAL, find, render
from pbem.reports.from_game import context, folded_report, report_for, with_map
from pbem.reports.midway import with_ended_battle
from pbem.reports.period import Period
from pbem.reports.tapping import with_writing

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.ledger.story import Story
    from pbem.player.player import Player
    from pbem.proof.reader import Reader

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


def parcel(game: Player, stories: Sequence[Story], reader: str, spoken: bool = False) -> Parcel:
    """A report about the entries just applied, for a side about all since its last orders, and what it is asked.

    Args:
        spoken: is the orders file to be listened to?
    """
    tales, first = [game.story_for(story, reader) for story in stories], stories[0].n
    begin = min(first, game.last_order(reader)) if reader != PUBLIC else first
    tales = [*(game.stories(begin, first - 1, reader) if begin < first else ()), *tales]
    before = _before(game, tales, reader if game.ledger.veiled else PUBLIC)
    report = with_map(game, folded_report(game, context(game, reader, tales, before), begin))
    report = with_ended_battle(game, report, first)
    asked_sides = {*game.ledger.askings, *(request.side for request in game.requests)}
    orders = packet(game, reader, spoken) if reader in asked_sides else ""
    return Parcel(with_writing(game, report), orders)


def parcels(
    game: Game, stories: Sequence[Story], spoken: bool = False, without: Container[str] = ()
) -> list[Parcel]:
    """For each side, but those `without`, and for the public, which may have to wait by the terms of the table."""
    sides = [side for side in game.ledger.sides if side not in without]
    for_sides = [parcel(game, stories, side, spoken) for side in sides]
    return [*for_sides, *for_onlookers(game, stories)]


def for_onlookers(game: Game, stories: Sequence[Story]) -> list[Parcel]:
    """The public's parcel; where onlookers are kept behind the game turn that they may see now, if there is one
    more, and at the end all that they have not seen."""
    delay, turns = agreed.of(game.ledger.genesis).delay, game.turns
    if not delay:
        return [parcel(game, stories, PUBLIC)]
    if game.result is not None:
        first = turns[-delay].first if len(turns) > delay else 1
        if first < stories[0].n:
            stories = [*game.stories(first, stories[0].n - 1), *stories]
        return [parcel(game, stories, PUBLIC)]
    seen = game_shown(game, delay)
    if seen is None or turns[-1].first < stories[0].n:
        return []
    return [Parcel(report_for(seen, PUBLIC, Period(turn=str(turns[-1 - delay].number))), "")]


def held_back(game: Game, parcel: Parcel) -> bool:
    """Does this parcel go to onlookers who are kept behind, and so must not get the save?"""
    return parcel.reader == PUBLIC and parcel.report.entry < len(game.save.entries) - 1


def file_stem(game: Reader, parcel: Parcel) -> str:
    """The beginning of the names of a parcel's files: the game, its last entry, the reader."""
    return f"{game.id}-{len(game.save.entries) - 1:03}-{parcel.reader}"


def mode(parcel: Parcel) -> int:
    """Only their owner may read files that hold a side's secrets."""
    return OPEN if parcel.reader == PUBLIC else SECRET


def write_all(
    game: Reader,
    folder: Path,
    to_write: Sequence[Parcel],
    kinds: Sequence[str] = USUAL,
    flavour: str = "",
) -> list[Path]:
    """Each parcel as files: the report in these formats, and the packet. Nobody else may look into a
    folder that is made for them.

    Raises:
        NoRenderer: a picture is wanted and cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    paths = []
    for parcel in to_write:
        name = file_stem(game, parcel)
        for kind in kinds:
            path = folder / f"{name}.{PICTURE if kind == PICTURE else find(kind).suffix}"
            replace_file(path, _made(parcel.report, kind, flavour), mode=mode(parcel))
            paths.append(path)
        if parcel.orders:
            path = folder / f"{name}-orders.toml"
            replace_file(path, parcel.orders.encode(), mode=mode(parcel))
            paths.append(path)
    return paths


def _before(game: Reader, stories: Sequence[Story], side: str) -> Sequence[Story]:
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
