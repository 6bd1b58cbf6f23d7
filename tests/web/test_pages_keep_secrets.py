"""Two worlds that differ only in what a side must not know give it the same page and the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.alike import HIDING, told_alike
from tests.web.tables import Page, Table


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
    for mine, other in told_alike(table, turns, 3, clicked):
        assert mine == other
        compared += 1
    assert compared, "no two worlds looked alike to a side: this game hides nothing"
