"""A policy, a repeat and a branch of a die in a real browser: clicked and chosen, nothing typed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.says import says
from tests.tiers import soaked
from tests.web.browser import DESK, NARROW, Opener, Screen
from tests.web.desks import Hand, played
from tests.web.tables import Table
from tests.web.test_a_turn_on_the_map import faults

TAKE = "#sheet button[type=submit]"


class Chooser(Hand):
    """Chooses from the lists of a sheet."""

    def choose(self, name: str, value: str) -> None:
        self.page.locator(f"#sheet [name='{name}']").select_option(value)

    def look_at(self, prefix: str, term: str) -> None:
        """Choose what a condition looks at, and wait for its lists."""
        with self.page.expect_response(lambda reply: reply.request.method == "POST"):
            self.choose(f"{prefix}term", term)
        self.settled()

    def pick(self, name: str, value: str) -> None:
        """One of several ways on a sheet."""
        self.page.locator(f"#sheet label:has([name={name}][value='{value}'])").click()


@contextmanager
def choosing(table: Table, kind: str, open_window: Opener, screen: Screen) -> Iterator[Chooser]:
    """The desk of who is asked this."""
    while not (asked := table.look().requests) or asked[0].kind != kind:
        table.turn()
    side = asked[0].side
    table.page(side)
    home = table.home(side)
    table.people[side].save(home / "identity.toml", "")
    with played(home, home / "game.toml") as url, open_window(url, screen) as window:
        hand = Chooser(window)
        hand.window.arrive(".board")
        hand.look()
        yield hand


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen", soaked([(DESK,), (NARROW,)], [(DESK,)]), ids=lambda screen: screen.name
)
def test_a_policy_is_chosen_case_by_case(
    tmp_path: Path, open_window: Opener, screen: Screen
) -> None:
    table = Table(tmp_path, "plantagenet", "Ib", seed=1)
    with choosing(table, "muster", open_window, screen) as hand:
        page = hand.page
        hand.press("[data-verb=policies]")
        hand.press("#sheet [data-verb=policies][data-kind=approach]")
        hand.pick("when", "if")
        hand.look_at("", "strength")
        hand.choose("value", "enemy strength")
        hand.choose("share", "70")
        found = faults(hand.window, f"policy-{screen.name}", screen, heard=True)
        hand.press("#sheet button[aria-label='Take: All give battle']")
        hand.press("#sheet button[aria-label='Take: All go into exile']")
        hand.choose("at", "1")
        hand.press("#sheet button[aria-label='Take: All give battle']")
        hand.press("#sheet [aria-label='All give battle earlier']")
        found += faults(hand.window, f"policy-cases-{screen.name}", screen)
        hand.press("#sheet [aria-label='Case 2 up']")
        hand.press("#sheet [aria-label='Case 2 up']")
        page.locator("#sheet .close").click()
        told = page.locator("#orders").inner_text()
        assert (
            "if strength >= 70% of enemy strength: all battle; all battle, all exile"
            in " ".join(told.split())
        )
        assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen", soaked([(DESK,), (NARROW,)], [(NARROW,)]), ids=lambda screen: screen.name
)
def test_a_repeat_and_an_alarm_are_chosen(
    tmp_path: Path, open_window: Opener, screen: Screen
) -> None:
    table = Table(tmp_path, "plantagenet", "Ib", seed=1)
    with choosing(table, "muster", open_window, screen) as hand:
        line = hand.order()
        hand.press("#orders [data-verb=shape][data-at='0']")
        hand.pick("again", "until")
        hand.look_at("until-", "influence")
        hand.choose("until-is", ">=")
        hand.choose("until-value", "10")
        hand.choose("most", "4")
        found = faults(hand.window, f"repeat-{screen.name}", screen, heard=True)
        hand.press(TAKE)
        assert hand.lines == [f"{line} until influence >= 10 max 4"]
        hand.press("#orders [data-verb=shape][data-at='0']")
        hand.pick("again", "success")
        hand.choose("most", "2")
        hand.press(TAKE)
        assert hand.lines == [f"{line} until success max 2"]
        hand.press("#orders [data-verb=shape]:not([data-at])")
        hand.press(TAKE)
        refused = hand.page.locator("#sheet > .told")
        assert refused.is_visible(), "what is refused is told on the sheet, not behind it"
        assert len(hand.window.faults) == 1, "the browser notes the refusal"
        hand.window.faults.clear()
        found += faults(hand.window, f"refused-on-a-sheet-{screen.name}", screen)
        take = hand.page.locator(TAKE)
        there = take.bounding_box()
        hand.page.mouse.move(5, 5)
        hand.page.mouse.down()
        assert take.bounding_box() == there, "nothing moves under a click"
        hand.page.mouse.up()
        hand.look_at("", "enemy at PLACE")
        assert not refused.count()
        hand.choose("name", "plymouth")
        found += faults(hand.window, f"alarm-{screen.name}", screen)
        hand.press(TAKE)
        assert hand.lines[0] == "stop if enemy at plymouth"
        assert not found, "\n".join(found)


@pytest.mark.slow
def test_lines_for_what_a_die_shows_are_clicked_on_the_map(
    tmp_path: Path, open_window: Opener
) -> None:
    table = Table(tmp_path, "plantagenet_1450", "bosworth")
    with choosing(table, "act", open_window, DESK) as hand:
        for kind in (
            "does:activate",
            "piece:",
        ):  # a long list is narrowed by what is done, or by who acts
            if hand.page.locator(f"#asked [data-what^='{kind}']").count():
                hand.press(f"#asked [data-what^='{kind}']")
                break
        while not hand.lines:
            hand.order()
        assert hand.page.locator("#asked [data-way='3']").count(), hand.lines
        hand.press("#asked [data-way='4+']")
        assert hand.on_map()
        found = faults(hand.window, "branch-of-a-die")
        hand.order()
        assert len(hand.lines) == 2
        orders = hand.page.locator("#orders").inner_text()
        assert says(orders, "web.seat.branches.runs_if", "4-6", word="if")
        assert not found, "\n".join(found)
