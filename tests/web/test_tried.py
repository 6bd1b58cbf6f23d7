"""What is tried on the desk is what `pbem try` tries; nothing of it can be sealed, and title and map say so."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import pytest

from pbem.drawing.templates import environment
from pbem.errors import BadTry, NotAllowed, NotOnThisPage
from pbem.gm.game import Game
from pbem.home import branches, computer
from pbem.imagine.branches import fork_of
from pbem.protocol.steps import Terms
from pbem.reports.context import TRIED
from pbem.web.lookups.tree import Node
from pbem.web.lookups.try_seat import TrySeat
from tests.moderator.people import GM
from tests.says import says
from tests.web.tables import GAMES, Page, Table
from tests.web.test_looked_up import at, ended

every_game = pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[g for g, _ in GAMES])
SHOWN = ("head", "map", "asked", "orders", "log", "position")


def trying(page: Page) -> TrySeat:
    inner = page.desk.seat.inner
    assert isinstance(inner, TrySeat)
    return inner


def stepped(page: Page) -> None:
    """A click on a choice, on a die, or on the cards of a stack, whatever comes."""
    inner = trying(page)
    request = inner.stand.request
    if request is not None and request.stack is not None:
        cards = [card for card, most in request.stack.limits.items() for _ in range(most)]
        for card in cards[: request.stack.size]:
            page.click("put", word=card)
        page.click("stacked")
    elif request is not None:
        page.click("take", line=inner.stand.options[0].line)
    elif inner.fork.die is not None:
        page.click("take", line="dice 1")


@pytest.mark.slow
@every_game
def test_a_branch_is_stepped_through_by_clicks(tmp_path: Path, rules: str, scenario: str) -> None:
    table = Table(tmp_path, rules, scenario).play(3)
    page = at(table)
    before = page.desk.seat.orders
    answer = page.click("try")
    assert set(SHOWN) <= set(answer.parts)
    root = page.part("orders")
    assert "You are here: first" in root, "the root of the tree stands there from the start"
    assert 'data-verb="branch" data-of="first" data-at="0"' in root
    for _ in range(4):
        if trying(page).fork.result is None:
            stepped(page)
    for part in SHOWN:
        assert (TRIED in page.part(part)) == (part == "head"), part
    inner = trying(page)
    for verb in ("seal", "sealed", "outbox", "say", "policy", "shape", "script"):
        with pytest.raises(NotOnThisPage):
            page.click(verb)
    assert page.desk.seat.orders == before
    with computer.sitting_as(page.home):
        kept = branches.branch_named(inner.game, "first")
        assert kept.lines == inner.fork.lines
        assert fork_of(inner.game, kept).lines == inner.fork.lines, "it can be opened by pbem try"
    lines = len(inner.lines)
    if lines:
        page.click("undo")
        assert len(trying(page).lines) < lines
    assert TRIED not in page.click("leave").parts["head"]
    assert page.desk.seat.inner is None


def test_dice_are_chosen_rolled_or_shown_as_a_fan(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(8))
    page.click("try")
    page.click("take", line="dice ask")
    for _ in range(30):
        if trying(page).fork.die is not None:
            break
        stepped(page)
    die = trying(page).fork.die
    assert die is not None, "no die came"
    assert 'data-line="dice 6"' in page.part("asked")
    told = ended(page, page.click("take", line="fan")).parts["drawer"]
    page.click("close")
    assert told == ended(page, page.click("fan", line="")).parts["drawer"], "typed or clicked"
    assert says(told, "imagine.fan.fan", word="The die that")
    assert 'class="bar"' in told
    count = len(trying(page).lines)
    page.click("take", line="dice 6")
    assert trying(page).lines[-1] == "dice 6"
    assert len(trying(page).lines) == count + 1
    with pytest.raises(BadTry):
        page.click("take", line="dice of ivory")


def test_branches_are_a_tree_named_compared_and_thrown_away(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "richard_iii", "kingmaker").play(4))
    page.click("try")
    stepped(page)
    stepped(page)
    page.click("branch", of="first", at="1")
    assert trying(page).branch.name == "first-2"
    assert len(trying(page).lines) == 1
    options = trying(page).stand.options
    if len(options) > 1:
        page.click("take", line=options[-1].line)
    page.click("rename", name="flank")
    tree = page.click("try").parts["drawer"]
    shared = escape(trying(page).lines[0])
    for shown in (tree, page.part("orders")):
        assert 'data-verb="go" data-name="first"' in shown
        assert "You are here: flank" in shown
        assert shown.count(f'title="{shared}"') == 1, "what they share stands once"
    told = page.click("compare", name="first").parts["drawer"]
    assert says(told, "reports.branch_reports.comparison", word="How")
    with pytest.raises(BadTry):
        page.click("rename", name="first")
    page.click("about", what="branch:flank")
    assert "branch:flank" in page.click("note", what="branch:flank", text="Too bold").parts["noted"]
    page.click("drop", name="first")
    page.click("drop", name="flank")
    assert page.desk.seat.inner is None
    with computer.sitting_as(page.home):
        assert branches.names(page.desk.seat.game) == []


def test_a_branch_in_which_robots_play_on_for_long_is_drawn() -> None:
    """Hundreds of lines in a row went too deep for a page."""
    root = last = Node("one", "One", "first", 0)
    for n in range(1, 2000):
        last.below.append(Node(f"line {n}", f"Line {n}", "first", n))
        last = last.below[0]
    last.below += [Node(name, name, name, 2000, ends=[name]) for name in ("left", "right")]
    made: Any = environment().get_template("desk/branch.html.j2").module
    drawn = str(made.grown(root, "left"))
    assert drawn.count('<li class="step') == 2002
    assert drawn.count('<li class="split"') == 2


def test_ones_lines_are_taken_over_into_the_orders(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(8))
    page.click("try")
    side = page.desk.seat.side
    page.click("take", line=f"robot {'york' if side == 'lancaster' else 'lancaster'}")
    stepped(page)
    page.click("over")
    assert page.desk.seat.inner is None
    assert page.desk.seat.orders.lines, "they are written, not sealed"
    assert page.desk.seat.sealed is None
    page.click("undo")
    assert not page.desk.seat.orders.lines


def test_another_world_is_dealt_or_set_before_the_first_line(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "richard_iii", "kingmaker").play(3))
    page.click("try")
    page.click("set", seed="7")
    assert trying(page).fork.seed == 7
    assert trying(page).lines == ("sample 7",)
    with pytest.raises(BadTry):
        page.click("set", at="moon 1", what="warwick")


def test_the_same_lines_are_tried_in_many_worlds(tmp_path: Path) -> None:
    page = at(Table(tmp_path, "plantagenet", "Ib").play(8))
    page.click("try")
    stepped(page)
    told = ended(page, page.click("worlds", games="6")).parts["drawer"]
    assert says(told, "imagine.series.series", word="Where")
    assert "6 games" in told
    lines = trying(page).lines
    again = ended(page, page.click("worlds", games="6")).parts.get("drawer", told)
    assert again == told, "the same worlds"
    assert trying(page).lines == lines, "nothing of it is done"


def test_a_save_that_comes_ends_the_trying(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(5)
    page = at(table)
    page.click("try")
    stepped(page)
    table.turn()
    page.drop("game.toml", table.save)
    assert page.desk.seat.inner is None
    assert TRIED not in page.part("head")


def test_the_table_may_forbid_it(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib")
    table.save = Game.new(GM, "plantagenet", "Ib", {}, None, terms=Terms(barred=("try",))).dumps()
    table.kept.clear()
    for side in table.people:
        table.take({side: table.look(side).join(side).to_text()})
    table.turn()
    page = at(table)
    for verb in ("try", "branch"):
        with pytest.raises(NotAllowed):
            page.click(verb)
    assert page.desk.seat.inner is None


@pytest.mark.slow
def test_a_branch_begins_after_an_entry_of_a_game_that_is_over(tmp_path: Path) -> None:
    table = Table(tmp_path, "two_provinces", "march")
    while table.look().result is None:
        table.turn()
    page = at(table, "north")
    assert says(page.click("try").parts["drawer"], "templates.desk.branches", word="over")
    assert page.desk.seat.inner is None
    assert 'data-verb="branch" data-entry="4"' in page.click("explain", entry="4").parts["drawer"]
    page.click("branch", entry="4")
    assert trying(page).branch.entry == 4
    with pytest.raises(NotOnThisPage):
        page.click("branch", entry="999")
