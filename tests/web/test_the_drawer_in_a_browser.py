"""The drawer and a branch in a real browser: led into it and back, nothing covered, nothing too pale, what is tried is marked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pbem.reports.context import TRIED
from tests.moderator.people import asked_in
from tests.says import says
from tests.tiers import soaked
from tests.web.browser import DESK, NARROW, Opener, Window
from tests.web.desks import ARRIVED, played
from tests.web.tables import Table
from tests.web.test_a_turn_on_the_map import faults

SHUT = "#drawer[hidden]"
OPEN = "#drawer-title"


@pytest.fixture(params=soaked([("plantagenet",), ("richard_iii",)], [("plantagenet",)]))
def window(request: pytest.FixtureRequest, tmp_path: Path, open_window: Opener) -> Iterator[Window]:
    """The desk of a side that is asked, with what happened looked at."""
    scenario = {"plantagenet": "Ib", "richard_iii": "kingmaker"}[request.param]
    table = Table(tmp_path, request.param, scenario).play(4)
    side = asked_in(table.look())[0]
    table.page(side)
    home = table.home(side)
    table.people[side].save(home / "identity.toml", "")
    with ExitStack() as closing:
        made = closing.enter_context(
            open_window(closing.enter_context(played(home, home / "game.toml")))
        )
        page = made.page
        made.arrive(".board")
        if page.locator(ARRIVED).count():
            page.locator("[data-step=all]").first.click()
            page.locator("[data-verb=looked]").first.click()
            page.locator(ARRIVED).wait_for(state="detached")
        yield made


def focused(window: Window) -> str:
    """The id or the verb of what has the keyboard."""
    told = window.page.evaluate(
        "() => document.activeElement.id || document.activeElement.dataset.verb || ''"
    )
    return str(told)


@pytest.mark.slow
def test_a_double_click_is_one_order(window: Window) -> None:
    page = window.page
    before = page.locator("#orders .lines li").count()
    choice = page.locator("#asked button.choice[data-verb=take]").first
    if not choice.count():
        pytest.skip("nothing here is ordered by one click")
    choice.evaluate("one => { one.click(); one.click(); }")
    page.locator("body:not([aria-busy])").wait_for()
    assert page.locator("#orders .lines li").count() == before + 1


@pytest.mark.slow
def test_the_keyboard_is_led_into_the_drawer_and_back(window: Window) -> None:
    page, found = window.page, list[str]()
    for verb in ("rule", "speak", "notes"):
        button = page.locator(f".lookups [data-verb={verb}]")
        button.focus()
        page.keyboard.press("Enter")
        page.locator(OPEN).wait_for()
        page.wait_for_function("document.activeElement.id === 'drawer-title'")
        asked, drawer = (page.locator(f"#{id}").bounding_box() for id in ("asked", "drawer"))
        assert asked is not None
        assert drawer is not None
        beside = drawer["x"] >= asked["x"] + asked["width"] - 1
        assert beside or drawer["y"] >= asked["y"] + asked["height"] - 1, "it covers what is asked"
        found += faults(window, f"drawer-{verb}", heard=True)
        page.keyboard.press("Escape")
        page.locator(SHUT).wait_for(state="attached")
        assert focused(window) == verb
    found += faults(window, "drawer-shut", NARROW)
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_long_work_shows_how_far_it_is_and_ends_when_it_is_stopped(window: Window) -> None:
    page = window.page
    page.locator(".lookups [data-verb=turn]").click()
    page.locator("#drawer form[data-verb=turn] button").click()
    page.locator("#works progress").wait_for()
    page.locator("#works button").click()
    page.locator("#works li").wait_for(state="detached")
    said = page.locator("#said").inner_text()
    assert "Stopped." in said or "played ahead" in said


@pytest.mark.slow
def test_clicks_faster_than_the_answers_are_never_behind(window: Window) -> None:
    """Each waits for the answer before it; one whose button is gone by then is not sent."""
    page = window.page
    page.locator(".lookups [data-verb=turn]").click()
    page.locator("#drawer form[data-verb=turn] button").click()
    page.locator("#works li").wait_for()
    page.locator("body:not([aria-busy])").wait_for()
    told = page.evaluate(
        """async () => {
            const told = [], plain = window.fetch;
            window.fetch = async (...asked) => {
                const reply = await plain(...asked);
                if (asked[0] === location.pathname) told.push((await reply.clone().json()).said);
                return reply;
            };
            for (const verb of ["notes", "speak", "rule", "notes", "rule"]) {
                document.querySelector(`.lookups [data-verb=${verb}]`).click();
                await new Promise(done => setTimeout(done, 40));
            }
            while (document.body.hasAttribute("aria-busy")) await new Promise(done => setTimeout(done, 20));
            return told;
        }"""
    )
    for stop in page.locator("#works button").all():
        stop.click()
    page.locator("#works li").wait_for(state="detached")
    assert len(told) == 5
    assert not [said for said in told if says(said, "web.seat.seat.BEHIND")]


@pytest.mark.slow
def test_what_is_tried_says_so_in_title_and_map_and_long_work_in_it_can_be_stopped(
    window: Window,
) -> None:
    page, found = window.page, list[str]()
    page.locator(".lookups [data-verb=try]").click()
    page.locator("#head[data-tried]").wait_for()
    assert page.locator("[data-verb=seal]").count() == 0
    marks = page.get_by_text(TRIED).evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.closest('.head, .board').className)"
    )
    assert sorted(marks) == ["board", "head"], "unmistakable, but calm"
    choice = page.locator("#asked .choice[data-verb=take], #asked form.choice button").first
    if choice.count():
        choice.click()
        page.locator("#orders .step.here:not(:first-child)").wait_for()
        page.locator("#orders [data-verb=worlds] input").fill("10000")
        page.locator("#orders [data-verb=worlds] button").click()
        page.locator("#works button").click()
        page.locator("#works li").wait_for(state="detached")
    page.locator("#head [data-verb=try]").click()
    page.locator("#drawer .tree").wait_for()
    found += faults(window, "tried", DESK, heard=True)
    found += faults(window, "tried", NARROW)
    page.locator("#head [data-verb=leave]").click()
    page.locator("#head[data-tried]").wait_for(state="detached")
    assert not found, "\n".join(found)
