"""A folder of finished games of all rule sets from a seed; one in eleven is dishonest, and one in ten a duel."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pbem.club.each import Piece
from pbem.protocol.bodies import Mailed
from tests import clocks
from tests.engine.random_play import SCENARIOS
from tests.soak.club import duel
from tests.soak.club.cheats import ENDINGS, ORDERS, UNSEEN, Cheat, honest_end
from tests.soak.club.game import BEGUN, Played

Table = tuple[str, str, dict[str, str]]
TABLES: list[Table] = [
    *((rules, scenario.upper(), {}) for rules, scenario in SCENARIOS),
    ("plantagenet", "IB", {"hidden_mats": "yes"}),
]
KINDS = (*ORDERS, *ENDINGS)
EVERY = 11
"""One game in so many is dishonest; the number has no divisor in common with that of the tables."""
TO_THE_END = 23
"""One in so many goes on to the end by the rules, or for LONG mails; in the others somebody resigns EARLY."""
EARLY, LONG = (4, 24), 80
TRIES = 3
"""Games of a table in which a cheat looks for its occasion, such as a die, before he goes to the next."""
EVENTS: tuple[Callable[[Played], None] | None, ...] = (
    None,
    Played.rule,
    None,
    Played.substitute,
    Played.leave_unanswered,
)
"""What happens halfway, in turns."""
DUELS = 10
"""One honest game in so many has no GM."""
HIDING = "richard_iii"
"""A game in all of whose scenarios pieces are hidden."""


class Made(NamedTuple):
    """What was put into a folder: `cheat` is "" in an honest game."""

    file: str
    rules: str
    cheat: str
    event: str
    entries: int


def pieces(count: int, seed: int, every: int = EVERY) -> list[Piece]:
    """The games of a folder, for `each.in_order` with `make`."""
    return [
        Piece(f"{number:05}", (str(number), str(seed), str(every)), f"{seed} {every}")
        for number in range(count)
    ]


def making(folder: Path) -> partial[Made]:
    return partial(make, str(folder))


def make(folder: str, given: tuple[str, ...]) -> Made:
    """Play a game into a folder of its own, and cheat in it if it is its turn."""
    number, seed, every = map(int, given)
    name, mark = f"{number:05}/game.toml", f"club {seed} {number}"
    path = Path(folder, name)
    path.parent.mkdir(exist_ok=True)
    kind = KINDS[number // every % len(KINDS)] if number % every == every - 1 else None
    if kind is None and number % DUELS == 0:
        player = duel.resigned(mark, random.Random(mark).randint(*EARLY))
        path.write_bytes(player.email())
        return Made(name, duel.RULES, "", "duel", len(player.entries))
    with clocks.at(BEGUN):
        table, game, data, event = moderated(number, mark, kind)
        path.write_bytes(data)
        for file, text in game.reveals().items():
            path.with_name(file).write_text(text)
    cheat = kind.__name__ if kind else ""
    return Made(name, table[0], cheat, event, len(game.gm.save.entries))


def moderated(
    number: int, mark: str, kind: Callable[..., object] | None
) -> tuple[Table, Played, bytes, str]:
    """A table, its game, the bytes of its save, and the name of what happened in it."""
    if kind in ORDERS:
        table, game = cheated(number, mark, ORDERS[ORDERS.index(kind)])
        return table, game, honest_end(game), ""
    table = TABLES[number % len(TABLES)]
    game = Played(*table, mark)
    mails = LONG if number % TO_THE_END == 0 else game.random.randint(*EARLY)
    event = EVENTS[number // len(TABLES) % len(EVENTS)]
    game.play(min(mails, EARLY[1]) // 2)
    if event is not None:
        event(game)
    game.play(mails)
    ending = ENDINGS[ENDINGS.index(kind)] if kind in ENDINGS else honest_end
    return table, game, ending(game), event.__name__ if event else ""


def cheated(number: int, mark: str, kind: Cheat) -> tuple[Table, Played]:
    """A game with this kind of cheating at an order: at its own table or, where there is no occasion for it, at
    one of the next."""
    hiding = kind.__name__ in UNSEEN["verify"]
    tables = [table for table in TABLES if table[0] == HIDING] if hiding else TABLES
    for again in range(TRIES * len(tables)):
        table = tables[(number + again // TRIES) % len(tables)]
        game = Played(*table, f"{mark} {again}")
        # Some games are soon over, and of some decks only the first mails have a shuffle.
        game.play(game.random.randint(*EARLY) // 2 if again % TRIES < TRIES - 1 else 0)
        while game.mails <= EARLY[1] and (mail := game.order()) is not None:
            if kind(game, mail):
                return table, game
            game.log(Mailed(order=mail))
    raise LookupError(f"there is no occasion for {kind.__name__} at any table")
