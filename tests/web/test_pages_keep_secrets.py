"""Two worlds that differ only in what a side must not know give it the same page and the same answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.picture import face_down
from pbem.reports.writing import terms_of
from tests.web.alike import HIDING, told_alike
from tests.web.tables import Page, Table
from tests.web.test_looked_up import ended
from tests.web.worlds import two_worlds


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
    for kind in list(page.desk.seat.game.reactions)[:3]:
        told.append(repr(sorted(page.click("policies", kind=kind).parts.items())))
    for term in terms_of(page.desk.seat.game.ledger.rules):
        told.append(repr(sorted(page.click("fit", prefix="", n="0", term=term).parts.items())))
    for what in list(page.lit())[:12]:
        told.append(repr(sorted(page.click("peek", what=what).parts.items())))
        told.append(repr(sorted(page.click("pick", what=what).parts.items())))
        page.click("undo" if page.desk.seat.orders.lines else "widen")
    page.click("widen", every="yes")
    for line in page.lines()[:3]:
        told.append(repr(sorted(page.click("take", line=line).parts.items())))
        told.append(repr(sorted(ended(page, page.click("check")).parts.items())))
        told.append(repr(sorted(page.click("seal").parts.items())))
        page.click("undo")
    return told


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario", "options", "turns"), HIDING, ids=str)
def test_a_page_is_the_same_whatever_the_enemy_hides(
    tmp_path: Path, rules: str, scenario: str, options: dict[str, str], turns: int
) -> None:
    compared = 0
    table = Table(tmp_path, rules, scenario, options=options)
    for mine, other in told_alike(table, turns, 3, clicked):
        assert mine == other
        assert 'id="tray"' in mine[0], "what lies beside the question is compared too"
        compared += 1
    assert compared, "no two worlds looked alike to a side: this game hides nothing"


@pytest.mark.slow
def test_a_plan_of_the_enemy_lies_face_down_and_looks_alike_whatever_is_in_it() -> None:
    drawn = []
    for post in two_worlds():
        game = post.look("york")
        state, known = game.ledger.play.state, game.known("york")
        trays = game.ledger.rules.trays(state, "york", known)
        drawn.append(trays)
        theirs = [token for tray in trays for token in tray.tokens if token.side == "lancaster"]
        assert face_down("card", "lancaster")[0] in theirs
    assert drawn[0] == drawn[1]
