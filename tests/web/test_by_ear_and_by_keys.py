"""Who listens plays by role and name alone, in every game; who has only keys is never lost when the page is drawn anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.says import sentence, worded
from tests.web.browser import Opener, Window
from tests.web.desks import ANSWER, ARRIVED, FREE, Hand, Keys
from tests.web.tables import some_games
from tests.web.test_a_turn_on_the_map import Seat, seats

MAP = re.compile("^The map")
STYLES = sorted((Path(__file__).parents[2] / "templates" / "desk").glob("*.css"))
ANSWERS = re.compile("^(?!Close|Rule |What may come)")
NAMED = frozenset(
    [
        "button",
        "image",
        "link",
        "textbox",
        "checkbox",
        "combobox",
        "spinbutton",
        "radio",
        "heading",
        "dialog",
        "region",
        "toolbar",
        "tablist",
        "tab",
        "tabpanel",
        "table",
    ]
)
HERE = """() => {
  const e = document.activeElement;
  return e === document.body || !e.checkVisibility() ? "" : [e.id, e.dataset.what, e.dataset.verb, e.dataset.at].filter(Boolean).join(" ");
}"""


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[object]:
    with seats(tmp_path, open_window) as sat:
        yield sat


def tree(window: Window) -> list[dict[str, Any]]:
    """What assistive programs are told: Chromium's own tree, without what it leaves out."""
    asked = window.page.context.new_cdp_session(window.page)
    nodes = asked.send("Accessibility.getFullAXTree")["nodes"]
    asked.detach()
    return [
        {"role": node["role"]["value"], "name": node.get("name", {}).get("value", "").strip()}
        for node in nodes
        if not node["ignored"]
    ]


def here(window: Window) -> str:
    """What has the keyboard, "" if nothing has."""
    return str(window.page.evaluate(HERE))


def looked(window: Window) -> bool:
    """Look at what has happened; was there anything?"""
    window.page.wait_for_load_state()
    news = bool(window.page.locator(ARRIVED).count())
    Hand(window).look()
    return news


class Ear:
    """Finds things by what a screen reader calls them, and nothing else."""

    def __init__(self, window: Window) -> None:
        self.page = window.page
        self.map = self.page.get_by_role("group", name=MAP)

    def press(self, one: Any) -> None:
        with self.page.expect_response(lambda reply: reply.request.method == "POST"):
            one.focus()
            self.page.keyboard.press("Enter")
        self.page.locator(ANSWER).wait_for()

    def button(self, name: str | re.Pattern[str]) -> Any:
        return self.page.get_by_role("button", name=name)

    @property
    def lines(self) -> list[str]:
        """The order list, each line with its number."""
        orders = self.page.get_by_role("region", name=re.compile("^(Your orders|Script)"))
        return [text.strip() for text in orders.get_by_role("code").all_inner_texts()]

    def order(self) -> None:
        """One order: an actor on the map, then what is offered beside it or under the question."""
        before = self.lines
        for _ in range(8):
            near = self.page.get_by_role("dialog")
            asked = self.page.get_by_role("region", name="Orders").get_by_role("region").first
            for where in (near, self.map, asked):
                able = where.get_by_role("button", name=ANSWERS)
                free = [one for one in able.all() if one.is_enabled()]
                if free:
                    self.press(free[0])
                    break
            if self.lines != before:
                return
        raise AssertionError("no order after eight answers")


@pytest.mark.slow
@some_games("richard_iii")
def test_a_turn_is_played_by_role_and_name_alone(sit: Any, rules: str, scenario: str) -> None:
    seat: Seat = sit(rules, scenario)
    page, ear = seat.window.page, Ear(seat.window)
    news = page.get_by_role("region", name="What happened", exact=True)
    page.wait_for_load_state()
    if page.locator(ARRIVED).count():
        ear.press(news.get_by_role("button", name="On to the question"))
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("heading", level=2).count() >= 2
    ear.order()
    assert ear.lines
    ear.press(page.get_by_role("button", name="Seal and send"))  # there is one alone
    ear.press(
        page.get_by_role("dialog", name=re.compile("^Seal")).get_by_role(
            "button", name=re.compile("^Seal")
        )
    )
    sent = page.get_by_role(
        "dialog", name=sentence("web.seat.sending.(SEALED, SIGNED)", word="Sealed")
    )
    with page.expect_download() as kept:
        sent.get_by_role(
            "link", name=re.compile(worded("templates.desk.sent", word="ready"))
        ).press("Enter")
    before = len(seat.table.look().save.entries)
    seat.table.take({seat.side: Path(kept.value.path()).read_bytes()})
    assert len(seat.table.look().save.entries) > before


@pytest.mark.slow
@some_games("richard_iii", "plantagenet_1450")
def test_all_that_is_told_has_a_name_and_bare_ground_is_silent(
    sit: Any, rules: str, scenario: str
) -> None:
    window = sit(rules, scenario).window
    looked(window)
    told = tree(window)
    assert [node for node in told if node["role"] in NAMED and not node["name"]] == []
    places = [node["name"] for node in told if node["role"] == "image"]
    assert places
    assert [name for name in places if re.match(r"\d+,", name)] == [], "hexes without a name"
    pieces = window.page.locator("#map g[data-piece] title").all_text_contents()
    names = [node["name"] for node in told if node["role"] in ("image", "button")]
    assert set(pieces) <= set(names)
    headings = [node["name"] for node in told if node["role"] == "heading"]
    assert "Your orders" in headings, "no button speaks within a heading"
    assert [n for n in headings if "Close" in n] == []
    glows = window.page.locator("#map [data-what].lit[tabindex]")
    assert glows.first.get_attribute("role") == "button"
    assert re.match(r"\d+ choices?$", glows.first.get_attribute("aria-description") or "")


