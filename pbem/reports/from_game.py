"""From an open game to a report: for one reader, or for everybody after the GM has applied mails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.engine.ruleset import Score
from pbem.mail.packet import packet
from pbem.moderator.clock import running
from pbem.reports.bbcode import Flavour
from pbem.reports.context import PUBLIC, Context, EntryStory, asked_of, build, story
from pbem.reports.render import SUFFIX, Format, render
from pbem.reports.svg import draw, map_of

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.story import Story


def report(
    game: Game,
    side: str = "",
    form: Format = "text",
    since: int | None = None,
    entry: int | None = None,
    flavour: Flavour = "bgg",
) -> str:
    """The report for `side` ("" for the identity's own seat, the GM sees the public one).

    Args:
        since: first entry to tell; default: the reader's own last order.
        entry: tell only this one, with the position after it.
    """
    first = game.last_order(side) if since is None else since
    if entry is not None:
        past = game.before(entry)
        told, trend = _told(past, entry, form)
        return render(with_map(past, context(past, side, told), trend), form, flavour)
    told, trend = _told(game, first, form)
    return render(with_map(game, context(game, side, told), trend), form, flavour)


def _told(game: Game, first: int, form: Format) -> tuple[list[Story], list[Score]]:
    """Stories from entry `first` on; for formats that draw it also the score after each entry."""
    if form not in ("html", "json") or game.ledger.veiled:
        return game.stories(first), []
    stories, trend = [], []
    for ledger, told in game.history():
        stories += [told] if told.n >= first else []
        score = ledger.rules.score(ledger.play.state)
        trend += [score] if score else []
    return stories, trend


def with_map(game: Game, told: Context, trend: Sequence[Score] = ()) -> Context:
    """A report with the board of the position now and the line of the score."""
    rules, state = game.ledger.rules, game.ledger.play.state
    board = rules.board(rules.veil(state, told.audience), told.audience)
    name = trend[-1].name if trend else ""
    values = tuple(score.value for score in trend)
    return replace(told, board=board, trend=values, score_name=name)


def position(game: Game, side: str = "") -> str:
    """Only the position and what is asked."""
    return render(context(game, side, ()), "text")


def drawn(game: Game, side: str = "", since: int | None = None) -> str:
    """The map for `side` as SVG, with the moves since entry `since` (default: as in `report`)."""
    first = game.last_order(side) if since is None else since
    return draw(map_of(with_map(game, context(game, side, game.stories(first)))))


def context(game: Game, side: str, stories: Sequence[Story]) -> Context:
    """The context of a report about `stories` and the position now."""
    view = game.view(side)
    told: list[EntryStory] = [
        story(s.n, s.side, s.key, s.decisions, s.events, s.left, s.why) for s in stories
    ]
    asked = [asked_of(request, view.side, view.known) for request in game.requests]
    result = game.result
    rules = game.ledger.rules.name
    n = len(game.save.entries) - 1
    ending = result.reason if result else ""
    shown = build(game.title, rules, view.side, told, view.position, asked, game.head, n, ending)
    return replace(shown, notices=(*_deadlines(game), *game.ledger.desk.notices()))


def _deadlines(game: Game) -> list[str]:
    """By when who must answer."""
    clock = running(game.ledger)
    told = [clock.told(request.side) for request in game.requests]
    return [text for text in told if text]


def write_all(game: Game, folder: Path, stories: Sequence[Story]) -> list[Path]:
    """A text report for each side and for the public about the entries just applied; and for each
    side that is asked its decision packet, ready to edit."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for side in sorted({request.side for request in game.requests}):
        path = folder / f"{len(game.save.entries) - 1:03}-{side}-orders.toml"
        path.write_text(packet(game, side), encoding="utf-8")
        written.append(path)
    for side in (*game.ledger.sides, PUBLIC):
        path = folder / f"{len(game.save.entries) - 1:03}-{side}.{SUFFIX['text']}"
        told = [game.story_for(story, side) for story in stories]
        path.write_text(render(context(game, side, told), "text"), encoding="utf-8")
        written.append(path)
    return written
