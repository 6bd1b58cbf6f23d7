"""What the turn ahead leaves open is answered by choosing, into lines, scripts and policies."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import NotOnThisPage
from pbem.web.lookups.turn_ahead import Walk
from tests.says import says
from tests.web.tables import Page, Table
from tests.web.test_looked_up import at, ended


def planning(folder: Path) -> Page:
    """The page of a side that lays its Plan."""
    table = Table(folder, "plantagenet", "Ib", seed=1)
    for _ in range(60):
        page = at(table)
        request = page.desk.seat.request
        if request is not None and request.stack is not None:
            return page
        table.turn()
    raise AssertionError("nobody plans")


@pytest.mark.slow
def test_a_card_without_a_script_is_answered(tmp_path: Path) -> None:
    page = planning(tmp_path)
    seat = page.desk.seat
    assert seat.request is not None
    stack = seat.request.stack
    assert stack is not None
    cards = [card for card, n in stack.limits.items() for _ in range(n if n >= 0 else stack.size)]
    for card in sorted(cards, key=lambda card: card == "pass")[: stack.size]:
        page.click("put", word=card)
    page.click("stacked")
    told = ended(page, page.click("turn", games="6")).parts["drawer"]
    walk = seat.drawer
    assert isinstance(walk, Walk)
    assert says(told, "reports.foresight.summary", 6)
    able = [n for n, one in enumerate(walk.found.open) if not one.wanted and not one.later]
    assert able, "nothing is left open"
    n = able[0]
    one = walk.found.open[n]
    line = one.robot[0][0]
    assert set(dict(one.robot)) <= set(dict(one.possible)), "what the robot does is possible"
    assert f'data-at="{n}"' in told
    answer = page.click("then", at=str(n), line=line)
    assert f"Answered: <code>{line}</code>" in answer.parts["drawer"].replace("&gt;", ">")
    mine = seat.orders
    written = [*mine.lines, *mine.scripts.values(), *(mine.reactions or {}).values()]
    assert any(line in text for text in written)
    with pytest.raises(NotOnThisPage):
        page.click("then", at=str(n), line=line)
    for other in able[1:2]:
        assert "Left open" in page.click("then", at=str(other), line="ask").said
    page.click("undo")
    assert seat.orders != mine


def test_nothing_is_answered_that_was_not_asked(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(4))
    with pytest.raises(NotOnThisPage):
        page.click("then", at="0", line="pass")
