"""A folder of finished games of all rule sets from a seed; one in eleven is dishonest."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from pbem.club.each import Piece
from pbem.protocol.bodies import Mailed
from tests.engine.random_play import SCENARIOS
from tests.soak.many.cheats import ENDINGS, ORDERS, Cheat, honest_end
from tests.soak.many.game import Played

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
EARLY, LONG = (8, 32), 300
TRIES = 3
"""Games of a table in which a cheat looks for its occasion, such as a die, before he goes to the next."""


class Made(NamedTuple):
    """What was put into a file: `cheat` is "" in an honest game."""

    file: str
    rules: str
    cheat: str
    entries: int


def pieces(count: int, seed: int, every: int = EVERY) -> list[Piece]:
    """The games of a folder, for `each.in_order` with `make`."""
    return [
        Piece(f"{number:04}.toml", (str(number), str(seed), str(every)), f"{seed} {every}")
        for number in range(count)
    ]


def making(folder: Path) -> partial[Made]:
    return partial(make, str(folder))


def make(folder: str, given: tuple[str, ...]) -> Made:
    """Play a game, and cheat in it if it is its turn."""
    number, seed, every = map(int, given)
    table, mark = TABLES[number % len(TABLES)], f"many {seed} {number}"
    kind = KINDS[number // every % len(KINDS)] if number % every == every - 1 else None
    if kind is None:
        cheat, game = "", Played(*table, mark)
        game.play(LONG if number % TO_THE_END == 0 else game.random.randint(*EARLY))
        data = honest_end(game)
    elif kind in ENDINGS:
        cheat, game = kind.__name__, Played(*table, mark)
        game.play(game.random.randint(*EARLY))
        data = ENDINGS[ENDINGS.index(kind)](game)
    else:
        cheat = kind.__name__
        table, game = cheated(number, mark, ORDERS[ORDERS.index(kind)])
        data = honest_end(game)
    name = f"{number:04}.toml"
    Path(folder, name).write_bytes(data)
    return Made(name, table[0], cheat, len(game.gm.save.entries))


def cheated(number: int, mark: str, kind: Cheat) -> tuple[Table, Played]:
    """A game with this kind of cheating at an order: at its own table or, where there is no occasion for it, at
    one of the next."""
    for again in range(TRIES * len(TABLES)):
        table = TABLES[(number + again // TRIES) % len(TABLES)]
        game = Played(*table, f"{mark} {again}")
        # Some games are soon over, and of some decks only the first mails have a shuffle.
        game.play(game.random.randint(*EARLY) // 2 if again % TRIES < TRIES - 1 else 0)
        while game.mails <= EARLY[1] and (mail := game.order()) is not None:
            if kind(game, mail):
                return table, game
            game.log(Mailed(order=mail))
    raise LookupError(f"there is no occasion for {kind.__name__} at any table")
