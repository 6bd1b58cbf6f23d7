"""Draw sentences that players read, for somebody who has not written them.

python -m tests.soak.sentences --seed 1

A hundred are from README and guide, a hundred from help, refusals and prompts, twenty-five from reports of a
random game of each rule set. The reader marks each that has to be read twice.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Iterator

from pbem.errors import PbemError
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.reports.context import PUBLIC
from pbem.reports.from_game import context
from tests.guide.pages import PAGES, prose
from tests.guide.test_words import HELP, kinds, literals
from tests.moderator.people import GM, Post, joined

EACH, OF_A_GAME = 100, 25
WHOLE = re.compile(r"(?!(SELECT|DELETE|INSERT|UPDATE|CREATE|AND) )[A-Z].*[.!?]$", re.DOTALL)
"""Not a statement of SQL."""
ENTRIES = 120
"""Of a random game, at most."""


def sentences(text: str) -> Iterator[str]:
    """Whole ones of at least five words, without tables, code, and the examples of a help page (after `\\b`)."""
    for paragraph in re.split(r"\n\s*\n|\n(?=[-*|#])", text):
        if not paragraph.lstrip().startswith(("|", "#", "<!--", "\b")):
            for one in re.split(r"(?<=[.!?:])\s+(?=[A-Z`])", " ".join(paragraph.split())):
                if len(one.split()) >= 5:
                    yield one.lstrip("-* ")


def reports(rules: str, seed: int) -> Iterator[str]:
    """What the story of a random game says."""
    made = Game.new(GM, rules, next(iter(find(rules).scenarios())), {}, {}, bytes(range(32)))
    post = joined(Post(made.dumps(), seed)).ready()
    while len(post.look().save.entries) < ENTRIES and post.look().result is None:
        post.turn()
    game = post.look()
    for entry in context(game, PUBLIC, game.stories(1, len(game.save.entries) - 1)).entries:
        yield from (one.text for one in entry.passages if one.text and one.kind != "order")


def drawn(all: Iterable[str], count: int, chance: random.Random) -> list[str]:
    each = sorted(set(all))
    return chance.sample(each, min(count, len(each)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    chance = random.Random(parser.parse_args().seed)
    guide = [one for page in PAGES for one in sentences(prose(page))]
    terminal = [one for text in HELP.values() for one in sentences(text)]
    terminal += [kind.says for kind in kinds(PbemError) if len(kind.says.split()) >= 5]
    terminal += [text for _, text in literals() if WHOLE.match(text) and len(text.split()) >= 5]
    for name, all in (("guide", guide), ("terminal", terminal)):
        for one in drawn(all, EACH, chance):
            print(name, one.strip(), sep="\t")
    for rules in GAMES:
        for one in drawn(reports(rules, chance.randrange(1000)), OF_A_GAME, chance):
            print(rules, one, sep="\t")


if __name__ == "__main__":
    main()
