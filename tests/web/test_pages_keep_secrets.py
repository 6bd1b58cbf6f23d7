"""Two worlds that differ only in what a side must not know give it the same page and the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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


def clicked(page: Page) -> list[str]:
    """The page, and what it answers to whatever can be clicked, but for the sealing."""
    told = [page.html]
    for verb, words in (
        ("looked", {}),
        ("policies", {}),
        ("widen", {"every": "yes"}),
        ("shape", {}),
    ):
        told.append(repr(sorted(page.click(verb, **words).parts.items())))
    for what in list(page.lit())[:12]:
        told.append(repr(sorted(page.click("peek", what=what).parts.items())))
        told.append(repr(sorted(page.click("pick", what=what).parts.items())))
        page.click("widen")
    page.click("widen", every="yes")
    for line in page.lines()[:3]:
        told.append(repr(sorted(page.click("take", line=line).parts.items())))
        told.append(repr(sorted(page.click("check").parts.items())))
        told.append(repr(sorted(page.click("seal").parts.items())))
        page.click("undo")
    return told


@pytest.mark.parametrize(("rules", "scenario", "options", "turns"), HIDING, ids=str)
def test_a_page_is_the_same_whatever_the_enemy_hides(
    tmp_path: Path, rules: str, scenario: str, options: dict[str, str], turns: int
) -> None:
    compared = 0
    table = Table(tmp_path, rules, scenario, options=options)
    for _ in range(turns):
        public = table.look()
        if public.result is not None or compared == 3:
            break
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
                clicks = [
                    clicked(world.page(reader, table.home(reader), anew=True)) for world in worlds
                ]
                assert clicks[0] == clicks[1]
                compared += 1
        table.turn()
    assert compared, "no two worlds looked alike to a side: this game hides nothing"
