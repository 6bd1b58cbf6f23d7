"""After a die that is no check its outcomes are looked at one by one, and lines are written for some of them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import PbemError
from tests.says import says
from tests.web.tables import Page, Table

FACES = range(1, 7)


def activating(folder: Path) -> Page:
    """The page of who has activated a force in 1450-1500: the movement die decides how far it comes (16.4.3)."""
    table = Table(folder, "plantagenet_1450", "bosworth")
    while not (asked := table.look().requests) or asked[0].kind != "act":
        table.turn()
    page = table.page(asked[0].side)
    if page.desk.seat.arrived:
        page.click("looked")
    options = page.desk.seat.stand.options
    page.click("take", line=next(o.line for o in options if o.line.startswith("activate")))
    return page


def did(page: Page, face: int) -> list[str]:
    """What is carried out if the die shows that."""
    seat = page.desk.seat
    return seat.target.did(seat.orders.lines, (face,))


def march(page: Page, at: int) -> str:
    """A march that is possible in the case that is looked at."""
    lines = [o.line for o in page.desk.seat.stand.options if ": march " in o.line]
    return lines[at]


@pytest.mark.slow
def test_each_outcome_can_be_looked_at(tmp_path: Path) -> None:
    page = activating(tmp_path)
    seat = page.desk.seat
    assert page.part("head").count("August 1485") == 2, "the title, short and whole"
    assert [way.faces for way in seat.stand.fork] == [(face,) for face in FACES]
    counts = []
    for face in FACES:
        assert f'data-way="{face}"' in page.part("asked")
        page.click("assume", way=str(face))
        assert f"the die shows {face}" in page.part("asked")
        assert page.lit(), "what is possible then glows"
        counts.append(len(seat.stand.options))
        page.click("assume")
    assert counts == sorted(set(counts)), "the more it shows the farther they come"


@pytest.mark.slow
def test_lines_run_in_their_case_alone(tmp_path: Path) -> None:
    page = activating(tmp_path)
    seat = page.desk.seat
    (first,) = seat.orders.lines
    page.click("assume", way="4+")
    far = march(page, -1)
    page.click("take", line=far)
    page.click("assume")
    page.click("assume", way="2")
    near = march(page, 3)
    page.click("take", line=near)
    for face in FACES:
        assert did(page, face) == [first, *([far] if face >= 4 else [near] if face == 2 else [])]
    told = page.part("orders")
    assert says(told, "web.seat.branches.runs_if", "4-6", word="if")
    assert says(told, "web.seat.branches.runs_if", "2", word="if")
    page.click("undo")
    assert [len(did(page, face)) for face in FACES] == [1, 1, 1, 2, 2, 2]


@pytest.mark.slow
def test_a_line_that_is_possible_whatever_it_shows_has_no_condition(tmp_path: Path) -> None:
    page = activating(tmp_path)
    seat = page.desk.seat
    page.click("assume", way="1+")
    near = march(page, 0)
    page.click("take", line=near)
    assert seat.orders.lines[1:] == (near,)
    assert says(page.part("orders"), "web.seat.branches.runs_if", word="whatever")


@pytest.mark.slow
def test_a_case_goes_on(tmp_path: Path) -> None:
    """Two lines for one outcome: the second stands where the first has led."""
    page = activating(tmp_path)
    seat = page.desk.seat
    page.click("assume", way="6")
    for line in (o.line for o in tuple(seat.stand.options) if "towards" not in o.line):
        page.click("take", line=line)
        if seat.stand.options:
            break
        page.click("undo")
        page.click("assume", way="6")
    else:
        pytest.skip("every march ends where it leads")
    second = seat.stand.options[-1].line
    page.click("take", line=second)
    assert did(page, 6)[-1] == second
    assert all(len(did(page, face)) == 1 for face in FACES if face != 6)


def test_what_no_die_shows_is_refused(tmp_path: Path) -> None:
    page = activating(tmp_path)
    for way in ("7", "0", "x", "9+", "success", "+"):
        with pytest.raises(PbemError):
            page.click("assume", way=way)
    assert not page.desk.seat.assumed
