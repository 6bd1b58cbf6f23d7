"""A page for a human judge: how the playouts ended, and the position with what every side knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.engine.document import Heading, Item, Items, Map, Note, cells
from pbem.reports.from_game import position, with_map

if TYPE_CHECKING:
    from pbem.engine.document import AnyPart
    from pbem.engine.odds import Answer, Line, OutcomeGroup
    from pbem.proof.reader import Reader

ONLY = (
    "For the judge only: this page holds the secrets of all sides. Show it to no player while the game can still "
    "go on."
)


def page(game: Reader, answer: Answer) -> tuple[AnyPart, ...]:
    """The page. `game`: with all secrets (`proof.adjudicate.unsealed`)."""
    return tuple(_page(game, answer))


def _page(game: Reader, answer: Answer) -> Iterator[AnyPart]:
    """The judge's page: how the rest would go, the common position, then what each side knows."""
    yield Note(ONLY, mark="lead")
    yield Note(summary(answer), mark="call")
    yield Heading(f"{game.title}, for the judge", 1)
    yield Heading("Played out", 2, "story")
    yield Note(f"{answer.games} games, seed {answer.seed}: the same seed gives the same games.")
    for block in answer.blocks:
        rows = tuple(
            Item(cells(share_text(line, answer.games)), line.label) for line in block.lines
        )
        yield Items(rows, block.title)
    yield from (Note(note) for note in answer.notes)
    common = position(game, "public")
    yield Heading("The table", 2)
    players = ", ".join(f"{seat.keys.name} ({side})" for side, seat in game.ledger.seats.items())
    lines = [f"{players}.", f"{common.position.now}, after entry {common.entry}.", *common.notices]
    lines += [f"Asked: {question.cited}" for question in common.asked]
    yield Items(tuple(Item(cells(row)) for row in lines))
    yield Note(common.terms, "Terms of the table")
    for side, about in game.ledger.rules.sides.items():
        side_report = with_map(game, position(game, side))
        yield Heading(f"What the {about.people} know", 2)
        if side_report.picture is not None:
            yield Map(side_report.picture, side_report.title, side_report.position.now)
        yield from side_report.position.parts
    yield Note(f"Log fingerprint {common.entry}:", mark="foot", copied=common.log_head)


def summary(answer: Answer) -> str:
    """Who wins how often, in words: `York wins 58 of 100 games: that is between 48 and 67 times in 100.`"""
    sentences = [
        f"{line.label} {share_text(line, answer.games)}." for line in winners(answer).lines
    ]
    return " ".join(sentences)


def winners(answer: Answer) -> OutcomeGroup:
    """The block that tells who wins."""
    return answer.blocks[0]


def share_text(line: Line, games: int) -> str:
    """How often, and between which bounds that lies 95 times in 100 (Wilson's interval)."""
    low, high = round(100 * line.low), round(100 * line.high)
    return f"{line.count} of {games} games, which means {low} to {high} times in 100"
