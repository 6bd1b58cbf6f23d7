"""Where a game by email asks each kind of question: what `kinds.toml` holds, and how a row of it is played again.

    python -m tests.soak.kinds [--games warriors:standard_1455,...] [--seeds 3] [--turns 300] [--minutes 5]

It prints a row for each kind that the table has no game for, and at its end what is still missing.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pbem.gm.game import Game
from tests.moderator.people import any_line, asked_in
from tests.random_games import RandomPlayer
from tests.web.tables import Table

TABLE = Path(__file__).with_name("kinds.toml")
ROOT = Path(__file__).parents[2]
CALL = re.compile(r"""\bRequest(?:\[[^]]*\])?\(\s*[^,()"]*(?:"[a-z]+"|\([^()]*\))?,\s*"(\w+)",""")
"""A request with the kind spelled out, after the side that is asked."""
RULES = ("plantagenet", "richard_iii", "warriors", "plantagenet_1450")
GAMES = (
    "richard_iii:wars_of_the_roses,richard_iii:kingmaker,warriors:standard_1455,plantagenet:Ia,"
    "plantagenet:Ib,plantagenet:II,plantagenet:III,plantagenet_1450:bosworth_1485,"
    "plantagenet_1450:wars_of_the_roses"
)


class Put(NamedTuple):
    """A question that somebody is asked; `turn`: how many rounds of answers came before."""

    kind: str
    side: str
    turn: int
    save: bytes


def declared(rules: str) -> set[str]:
    """The kinds of question that the code of a game spells out."""
    files = (ROOT / "pbem" / "games" / rules).rglob("*.py")
    calls = [found for path in files for found in CALL.findall(path.read_text(encoding="utf-8"))]
    return set(calls)


def rows() -> dict[str, dict[str, dict[str, Any]]]:
    """By game and kind: `scenario`, `seed`, `turn` and `side`, or `why` it has no such row yet."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def line(game: Game, player: RandomPlayer) -> str:
    """A legal line that does something, for the most part."""
    if game.owes_ready or game.request().stack is not None:
        return any_line(game, player.random)
    option = player.random.choice(player.tempting(list(game.legal())))
    group = [name for name in option.group if player.random.random() < 0.9][: option.limit]
    return option.line + (f" with {' '.join(group)}" if group else "")


def questions(rules: str, scenario: str, seed: int, turns: int) -> Iterator[Put]:
    """All that is asked in so many rounds of a random game by email, which is the same each time."""
    player = RandomPlayer(f"{scenario} {seed}")
    player.eager = True
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), rules, scenario, seed)
        for turn in range(turns):
            public = table.look()
            if public.result is not None:
                return
            asked = [(side, table.look(side)) for side in asked_in(public)]
            for side, game in asked:
                for request in game.requests:
                    if request.side == side and not game.owes_ready:
                        yield Put(request.kind, side, turn, table.save)
            table.take({side: game.orders([line(game, player)]).to_text() for side, game in asked})


def found(rules: str, wanted: dict[str, dict[str, Any]]) -> Iterator[Put]:
    """The questions of these rows; each random game is played once, as far as its last row."""
    games = dict[tuple[str, int], dict[tuple[str, str, int], int]]()
    for kind, row in wanted.items():
        if "turn" in row:
            rows_of_game = games.setdefault((row["scenario"], row["seed"]), {})
            rows_of_game[kind, row["side"], row["turn"]] = row["turn"]
    for (scenario, seed), left in games.items():
        for put in questions(rules, scenario, seed, 1 + max(left.values())):
            if left.pop((put.kind, put.side, put.turn), None) is not None:
                yield put
        assert not left, f"{rules} {scenario} {seed} no longer asks {sorted(left)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=5)
    words = parser.parse_args()
    known, ends = rows(), time.monotonic() + 60 * words.minutes
    for seed in range(1, words.seeds + 1):
        for name in words.games.split(","):
            rules, _, scenario = name.partition(":")
            for put in questions(rules, scenario, seed, words.turns):
                if time.monotonic() > ends:
                    break
                if "turn" not in known[rules].get(put.kind, {}):
                    known[rules][put.kind] = {"turn": put.turn}
                    print(
                        f'{rules}.{put.kind} = {{ scenario = "{scenario}", seed = {seed}, '
                        f'turn = {put.turn}, side = "{put.side}" }}',
                        flush=True,
                    )
    for rules in RULES:
        print(
            rules, "without a game:", *sorted(k for k, row in known[rules].items() if "why" in row)
        )


if __name__ == "__main__":
    main()
