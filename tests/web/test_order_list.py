"""The order list: what goes with a line that is left out is told, and a stack keeps its cards' scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.says import says
from tests.web.tables import Page, Table
from tests.web.test_seat import on_turn


def until(
    folder: Path, kind: str, seed: int = 1, game: tuple[str, str] = ("plantagenet", "Ib")
) -> tuple[Table, Page]:
    """The page of who is first asked this."""
    table = Table(folder, *game, seed=seed)
    while not (asked := table.look().requests) or asked[0].kind != kind:
        table.turn()
    return table, on_turn(table)


def planned(page: Page, cards: list[str]) -> None:
    """Put a stack together, of these cards alone."""
    while page.desk.seat.stack:
        page.click("out", at="0")
    for card in cards:
        page.click("put", word=card)
    page.click("stacked")


@pytest.mark.slow
def test_scripts_go_with_their_cards(tmp_path: Path) -> None:
    _, page = until(tmp_path, "plan")
    seat = page.desk.seat
    stack = seat.request.stack  # type: ignore[union-attr]
    assert stack is not None
    first, second = [card for card in stack.limits if card != "pass"][:2]
    rest = [*[second] * (stack.size - 2), "pass"]
    planned(page, [first, *rest])
    assert all(one.get("verb") != "shape" for one in page.buttons("orders") if "at" in one)
    assert 'data-verb="take"' not in page.part("asked"), "no line is typed beside a stack"
    page.click("script", card="1")
    line = next(line for line in page.lines() if line.endswith(": pass"))
    page.click("take", line=line)
    page.click("script")
    told = page.click("delete", at="0").said
    assert says(told, "web.seat.lines._unstack", word="scripts")
    assert seat.stack == (first, *rest), "the cards lie there as they were"
    assert not seat.orders.scripts
    page.click("shift", at="0", to="1")
    assert says(page.click("stacked").said, "web.seat.stacks.stacked", word="moved")
    assert seat.orders.scripts == {"2": line}
    page.click("delete", at="0")
    page.click("out", at="1")
    page.click("put", word="pass")
    told = page.click("stacked").said
    assert says(told, "web.seat.stacks.stacked", first.title(), line, word="longer")
    assert not seat.orders.scripts
    page.click("undo")
    page.click("undo")
    assert seat.orders.scripts == {"2": line}, "nothing is lost"


def test_a_stack_that_is_no_plan_speaks_of_no_cards(tmp_path: Path) -> None:
    table, _ = until(tmp_path, "deploy", game=("plantagenet_1450", "bosworth"))
    page = table.page(table.look().requests[0].side)
    page.click("looked")
    seat = page.desk.seat
    stack = seat.request.stack  # type: ignore[union-attr]
    assert stack is not None
    words = next(word for word, n in stack.limits.items() if n)
    page.click("put", word=words)
    assert "cards" not in page.part("asked")
    page.click("stacked")
    assert seat.lines
    assert not seat.cards, "nothing is turned up, so nothing has a script"
    assert "turned up" not in page.part("asked")
    assert "Scripts" not in page.part("orders")


@pytest.mark.slow
def test_lines_have_conditions_while_cards_are_left(tmp_path: Path) -> None:
    _, page = until(tmp_path, "command")
    assert page.desk.seat.cards
    page.click("take", line=page.lines()[0])
    assert any(one.get("verb") == "shape" and "at" in one for one in page.buttons("orders"))
    assert "no_escrow" not in page.click("seal").parts["sheet"], "no stack is sealed"


@pytest.mark.slow
def test_what_is_not_possible_without_a_line_goes_with_it(tmp_path: Path) -> None:
    _, page = until(tmp_path, "command")
    seat = page.desk.seat
    while len(seat.lines) < 2:
        before = len(seat.lines)
        marches = [line for line in page.lines() if ": march " in line]
        page.click("take", line=marches[0])
        assert len(seat.lines) > before
    first, second = written = seat.lines
    told = page.click("move", at="0", to="1").said
    assert says(told, "web.seat.lines.move", word="moved")
    assert seat.lines == written
    told = page.click("delete", at="0").said
    assert seat.lines == ()
    assert seat.names.statement(first) in told
    assert says(told, "web.seat.lines.AFTER", seat.names.statement(second))
    told = page.click("undo").said
    assert seat.lines == written
    assert "There again" in told


@pytest.mark.slow
def test_who_has_answered_in_secret_is_not_asked_again(tmp_path: Path) -> None:
    table, page = until(tmp_path, "plan")
    seat = page.desk.seat
    stack = seat.request.stack  # type: ignore[union-attr]
    assert stack is not None
    assert len(table.look().requests) == 2, "both are asked at once"
    other = table.page(next(side for side in table.people if side != seat.side))
    other.click("looked")
    other.click("put", word="pass")
    planned(page, ["pass"] * stack.size)
    page.click("seal")
    page.click("sealed")
    assert seat.sealed is not None
    table.take({"plan": seat.sealed.letter.to_text()})
    again = table.page(seat.side)
    assert not any(one.get("verb") == "put" for one in again.buttons("asked"))
    assert says(again.part("asked"), "player.writing.NOTHING")
    assert other.desk.seat.game.path is not None
    other.desk.seat.game.path.write_bytes(table.save)
    other.click("looked")
    assert other.desk.seat.stack == ("pass",), "what came takes no half of a stack away"
