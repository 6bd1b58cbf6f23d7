"""From an open game to a report: for one reader, or for everybody after the GM has applied mails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.moderator import veil
from pbem.moderator.clock import running
from pbem.reports.bbcode import Flavour
from pbem.reports.context import PUBLIC, Context, EntryStory, Point, asked_of, build, story
from pbem.reports.period import Period
from pbem.reports.render import Format, render
from pbem.reports.svg import draw, map_of

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.story import Story

LATEST = Period()


def report(
    game: Game,
    side: str = "",
    form: Format = "text",
    period: Period = LATEST,
    flavour: Flavour = "bgg",
) -> str:
    """The report for `side` ("" for the identity's own seat, the GM sees the public one).

    Where the period is over, with the position as it was then. Raises NoSuchTurn.
    """
    return render(told(game, side, period), form, flavour)


def told(game: Game, side: str = "", period: Period = LATEST) -> Context:
    """The context of a report about a period, with the map and the line of the score."""
    first, last = period.entries(game, side)
    stories = game.stories(1, last, side)
    then = game if last == len(game.save.entries) - 1 else game.before(last)
    return with_map(then, context(then, side, stories[first - 1 :], stories[: first - 1]))


def with_map(game: Game, told: Context) -> Context:
    """A report with the board of the position and the line of the score."""
    rules, state = game.ledger.rules, game.ledger.play.state
    eyes = PUBLIC if game.past and game.ledger.veiled else told.audience
    return replace(told, board=rules.board(veil.seen(rules, state, eyes), eyes))


def trend(game: Game) -> tuple[str, tuple[Point, ...]]:
    """What the score is called, and its course: at the start, then at the end of each turn."""
    ledger = game.ledger
    start = ledger.rules.score(
        ledger.rules.setup(ledger.genesis["scenario"], ledger.genesis["options"])
    )
    if start is None:
        return "", ()
    turns = (Point(turn.name, turn.score) for turn in game.turns)
    return start.name, (Point("start", start.value), *turns)


def position(game: Game, side: str = "") -> str:
    """Only the position and what is asked."""
    return render(context(game, side, ()), "text")


def drawn(game: Game, side: str = "", period: Period = LATEST) -> str:
    """The map for `side` as SVG, with the moves of a period as arrows. Raises NoSuchTurn."""
    return draw(map_of(told(game, side, period)))


def context(
    game: Game, side: str, stories: Sequence[Story], before: Sequence[Story] = ()
) -> Context:
    """The context of a report about `stories` and the position now.

    Args:
        before: what was before them, of which a battle that went on is told again.
    """
    view = game.view(side)
    told = [_entry(one) for one in stories]
    earlier = [_entry(one) for one in since_battle(before)]
    reader = PUBLIC if game.past else view.side
    clock = game.ledger.desk.clock
    asked = [
        replace(
            asked_of(request, reader, view.known), by="" if game.past else clock.by(request.side)
        )
        for request in game.requests
    ]
    result = game.result
    rules = game.ledger.rules.name
    n = len(game.save.entries) - 1
    ending = result.reason if result else ""
    shown = build(
        game.title,
        rules,
        view.side,
        told,
        view.position,
        asked,
        game.head,
        n,
        ending,
        earlier=earlier,
    )
    name, points = trend(game)
    return replace(
        shown,
        notices=(*_deadlines(game), *game.ledger.desk.notices()),
        last=game.last,
        seen_by_all=game.past and game.ledger.veiled and view.side != PUBLIC,
        trend=points,
        score_name=name,
    )


def _entry(told: Story) -> EntryStory:
    return story(told.n, told.side, told.key, told.decisions, told.events, told.left, told.why)


def since_battle(stories: Sequence[Story]) -> Sequence[Story]:
    """The last of these stories, from the one on in which a battle began; none without one."""
    for at in range(len(stories) - 1, -1, -1):
        if any(event.kind == "battle" for event in stories[at].events):
            return stories[at:]
    return ()


def _deadlines(game: Game) -> list[str]:
    """By when who must answer."""
    clock = running(game.ledger)
    told = [clock.told(request.side) for request in game.requests]
    return [text for text in told if text]
