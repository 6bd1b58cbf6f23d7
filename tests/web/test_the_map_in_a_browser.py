"""The desk's map in a real browser: what is on it can be read, and it opens where there is something to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.moderator.people import asked_in
from tests.web.browser import DESK, NARROW, Opener, Screen, Window
from tests.web.desks import Hand
from tests.web.tables import Table
from tests.web.test_a_turn_on_the_map import Seat, resize, seats

LARGE = Screen("large", 1920, 1080)
READ, SECOND, DETAIL = 10.7, 9.7, 9.0
"""Least pixels of names, of what stands below them on counters, and of what is left out if it were smaller."""
SIZES = """kind => [...document.querySelectorAll(`#map .chart ${kind}`)]
  .filter(e => getComputedStyle(e).visibility === "visible")
  .map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"""
SEEN = """what => {
  const room = document.querySelector(".view").getBoundingClientRect();
  return [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect()).filter(box =>
    box.left >= room.left - 1 && box.right <= room.right + 1 && box.top >= room.top - 1 && box.bottom <= room.bottom + 1
  ).length;
}"""
BEYOND = """() => {
  const room = document.querySelector(".view").getBoundingClientRect();
  const out = box => box.right <= room.left || box.left >= room.right || box.bottom <= room.top || box.top >= room.bottom;
  return [...document.querySelectorAll("#map g.lit")].filter(e => out(extent(e))).map(e => e.dataset.what);
}"""

EMPTY = """() => {
  const field = document.querySelector("#map .hit.lit"), own = document.querySelector(`#map g[data-what="${field.dataset.what}"]`);
  own.replaceChildren();
  return middle(own).x === middle(field).x;
}"""

BLANK = """() => {
  const room = document.querySelector(".view").getBoundingClientRect(), svg = document.querySelector("#map .chart");
  const { x, y, width, height } = svg.viewBox.baseVal, to = svg.getScreenCTM();
  return [room.left - (to.a * x + to.e), room.top - (to.d * y + to.f), to.a * (x + width) + to.e - room.right,
    to.d * (y + height) + to.f - room.bottom].filter(over => over < -1);
}"""
"""How far the edges of the map are within its window: what is between them is blank."""

COVERED = """() => {
  const marks = [...document.querySelectorAll("#edges button")], pieces = [...document.querySelectorAll("#map [data-piece] > .card")];
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return marks.flatMap((mark, n) => [...marks.slice(n + 1), ...pieces]
    .filter(each => over(mark.getBoundingClientRect(), each.getBoundingClientRect())).map(each => [mark, each].map(e => e.parentNode.textContent)));
}"""
"""The marks at the edge that lie on a counter or on another mark."""


BROUGHT = """() => [...document.querySelectorAll("#map :is([data-piece], g[data-place]:not(:empty))")].map(one => bring([one])).length"""
"""The map moved to each thing on it in turn."""

NOWHERE = """() => {
  for (const one of document.querySelectorAll("#map :is(.lit, .about, .active)")) one.classList.remove("lit", "about", "active");
  fit();
  return aimed.scale;
}"""
"""How near the map opens for a question about nothing that is on it."""
ABREAST = """() => [...document.querySelectorAll("#map.no-piece .stood")].map(one => {
    const boxes = [...one.querySelectorAll("[data-piece] > [class^=side]")].map(each => each.getBoundingClientRect());
    const left = boxes.map(box => Math.round(box.left)), right = boxes.map(box => box.right);
    return [new Set(left).size, (Math.max(...right) - Math.min(...left)) / boxes[0].width];
})"""
"""Of each stack of signs its columns, and how many would fit into its width."""
FIELD = """() => { document.querySelector("#map .hit").classList.add("lit"); reveal(); return aimed.scale; }"""
"""How near it comes when a field is asked about then, and no piece."""


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[Callable[..., Seat]]:
    with seats(tmp_path, open_window) as sat:
        yield sat


STAYS = """() => {
  const was = { ...aimed };
  fit();
  return Math.hypot(aimed.x - was.x, aimed.y - was.y) < 1;
}"""
"""Is the map where it was, after it has been fitted into its window again?"""
REACH = """() => {
  const hits = [...document.querySelectorAll("#map .hit")];
  const near = hits.filter(one => one.matches(".lit.goal:not(.farther)"));
  const barred = hits.filter(one => !near.includes(one)).map(one => one.getAttribute("d")).join("");
  const town = one => document.querySelector(`#map g[data-place="${one.dataset.place}"] > .town`);
  const boxes = near.filter(one => !town(one)).map(one => one.getBBox());
  const inside = (dot, { x, y, width, height }) => Math.abs(dot.cx.baseVal.value - x - width / 2) < width / 2
    && Math.abs(dot.cy.baseVal.value - y - height / 2) < height / 2;
  const dots = [...document.querySelectorAll("#map .dots circle")];
  return boxes.length > 0 && dots.length === boxes.length && dots.every((dot, n) => inside(dot, boxes[n]))
    && [...document.querySelectorAll("#map .reach > path")].every(one => one.getAttribute("d") === barred);
}"""
"""Are all fields barred that nobody can get to, and has each of the others a dot or a town?"""


MOVING = """() => {
  const seen = () => [...document.querySelectorAll("#map g[data-piece]")].map(inWindow);
  fit();
  const without = seen();
  const shows = [...document.querySelectorAll("#map g[data-piece]")].map((one, n) => {
    if (without[n]) return null;
    one.querySelector(".card").classList.add("active");
    fit();
    one.querySelector(".card").classList.remove("active");
    return inWindow(one);
  });
  return shows.filter(one => one !== null);
}"""
"""Of the pieces that were out of the window: is each in it while it is the one that moves?"""


TARGETS = 'data-find="targets"'
"""Looks for one of many targets by its name."""


def among_many(table: Table) -> str:
    """A side that is asked to choose among more than can be listed, "" if none is."""
    asked = asked_in(table.look())
    return next((side for side in asked if TARGETS in table.page(side).html), "")


def in_a_round(table: Table) -> str:
    """A side that is asked in the rounds of a battle, "" if none is."""
    return next(
        (request.side for request in table.look().requests if request.kind == "break_off"), ""
    )


def sizes(window: Window, kind: str) -> list[float]:
    """Heights of type on the screen."""
    return [float(size) for size in window.page.evaluate(SIZES, kind)]


def whole(window: Window) -> bool:
    """Is the whole map shown?"""
    shown: str = window.page.locator("#map").evaluate("e => e.style.transform")
    return "scale(1)" in shown or not shown


def opened(window: Window, screen: Screen, name: str) -> None:
    """The page anew, at this size, with what happened looked at."""
    resize(window, screen)
    window.page.reload()
    window.arrive("#map .chart")
    Hand(window).look()
    window.shoot(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario"),
    [("plantagenet", "III"), ("richard_iii", "kingmaker"), ("warriors", "tudor_1476")],
)
def test_names_can_be_read_on_the_whole_map(sit, rules: str, scenario: str) -> None:
    window = sit(rules, scenario).window
    opened(window, DESK, f"map-{rules}")
    assert whole(window)
    assert min(sizes(window, ".name") + sizes(window, ".piece")) >= READ
    assert min(sizes(window, ".glance"), default=SECOND) >= SECOND
    opened(window, NARROW, f"map-{rules}")
    assert min(sizes(window, ".name") + sizes(window, ".piece")) >= READ * 0.93
    assert window.page.evaluate(SEEN, "#map .lit") or not window.page.locator("#map .lit").count()
    if rules == "plantagenet":
        assert any(window.page.evaluate(MOVING)), "whom to intercept was out of sight"


@pytest.mark.slow
def test_a_large_map_opens_where_there_is_something_to_do_and_leaves_out_what_is_too_small(
    sit,
) -> None:
    window = sit("plantagenet_1450", "bosworth_1485").window
    opened(window, DESK, "map-hexes")
    page = window.page
    assert not whole(window)
    assert page.evaluate(SEEN, "#map [data-piece]")
    assert page.evaluate(BLANK) == []
    assert min(sizes(window, ".name") + sizes(window, ".piece")) >= READ
    page.locator("[data-zoom=all]").click()
    window.shoot("map-hexes-whole")
    assert whole(window)
    assert not sizes(window, ".name:not(.boxed)")
    assert not sizes(window, ".county")
    for _ in range(8):
        page.locator("[data-zoom=in]").click()
        for kind in (".small", ".county", ".name:not(.boxed)"):
            assert min(sizes(window, kind), default=DETAIL) >= DETAIL, kind
    assert sizes(window, ".small")


@pytest.mark.slow
def test_no_blank_strip_is_at_the_edge_and_a_question_about_nothing_there_shows_the_whole_map(
    sit,
) -> None:
    """At 390 the map opened on a corner that had nothing to do with the question."""
    window = sit("plantagenet_1450", "towton_1461").window
    for screen in (DESK, NARROW):
        opened(window, screen, "map-strips")
        page = window.page
        assert page.evaluate(BROUGHT)
        assert page.evaluate(BLANK) == []
        assert page.evaluate(NOWHERE) == 1
        assert page.evaluate(FIELD) > 1


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK, LARGE], ids=lambda screen: screen.name)
def test_the_whole_map_of_the_areas_has_names(sit, screen: Screen) -> None:
    window = sit("plantagenet_1450", "wars_of_the_roses").window
    opened(window, screen, "map-areas")
    window.page.locator("[data-zoom=all]").click()
    assert whole(window)
    names = sizes(window, ".name:not(.boxed)")
    assert len(names) > 55
    assert min(names) >= DETAIL


@pytest.mark.slow
def test_signs_of_counters_side_by_side_stay_together_on_the_whole_map(sit) -> None:
    window = sit("plantagenet_1450", "wars_of_the_roses").window
    opened(window, NARROW, "map-signs")
    window.page.locator("[data-zoom=all]").click()
    rooms = window.page.evaluate(ABREAST)
    assert any(columns > 1 for columns, _ in rooms)
    assert all(room <= columns + 0.1 for columns, room in rooms)


@pytest.mark.slow
def test_marks_at_the_edge_lead_to_what_glows_outside_the_window_and_signs_are_found_on_the_whole_map(
    sit,
) -> None:
    window = sit("plantagenet_1450", "bosworth", wanted=among_many).window
    page = window.page
    for screen in (NARROW, DESK):
        opened(window, screen, "map-edges")
        page.wait_for_timeout(100)
        assert page.locator("#edges button").count()
        assert page.evaluate(COVERED) == []
    assert page.evaluate(STAYS), "it opens towards where somebody can go"
    assert page.evaluate(REACH), "each field that can be reached has a mark, and the rest is barred"
    assert page.evaluate(BEYOND)
    for _ in range(12):
        hidden = page.evaluate(BEYOND)
        marks = page.locator("#edges button")
        assert bool(hidden) == bool(marks.count())
        if not hidden:
            break
        assert page.evaluate(SEEN, "#edges button") == marks.count()
        told = page.locator("#edges button:not(.goal)").all_inner_texts()
        assert all(" at " in said or "counters" in said for said in told), "Kent is a block, too"
        assert not [fault for fault in window.boxes(at_rest=True) if "lies over" in fault]
        marks.first.click()
        page.wait_for_timeout(100)
        assert page.evaluate(BEYOND) != hidden
        for _ in range(2):
            page.locator("[data-zoom=out]").click()
            page.wait_for_timeout(100)
    page.locator("[data-zoom=all]").click()
    page.wait_for_timeout(100)
    assert not page.locator("#edges button").count()
    sides = page.locator("#map [data-piece] > [class^=side]").all()
    assert sides
    assert min(box["width"] for one in sides if (box := one.bounding_box())) >= 11.5
    assert page.evaluate(EMPTY), "a hex whose number had no room is where its field is"


@pytest.mark.slow
def test_many_targets_are_found_by_name_and_the_map_goes_there(sit) -> None:
    window = sit("plantagenet_1450", "bosworth", wanted=among_many).window
    opened(window, DESK, "map-find")
    page = window.page
    page.locator("[data-every]").click()
    page.locator("[data-find=rows]").fill("wor")
    shown = page.locator("#asked .rows > li:visible .said").all_inner_texts()
    assert shown
    assert all("wor" in words.lower() for words in shown), "answers by their words"
    page.reload()
    page.locator("[data-find=targets]").fill("wor")
    shown = page.locator("#asked .kind .targets li:visible").all_inner_texts()
    assert shown
    assert all("wor" in name.lower() for name in shown)
    page.locator("[data-find=targets]").press("Enter")
    page.locator("#asked .chip[data-verb=pick], #orders .lines li").first.wait_for()
    assert page.evaluate(SEEN, "#map .chosen, #map [data-piece].lit")


@pytest.mark.slow
def test_the_map_opens_where_a_battle_is_fought_though_nothing_glows_there(sit) -> None:
    window = sit("plantagenet_1450", "bosworth", 8, wanted=in_a_round).window
    opened(window, DESK, "map-battle")
    page = window.page
    assert not page.locator("#map .lit").count()
    place = page.locator("#battle h3 [data-place]").first.get_attribute("data-place")
    ranks = page.locator("#battle .rank").evaluate_all(
        "all => all.map(e => [...e.querySelectorAll('.group > p')].map(p => [p.textContent, Math.round(p.getBoundingClientRect().x)]))"
    )
    left = [dict(rank) for rank in ranks if rank]
    assert len(left) > 1, "both sides face each other"
    for name in left[0].keys() & left[1].keys():
        assert left[0][name] == left[1][name]
    heights = page.locator("#battle h4").evaluate_all("all => all.map(e => e.offsetHeight)")
    assert max(heights) < 30, "each side's name in one line"
    window.resize(DESK.width, 680)
    assert page.locator("#battle").evaluate("e => e.scrollHeight <= e.clientHeight"), "all of it"
    resize(window, DESK)
    page.locator("[data-flip]").click()
    assert page.evaluate(SEEN, f'#map g[data-place="{place}"] .town')


@pytest.mark.slow
def test_the_map_follows_wheel_drag_and_keys_and_is_never_lost(sit) -> None:
    window = sit("warriors", "tudor_1476").window
    opened(window, DESK._replace(height=625), "map-low")
    resize(window, DESK)
    assert window.page.evaluate("!guided && aimed.scale * unit() * TYPE.name < READ * 1.11"), (
        "fitted again"
    )
    opened(window, DESK, "map-zoomed")
    page, view = window.page, window.page.locator(".view")
    room = view.bounding_box()
    assert room is not None
    x, y = room["x"] + room["width"] * 0.3, room["y"] + room["height"] * 0.6

    def under() -> tuple[float, float]:
        at = page.locator("#map .chart").evaluate(
            "(e, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(e.getScreenCTM().inverse()); return [p.x, p.y] }",
            [x, y],
        )
        return float(at[0]), float(at[1])

    before = under()
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function("document.querySelector('#map').style.transform.includes('scale(1.')")
    assert under() == pytest.approx(before, abs=1), "what the pointer is on stays under it"
    page.mouse.down()
    page.mouse.move(x + 50, y + 40, steps=4)
    page.mouse.up()
    assert under()[0] < before[0] - 20
    view.focus()
    moved = under()
    page.keyboard.press("ArrowRight")
    assert under()[0] > moved[0]
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    chart = page.locator("#map").bounding_box()
    assert chart is not None
    assert chart["x"] + chart["width"] > room["x"] + room["width"] * 0.3


@pytest.mark.slow
def test_nothing_moves_under_a_pressed_button_not_even_at_the_edge(sit) -> None:
    window = sit("plantagenet_1450", "towton_1461").window
    opened(window, DESK, "map-pressed")
    page = window.page
    room, piece = page.locator(".view").bounding_box(), page.locator("#map [data-piece].lit").first
    assert room is not None
    bottom = room["y"] + room["height"]
    for _ in range(
        2
    ):  # the second time exactly, for the first one may have been held by the map's edge
        at = piece.bounding_box()
        assert at is not None
        page.evaluate("by => { aimed.y += by; aim(); }", bottom - 9 - at["y"])
    at = piece.bounding_box()
    assert at is not None
    x, y = at["x"] + at["width"] / 2, bottom - 3
    hit = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('[data-piece].lit'))"
    assert page.evaluate(hit, [x, y]), "the piece is half out of the window"
    before = page.locator("#map").evaluate("e => e.style.transform")
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_timeout(100)
    assert page.locator("#map").evaluate("e => e.style.transform") == before
    page.mouse.up()


@pytest.mark.slow
def test_the_card_at_the_click_stays_on_the_map_and_off_what_was_clicked(sit) -> None:
    window = sit("plantagenet", "Ia").window
    opened(window, DESK, "map-near")
    hand = Hand(window)
    while not window.page.locator("#near:not([hidden])").count():
        assert hand.touch()
    for screen in (DESK, NARROW):
        resize(window, screen)
        near = window.page.locator("#near").bounding_box()
        board = window.page.locator(".board").bounding_box()
        assert near is not None
        assert board is not None
        assert near["x"] >= board["x"]
        assert near["y"] >= board["y"]
        assert near["x"] + near["width"] <= board["x"] + board["width"]
        assert near["y"] + near["height"] <= board["y"] + board["height"]
        assert near["height"] < board["height"] / 3


CUT = """() => {
  const of = (one, which) => one.querySelector(`:scope > ${which}`)?.getBoundingClientRect(), sign = ":is(.spot, [class^=side])";
  for (const one of document.querySelectorAll("#map :is(.lit, .other, .about)")) one.classList.remove("lit", "other", "about");
  const inner = [...document.querySelectorAll("#map g[data-place]")].filter(one => of(one, ".name")?.right < of(one, sign)?.left);
  const one = inner.sort((a, b) => of(b, sign).left - of(a, sign).left)[0], room = view.getBoundingClientRect(), box = of(one, sign);
  one.classList.add("other");
  aimed.x += room.left - box.left - box.width / 4;
  aimed.y += room.top + room.height / 2 - box.top;
  filled();
  markEdges();
  return called(one);
}"""
"""The name of a place whose sign is cut by the left edge, its name beyond it."""


@pytest.mark.slow
def test_a_place_that_is_cut_off_its_name_has_a_mark_at_the_edge(sit) -> None:
    window = sit("plantagenet", "Ib").window
    opened(window, NARROW, "map-cut")
    for _ in range(4):
        window.page.locator("[data-zoom=in]").click()
    window.page.wait_for_timeout(300)
    name = window.page.evaluate(CUT)
    window.page.wait_for_timeout(100)
    marks = window.page.locator("#edges button").all_inner_texts()
    assert [said for said in marks if name in said]