@pytest.mark.slow
def test_the_keyboard_is_never_lost_when_the_page_is_drawn_anew(sit: Any) -> None:
    window = sit("richard_iii", "kingmaker").window
    page, keys, hand = window.page, Keys(window), Hand(window)
    if looked(window):
        assert here(window).startswith("asked"), "it goes on to the question"
    while hand.asked and len(hand.lines) < 3:
        page.locator("#map [data-what].lit[tabindex]").first.focus()
        piece = here(window)
        keys.press("Enter")
        if page.locator("#near:not([hidden])").count():
            assert "take" in here(window) or "pick" in here(window)
            keys.press("Escape")
            assert here(window) == piece, "back to what was chosen"
            keys.press("Enter")
        while page.locator("#near:not([hidden])").count():
            keys.press("Enter")
            assert here(window)
    first, second = hand.lines[:2]
    assert first != second
    page.locator("#orders [data-verb=move][data-at='0']").focus()
    keys.press("Enter")
    if hand.lines[:2] == [second, first]:
        assert here(window) == "move 1", "it goes with its line"
    page.locator("#orders [data-verb=delete]").last.focus()
    keys.press("Enter")
    assert here(window).startswith(("delete", "asked"))
    while page.locator("[data-verb=undo]:not(:disabled)").count():
        page.locator("[data-verb=undo]").focus()
        keys.press("Enter")
        assert here(window).startswith(("undo", "asked"))
    for verb in ("policies", "rule", "notes"):
        page.locator(f"[data-verb={verb}]").first.focus()
        keys.press("Enter")
        assert "title" in here(window)
        page.keyboard.press("Escape")
        page.locator(f"[data-verb={verb}]:focus").wait_for()


@pytest.mark.slow
def test_a_policy_that_is_taken_keeps_its_place_in_the_dialog(sit: Any) -> None:
    window = sit("plantagenet", "Ib").window
    looked(window)
    page, keys = window.page, Keys(window)
    page.locator("[data-verb=policies]").focus()
    keys.press("Enter")
    page.locator("#sheet [data-verb=preset]").last.focus()
    name = page.evaluate("document.activeElement.dataset.name")
    keys.press("Enter")
    assert page.evaluate("document.activeElement.dataset.name") == name
    page.keyboard.press("Escape")
    page.locator("[data-verb=policies]:focus").wait_for()


@pytest.mark.slow
def test_keys_are_listed_and_arrows_go_to_what_glows_next(sit: Any) -> None:
    window = sit("plantagenet_1450", "wars_of_the_roses").window
    looked(window)
    page = window.page
    page.locator("[data-verb=policies]").focus()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    keys.wait_for()
    window.shoot("keys")
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden")
    assert here(window) == "policies"
    page.get_by_role("link", name="To the map").press("Enter")
    glows = page.locator("#map [data-what].lit[tabindex]").count()
    assert here(window)
    seen = {here(window)}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 3:
        page.keyboard.press(key)
        seen.add(here(window))
    assert len(seen) > 1 or glows == 1
    assert all(seen)


@pytest.mark.slow
def test_the_question_is_seen_when_all_is_twice_as_large(sit: Any) -> None:
    """At 200 % the browser has half the room; so it has when letters are large from the start."""
    window = sit("plantagenet", "Ib").window
    looked(window)
    page = window.page
    found = list[str]()
    for width, height in ((683, 384), (900, 500), (1366, 768)):
        window.resize(width, height)
        window.shoot(f"large-{width}")
        found += window.boxes()
        box = page.locator("#asked-title").bounding_box()
        assert box is not None
        assert 0 < box["y"] < height / 2, "the question comes first"
        for title in ("#asked-title", "#orders-title"):
            page.locator(title).scroll_into_view_if_needed()
            assert page.locator(title).evaluate(FREE), f"{title} is hidden at {width}"
    assert found == []
    assert not [
        name for name in STYLES if re.search(r"@media[^{]*width: ?\d+px", name.read_text("utf-8"))
    ], "where lines break depends on the size of letters"


@pytest.mark.slow
def test_what_glows_is_seen_in_high_contrast(sit: Any) -> None:
    window = sit("plantagenet", "Ib").window
    looked(window)
    window.page.emulate_media(forced_colors="active")
    window.shoot("high-contrast")
    glows = window.page.locator("#map [data-what].lit[tabindex] > rect.card").first
    drawn = glows.evaluate("e => [getComputedStyle(e).strokeDasharray, getComputedStyle(e).stroke]")
    plain = window.page.locator("#map g[data-piece]:not(.lit) > rect.card").first
    assert drawn[0] != "none"
    assert drawn[1] != plain.evaluate("e => getComputedStyle(e).stroke")


GONE = """() => {
  const one = document.createElement("b");
  one.tabIndex = 0;
  document.body.append(one);
  one.focus();
  one.removeAttribute("tabindex");
  refocus(one);
}"""


@pytest.mark.slow
def test_what_can_be_chosen_no_more_does_not_hold_the_keyboard(sit: Any) -> None:
    """As the last card of its kind that was put into a stack: it still stands there and glows no more."""
    window = sit("plantagenet", "Ib").window
    looked(window)
    window.page.evaluate(GONE)
    assert here(window).startswith("asked")
