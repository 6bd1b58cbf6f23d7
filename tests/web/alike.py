"""Worlds that differ only in what a side must not know, and what its page tells in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.engine import codec
from pbem.errors import PbemError
from pbem.gm.game import Game
from tests import drawn
from tests.moderator.people import any_line, asked_in
from tests.web.tables import Page, Table

Lines = dict[str, str]
"""What each side that is asked answers, in one turn."""
HIDING = [
    ("plantagenet", "Ib", {}, 15),
    ("plantagenet", "Ib", {"hidden_mats": "yes"}, 25),
    ("richard_iii", "kingmaker", {}, 8),
]
"""Games in which a side chooses in secret, with their options and how many turns of them are looked at."""


def known(game: Game, side: str) -> tuple[Any, ...]:
    """All that a side may know: the position, its own cards, what is asked of whom, what it was told."""
    ledger = game.ledger
    rules = ledger.rules
    asked = [(r.side, r.kind, r.question, r.rule, r.id) for r in game.requests]
    first = game.last_order(side)
    stories = [repr((s.n, s.decisions, s.events, s.left)) for s in game.stories(first, None, side)]
    state = rules.secrets.veil(ledger.play.state, side)
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


def drifted(table: Table, reader: str, turns: int) -> Iterator[tuple[Table, Table]]:
    """Two worlds that are played on, each otherwise wherever `reader` cannot tell, ever farther apart."""
    one, two = table.copy("one"), table.copy("two")
    before: tuple[Table, Table] | None = None
    for turn in range(turns):
        if one.look().result is not None:
            return
        found = _on(table, _pairs(one, two, reader), (one, two), reader, f"{turn} {reader}")
        if found is None and before is not None:
            # What one of them did in secret came to light: so it does the same in both.
            (one, two), before = before, None
            pairs = [pair for pair in _pairs(one, two, reader) if pair[0] == pair[1]]
            found = _on(table, pairs, (one, two), reader, f"{turn} {reader}")
        if found is None:
            return
        before, (one, two) = (one, two), found
        if truth(one) != truth(two):
            yield one, two


def _on(
    table: Table,
    pairs: list[tuple[Lines, Lines]],
    worlds: tuple[Table, Table],
    reader: str,
    name: str,
) -> tuple[Table, Table] | None:
    """The worlds after the first pair of answers that leaves them the same to the reader; None if none does."""
    for pair in pairs:
        one, two = (
            _taken(table, world, lines, name) for world, lines in zip(worlds, pair, strict=True)
        )
        if one is None or two is None:
            continue
        if known(one.look(reader), reader) == known(two.look(reader), reader):
            return one, two
    return None


def truth(table: Table) -> object:
    """All that is hidden from somebody."""
    ledger = table.look("gm").ledger
    return codec.dump(ledger.play.state), ledger.known()


def _pairs(one: Table, two: Table, reader: str) -> list[tuple[Lines, Lines]]:
    """One side's answers in both worlds, those first that are likest to look the same and are not."""
    asked = sorted(asked_in(one.look()), key=lambda side: side == reader)
    side = asked[0]
    mine, other = (_answers(world, side) for world in (one, two))
    same = [({side: line}, {side: line}) for line in mine if line in other]
    if side == reader:
        return same[:4]
    apart = [({side: a}, {side: b}) for a in mine for b in other if a != b]
    apart.sort(key=lambda pair: pair[0][side].split()[1:] != pair[1][side].split()[1:])
    return [*apart[:8], *same[:4]]


def _answers(table: Table, side: str) -> list[str]:
    """Some of what it may answer, in no order."""
    game = table.look(side)
    found = [any_line(game, table.random) for _ in range(12)]
    if not game.owes_ready and game.request().stack is None:
        found += [option.line for option in game.legal()]
    found = list(dict.fromkeys(found))
    table.random.shuffle(found)
    return found


def _taken(table: Table, world: Table, lines: Lines, name: str) -> Table | None:
    """The world with these answers; None if they are refused there."""
    made = world.copy(name)
    mails: dict[str, str | bytes] = {}
    try:
        for side, line in lines.items():
            with drawn.by(f"{name} {side}"):
                mails[side] = world.look(side).orders([line]).to_text()
        made.take(mails)
    except (PbemError, AssertionError):
        return None
    made.folder, made.random = table.folder, world.random
    return made
