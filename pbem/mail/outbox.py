"""What a GM sends after applying mails: for each side its reports and its decision packet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

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


def write_all(
    game: Game,
    folder: Path,
    stories: Sequence[Story],
    kinds: Sequence[str] = USUAL,
    flavour: str = "",
) -> list[Path]:
    """The reports about the entries just applied, for each side and for the public; and for each
    side that is asked its decision packet, ready to edit. They are named after the game and its last
    entry; only their owner may read what holds a side's secrets, or look into a folder made for them.

    Raises:
        NoRenderer: a picture is wanted and cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    written = []
    asked = {*game.ledger.askings, *(request.side for request in game.requests)}
    veiled = game.ledger.veiled
    before = () if veiled else _before(game, stories, PUBLIC)
    for side in (*game.ledger.sides, PUBLIC):
        name = f"{game.id}-{len(game.save.entries) - 1:03}-{side}"
        mode = OPEN if side == PUBLIC else SECRET
        told = [game.story_for(story, side) for story in stories]
        earlier = _before(game, stories, side) if veiled else before
        report = with_map(game, context(game, side, told, earlier))
        for kind in kinds:
            path = folder / f"{name}.{PICTURE if kind == PICTURE else find(kind).suffix}"
            replace_file(path, _made(report, kind, flavour), mode=mode)
            written.append(path)
        if side in asked:
            path = folder / f"{name}-orders.toml"
            replace_file(path, packet(game, side).encode(), mode=mode)
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
