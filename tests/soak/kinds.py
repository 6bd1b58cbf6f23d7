"""Every kind of question of every game, and the random game that reaches it: `kinds.toml`.

    python -m tests.soak.kinds GAME:SCENARIO SEED [eager] [asks] [crowded] [passes] [for KIND] [--turns 400]

A line for each kind of question that this game reaches first, as the table has it.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from pbem import games
from pbem.engine.policies import reactions_of
from pbem.games import find
from tests import drawn
from tests.soak.walks import Walk, walked

GAMES = ("plantagenet", "richard_iii", "warriors", "plantagenet_1450")
TABLE = Path(__file__).with_name("kinds.toml")
ASKED = re.compile(r'\bRequest(?:\[[^\]]*\])?\(\s*(?:"\w+",)?[^"]*?"(\w+)"')
"""A question in the rules: its kind comes after its side, which is hardly ever a word in quotes."""


class Reached(NamedTuple):
    """Where a kind of question is put: in turn `turn` of a walk."""

    kind: str
    walk: Walk
    turn: int


def declared(rules: str) -> set[str]:
    """The kinds of question that a game's rules can put."""
    folder = Path(games.__file__).parent / rules
    texts = (file.read_text("utf-8") for file in folder.rglob("*.py"))
    return {kind for text in texts for kind in ASKED.findall(text)} | set(reactions_of(find(rules)))


def table() -> dict[str, Any]:
    """The table: game to kind to the words of a walk and a turn."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def reached(rules: str) -> list[Reached]:
    """Where each kind of a game is reached, walk by walk."""
    found = list[Reached]()
    for kind, words in table()[rules].items():
        walk, _, turn = words.rpartition(" turn ")
        found.append(Reached(kind, Walk.read(f"{rules}:{walk}"), int(turn)))
    return sorted(found, key=lambda one: (one.walk, one.turn))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("walk", nargs="+")
    parser.add_argument("--turns", type=int, default=400)
    words = parser.parse_args()
    walk, kinds = Walk.read(" ".join(words.walk)), set[str]()
    drawn.stand_in()
    with tempfile.TemporaryDirectory() as folder:
        for turn, _, request in walked(Path(folder), walk, words.turns):
            if request.kind not in kinds:
                kinds.add(request.kind)
                scenario = str(walk).partition(":")[2]
                print(f'{request.kind} = "{scenario} turn {turn}"', flush=True)


if __name__ == "__main__":
    main()
