"""Two worlds that differ only in what a side must not know give it the same answers, looked up, foretold or tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.errors import PbemError
from pbem.web.lookups.try_seat import TrySeat
from pbem.web.server.page import Answer
from tests.tiers import soaked
from tests.web.alike import HIDING, told_alike
from tests.web.tables import Page, Table
from tests.web.test_looked_up import ended

HASH = re.compile(r"\b[0-9a-f]{16,}\b")
"""Commitments, links and hashes may differ."""


def told(page: Page, verb: str, **words: str) -> str:
    """What a click answers, a refusal too; of long work what it comes to."""
    try:
        answer = page.click(verb, **words)
        if answer.job:
            answer = ended(page, answer)
    except PbemError as error:
        answer = Answer(said=str(error))
    return HASH.sub("#", repr((sorted(answer.parts.items()), answer.said)))


def looked_up(page: Page) -> list[str]:
    """What is answered to what can be looked up, with the same dice."""
    seat = page.desk.seat
    spaces = seat.stand.picture.spaces
    things = [f"place:{space.id}" for space in spaces if space.pieces]
    things += [f"piece:{piece.id}" for space in spaces for piece in space.pieces]
    found = [told(page, "about", what=what) for what in things[:12]]
    last = str(len(seat.game.save.entries) - 1)
    found += [told(page, verb) for verb in ("looked", "check", "odds", "speak", "notes", "verify")]
    found.append(told(page, "explain", entry=last))
    found += [told(page, "foretold", name="battle", games="10", **{"odds:at": space.id})
              for space in spaces if len({piece.side for piece in space.pieces}) > 1]  # fmt: skip
    found.append(told(page, "turn", games="3"))
    found += [told(page, "chance", line=line) for line in page.lines()[:2]]
    page.click("close")
    return [*found, *tried(page)]


def tried(page: Page) -> list[str]:
    """A branch of some lines, and what they may bring."""
    found = [told(page, "branch", name="one"), told(page, "take", line="dice ask")]
    side = page.desk.seat.side
    for line in page.lines()[:2]:
        found.append(told(page, "take", line=line))
    found.append(told(page, "take", line=f"robot {'york' if side == 'lancaster' else 'lancaster'}"))
    for _ in range(2):
        found += [told(page, "fan", line=""), told(page, "take", line="dice 1")]
    found += [told(page, "undo"), told(page, "set", seed="5"), told(page, "try")]
    assert isinstance(page.desk.seat.inner, TrySeat) or "cannot try" in found[0], found[0]
    return [*found, told(page, "drop", name="one")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options", "turns"), soaked(HIDING, HIDING[::2]), ids=str
)
def test_what_is_looked_up_is_the_same_whatever_the_enemy_hides(
    tmp_path: Path, rules: str, scenario: str, options: dict[str, str], turns: int
) -> None:
    compared = 0
    table = Table(tmp_path, rules, scenario, options=options)
    for one, two in told_alike(table, turns, 2, looked_up):
        for mine, other in zip(one, two, strict=True):
            assert mine == other
        compared += 1
    assert compared, "no two worlds looked alike to a side: this game hides nothing"
