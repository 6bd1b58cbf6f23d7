"""What comes up over the desk's map in a real browser: it is whole, it hides nothing that glows, and the map follows the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.browser import DESK, NARROW, Opener
from tests.web.desks import NEAR, Hand
from tests.web.test_a_turn_on_the_map import Seat, resize, seats
from tests.web.test_the_map_in_a_browser import SEEN, opened

CUT = "e => e.scrollHeight - e.clientHeight > 2 || e.scrollWidth - e.clientWidth > 2"
COVERED = """e => {
  const a = e.getBoundingClientRect();
  return [...document.querySelectorAll("#map [data-piece].lit")].map(o => [o.dataset.piece, o.getBoundingClientRect()])
    .filter(([, b]) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top).map(([id]) => id);
}"""
MOSTLY = """what => {
  const room = document.querySelector(".view").getBoundingClientRect();
  return [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect()).filter(box =>
    Math.min(box.right, room.right) - Math.max(box.left, room.left) >= 0.8 * box.width
    && Math.min(box.bottom, room.bottom) - Math.max(box.top, room.top) >= 0.8 * box.height
  ).length;
}"""
"""How many are in the window with four fifths of their card: a crowd may be wider than it."""
BLANK = """() => {
  const room = document.querySelector(".view").getBoundingClientRect(), map = document.querySelector("#map").getBoundingClientRect();
  return map.left > room.left + 1 || map.right < room.right - 1 || map.top > room.top + 1 || map.bottom < room.bottom - 1;
}"""


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[Callable[..., Seat]]:
    with seats(tmp_path, open_window) as sat:
        yield sat


@pytest.mark.slow
def test_the_card_at_the_click_shows_each_of_its_few_choices_whole(sit) -> None:
    window = sit("plantagenet", "Ib").window
    opened(window, DESK, "near-rows")
    hand = Hand(window)
    for _ in range(6):
        if window.page.locator(f"{NEAR} .rows").count():
            break
        if not hand.touch():
            hand.press(f"{NEAR} button.target")
    near = window.page.locator(NEAR)
    assert near.locator(".rows > li").count()
    window.shoot("near-rows")
    assert not near.evaluate(CUT)


@pytest.mark.slow
def test_what_is_pointed_at_is_told_whole_and_over_no_piece_that_glows(sit) -> None:
    window = sit("plantagenet_1450", "towton_1461").window
    page = window.page
    for screen in (DESK, NARROW):
        opened(window, screen, "hint")
        page.locator("#map [data-piece].lit").first.hover()
        hint = page.locator("#hint:not([hidden])")
        hint.wait_for()
        window.shoot("hint")
        box = hint.bounding_box()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= screen.width
        assert box["y"] + box["height"] <= screen.height
        assert not hint.evaluate(CUT)
        assert not hint.evaluate(COVERED)
        asked = page.locator("#asked").bounding_box()
        assert asked is not None
        assert (
            box["x"] >= asked["x"] + asked["width"]
            or box["x"] + box["width"] <= asked["x"]
            or box["y"] >= asked["y"] + asked["height"]
            or box["y"] + box["height"] <= asked["y"]
        ), "it lies on the question"
        page.dispatch_event("html", "pointerleave")
        assert not hint.count(), "it goes with the pointer"


@pytest.mark.slow
def test_all_who_can_act_are_in_the_first_window_and_in_a_smaller_one_no_part_of_it_is_blank(
    sit,
) -> None:
    window = sit("plantagenet_1450", "towton_1461").window
    opened(window, DESK, "first-window")
    page = window.page
    lit = page.locator("#map [data-piece].lit").count()
    assert lit
    assert page.evaluate(SEEN, "#map [data-piece].lit") == lit
    resize(window, NARROW)
    page.wait_for_timeout(100)
    window.shoot("first-window")
    assert not page.evaluate(BLANK)
    assert page.evaluate(MOSTLY, "#map [data-piece].lit")
