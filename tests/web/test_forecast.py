"""The chance of a choice where one chooses: fought on a click, told there; the odds beside the map filled in from it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.drawing.templates import environment
from pbem.home import computer
from pbem.web.lookups.forecast import asked_by
from pbem.web.seat.highlights import Concern
from tests.moderator.people import asked_in
from tests.says import Pattern, says
from tests.tiers import soaked
from tests.web.tables import Page, Table
from tests.web.test_looked_up import ended


def with_odds(table: Table, most: int = 12) -> tuple[Page, Concern]:
    """The page of who can choose something that has odds, played on to there, and that choice."""
    for _ in range(most):
        for side in asked_in(table.look()):
            page = table.page(side)
            seat = page.desk.seat
            with computer.sitting_as(page.home):
                found = [one for one in seat.concerns if asked_by(seat, one.value)]
            if found:
                return page, found[0]
        table.turn()
    raise AssertionError("nothing has odds")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "scenario"),
    soaked(
        [("warriors", "tudor_1476"), ("richard_iii", "kingmaker")], [("warriors", "tudor_1476")]
    ),
)
def test_a_choice_tells_its_chance_where_it_stands(
    tmp_path: Path, game: str, scenario: str
) -> None:
    page, one = with_odds(Table(tmp_path, game, scenario))
    seat, line = page.desk.seat, one.option.line
    shown = page.click("pick", what=one.about[0]).parts["asked"]
    assert f'data-verb="chance" data-line="{line}"' in shown
    answer = ended(page, page.click("chance", line=line))
    told = r"Battle of [^<]*\. Who [a-z ]+: [^<]* \d+%, [^<]*\. (Killed|Eliminated): [^<]*fought 200 times"
    asked_words = re.sub(r"</?span[^>]*>", "", answer.parts["asked"])
    assert re.search(told, asked_words, re.I), "what it is about, and who may be lost"
    assert 'aria-label="Work out the odds' in shown
    there = f'data-line="{line}"' in page.part("near").partition("</div>")[0]
    assert ("fought 200 times" in answer.parts.get("near", "")) == there, "where few are left"
    assert says(
        page.click("chances", line=line).parts["drawer"], "drawing.odds.odds_markup", word="real"
    )
    tool = ended(page, page.click("odds")).parts["drawer"]
    assert says(tool, "drawing.odds.odds_markup", Pattern(r"\d+ games"), word="real"), (
        "answered at once"
    )
    found = asked_by(seat, one.value)
    assert found is not None
    assert f'value="{found[1].given["at"]}" selected' in tool, "and filled in"
    assert f'<input type="checkbox" name="odds:{seat.side}"' in tool
    assert " checked>" in tool
    assert "4 blocks" not in tool, "of whom nobody knows who they are"
    assert "preset</label>" not in tool
    page.click("take", line=line)
    assert "fought 200 times" not in page.part("asked"), "of another position"


@pytest.mark.slow
def test_what_is_exact_stands_there_at_once(tmp_path: Path) -> None:
    page = intriguing(Table(tmp_path, "warriors", "tudor_1476").play(4))
    assert "Chance: changes sides" in page.part("asked")


def intriguing(table: Table) -> Page:
    """The page of the first side that may try to turn a noble's coat."""
    while table.look().result is None:
        for side in asked_in(table.look()):
            page = table.page(side)
            if any(line.startswith("intrigue ") for line in page.lines()):
                return page
        table.turn()
    raise AssertionError("nobody was ever asked about an Intrigue")


def test_the_odds_of_a_choice_with_others_take_its_line_once() -> None:
    """The form around the button says the line already: said twice, it was none."""
    row = SimpleNamespace(
        line="a: march b",
        said="March",
        group=[("c", "C")],
        leads="with",
        limit=1,
        odds=True,
        note="",
        chance="",
        rule="",
        plays=False,
    )
    made = environment().get_template("desk/choice.html.j2").module
    html = made.choice(row)  # type: ignore[attr-defined]
    assert 'data-verb="chance"' in html
    assert html.count('value="a: march b"') == 1
    assert 'data-line="a: march b"' not in html.partition("</form>")[0]
