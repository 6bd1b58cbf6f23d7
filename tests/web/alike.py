"""Worlds that differ only in what a side must not know, and what its page tells in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.engine import codec
from pbem.moderator.game import Game
from tests import drawn
from tests.moderator.people import any_line, asked_in
from tests.web.tables import Page, Table

HIDING = [
    ("plantagenet", "Ib", {}, 30),
    ("plantagenet", "Ib", {"hidden_mats": "yes"}, 30),
    ("richard_iii", "kingmaker", {}, 16),
]
"""Games in which a side chooses in secret, with their options and how many turns of them are looked at."""


def known(game: Game, side: str) -> tuple[Any, ...]:
    """All that a side may know: the position, its own cards, what is asked of whom, what it was told."""
    ledger = game.ledger
    rules = ledger.rules
    asked = [(r.side, r.kind, r.question, r.rule, r.id) for r in game.requests]
    first = game.last_order(side)
    stories = [repr((s.n, s.decisions, s.events, s.left)) for s in game.stories(first, None, side)]
    state = rules.veil(ledger.play.state, side)
    return codec.dump(state), game.known(side), asked, stories, len(game.save.entries)


def forked(table: Table, side: str) -> Iterator[Table]:
    """Two worlds: a side answers in two ways, everything else being the same."""
    game = table.look(side)
    lines = list(dict.fromkeys(any_line(game, table.random) for _ in range(30)))[:2]
    for n, line in enumerate(lines):
        other = table.copy(f"world {n}")
        with drawn.by(f"{table.folder.name} {side}"):
            mail = game.orders([line]).to_text()
            other.take({side: mail})
        yield other


def told_alike(
    table: Table, turns: int, most: int, look: Callable[[Page], list[str]]
) -> Iterator[tuple[list[str], list[str]]]:
    """In a game that is played on: what a side is told in two worlds that it cannot tell apart.

    Args:
        turns: of the game, after which nothing more is compared; nor once `most` such pairs were there when a turn begins.
        look: clicks on a page, and returns what was told.
    """
    compared = 0
    for _ in range(turns):
        public = table.look()
        if public.result is not None or compared == most:
            return
        asked = asked_in(public)
        if not public.ledger.owes_ready():
            worlds = list(forked(table, asked[0]))
            for reader in table.people:
                if len(worlds) < 2 or reader == asked[0]:
                    continue
                one, two = (known(world.look(reader), reader) for world in worlds)
                if one != two:
                    continue
                # One after the other: both lie in the same folder, where a page reads again what has changed.
                mine, other = (
                    look(world.page(reader, table.home(reader), anew=True)) for world in worlds
                )
                yield mine, other
                compared += 1
        table.turn()
