"""What a phone shows of choices and of the lines that are tapped together, without a server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.reports.questions import Choice, asked_of, rows
from tests.says import sentence
from tests.web.browser import PHONE, Opener
from tests.web.tables import Table
from tests.web.test_the_report_on_a_phone import (
    WIDE,
    add,
    asking,
    choosing,
    narrow,
    page_of,
    read,
    tap,
    tapped,
)


@pytest.mark.slow
def test_every_choice_stands_once_and_right_after_the_outcome(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    url = page_of(table, side, tmp_path)
    window = open_window(url, PHONE)
    page = window.page
    listed = len(menu_rows(table, side))
    assert page.locator("#asked li, #asked details.who").count() == 0
    everything = page.get_by_role("button", name="Show all")
    if everything.count():
        tapped(everything)
    assert page.locator("#write .tap").count() == listed
    top = "e => e.getBoundingClientRect().top + scrollY"
    asked, write, story = (
        page.locator(what).evaluate(top)
        for what in ("#asked", "#write", "#story, #position >> nth=0")
    )
    assert asked < write < story
    assert asked < PHONE.height, "seen without scrolling"


def menu_rows(table: Table, side: str) -> list[Choice]:
    game = table.look(side)
    return rows(asked_of(game.request(), side, game.known(side), game.ledger.rules).options)


@pytest.mark.slow
def test_no_condition_is_offered_that_no_line_before_can_meet(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page, sheet = window.page, window.page.locator("#sheet")
    offered = sheet.get_by_role("group", name="When").locator("label")
    again = sheet.get_by_label("again until it succeeds")
    taps = page.locator("#write .tap")
    rolled, still = (
        taps.filter(has_text=re.compile(f"^[^:]*: {deed}"))
        for deed in ("parley with", "levy troops")
    )
    tapped(page.get_by_role("button", name="Show all"))
    tapped(still.first)
    assert offered.all_inner_texts() == [
        sentence("web.seat.conditional_line.WHEN", word="case"),
        "if …",
    ]
    assert not again.count(), "nothing is rolled"
    sheet.get_by_label("if …").check(force=True)
    looked = sheet.get_by_label("Look at").locator("option").all_inner_texts()
    assert "failed" not in looked
    tapped(sheet.get_by_label("in any case"))
    add(window)
    tapped(rolled.first)
    assert offered.all_inner_texts() == [
        sentence("web.seat.conditional_line.WHEN", word="case"),
        "if …",
    ], "troops are levied without a roll"
    assert again.count() == 1
    add(window)
    tapped(rolled.nth(1))
    assert offered.all_inner_texts() == [
        sentence("web.seat.conditional_line.WHEN", word="case"), ("if " + sentence("reports.order_sentences.BEFORE", word="failed")), "if it succeeded", "if …",
    ]  # fmt: skip
    tapped(sheet.get_by_label("if " + sentence("reports.order_sentences.BEFORE", word="failed")))
    add(window)
    tapped(rolled.nth(1))
    assert offered.all_inner_texts()[3:] == ["else", "if …"]
    tapped(sheet.get_by_role("button", name="Cancel"))
    first, second, third = read(window).lines
    assert third.startswith("if failed: ")
    tap(window, f"Leave out: {first}")
    tap(window, f"Leave out: {second}")
    assert page.get_by_text("no line before it").count() == 1


@pytest.mark.slow
def test_a_bar_at_the_foot_tells_what_is_written_and_copies_it(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page, bar = window.page, window.page.locator("#bar")
    tapped(page.get_by_role("button", name="Show all"))
    for n in (0, 1):
        tapped(page.locator("#write .tap").nth(n))
        add(window)
    box = bar.bounding_box()
    assert box is not None
    assert round(box["y"] + box["height"]) == PHONE.height
    status = page.get_by_role("status").inner_text()
    assert status.startswith("Added: ")
    assert status.endswith("2 lines written.")
    window.shoot("report-bar")
    assert window.boxes() == []
    assert window.barriers() == []
    bar.get_by_role("button", name="Copy").tap()
    page.get_by_text("Copied.", exact=False).wait_for()
    assert (bar.get_by_role("link", name="Mail").get_attribute("href") or "").startswith("mailto:")
    bar.get_by_role("button", name="Look").tap()
    ordered = page.get_by_role("heading", name="What you order")
    assert ordered.evaluate("e => e === document.activeElement")


@pytest.mark.slow
def test_the_map_fits_the_phone_grows_by_a_tap_and_leads_to_choices(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    chart, area = page.locator("#map .chart"), page.locator("#map .scroll")
    wide = "e => e.scrollWidth > e.clientWidth"
    assert not area.evaluate(wide)
    framed = page.locator("#map .can[data-piece]").first
    who = framed.get_attribute("data-piece")
    framed.scroll_into_view_if_needed()
    window.shoot("report-map")
    framed.tap()
    assert area.evaluate(wide), "larger, where it was tapped"
    shown = (
        "e => { const b = e.getBoundingClientRect(); return b.left > 0 && b.right < innerWidth; }"
    )
    assert framed.evaluate(shown)
    window.shoot("report-map-large")
    assert window.boxes() == []
    framed.tap()
    about = page.locator("[data-key=about]")
    assert about.evaluate("e => e === document.activeElement")
    if page.locator("#write .tap").count() == 0:
        tapped(page.locator("#write .picker > .chips").last.locator("button").first)
    assert str(who) in page.locator("#write .tap code").first.inner_text()
    about.tap()
    assert not about.count()
    tapped(page.get_by_role("button", name="Whole map"))
    assert not area.evaluate(wide)
    assert chart.is_visible()


@pytest.mark.slow
def test_a_number_is_chosen_by_tapping(tmp_path: Path, open_window: Opener) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page, sheet = window.page, window.page.locator("#sheet")
    tap(window, "An alarm: stop if …")
    sheet.get_by_label("Look at").select_option("influence")
    sheet.get_by_label("Compare", exact=True).select_option("<=")
    for _ in range(3):
        tap(window, "One less")
    assert window.boxes() == []
    tap(window, "One more")
    assert sheet.locator(".made").inner_text() == "stop if influence <= -1"
    add(window)
    assert page.get_by_role("status").inner_text().startswith("Added: stop if influence <= -1")


@pytest.mark.slow
def test_a_policy_is_put_together_by_tapping_alone(tmp_path: Path, open_window: Opener) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    sheet = page.locator("#sheet")
    tapped(page.get_by_text("Policies, for what others", exact=False))
    tapped(page.locator("summary", has_text="give Battle or go into Exile?"))
    for what, when in (("All give battle", "if …"), ("All go into exile", "otherwise"), ("All give battle", "if that before is not possible")):  # fmt: skip
        tapped(page.get_by_role("button", name="Another answer").locator("visible=true"))
        tapped(sheet.locator("label.chip").get_by_text(what, exact=True))
        if when == "if …":
            tapped(sheet.locator("label.chip").get_by_text(when, exact=True))
            sheet.get_by_label("Look at").select_option("lost")
        else:
            tapped(sheet.locator("label.chip").get_by_text(when, exact=True))
        assert window.boxes() == []
        add(window)
    tapped(page.get_by_label("Up: all exile, all battle"))
    assert window.boxes() == []
    assert window.barriers() == []
    assert read(window).reactions == {"approach": "all exile, all battle; if lost: all battle"}


@pytest.mark.slow
def test_the_keyboard_is_not_lost_with_what_was_taken_away(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), WIDE)
    page = window.page
    tapped_by_key = "() => document.activeElement.dataset.key ?? document.activeElement.tagName"
    page.locator(".picker button").last.press("Enter")
    for n in range(2):
        page.locator("#write .tap").nth(n).press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Add it").press("Enter")
    for left in ("order out 0", "undo"):
        page.locator("#write .lines button[aria-label^='Leave out']").last.press("Enter")
        assert page.evaluate(tapped_by_key) == left
    page.locator("#write .tap").first.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.tap')")


@pytest.mark.slow
def test_choices_and_lines_are_sentences_and_what_is_chosen_among_many_stands_alone(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    who, does = page.get_by_role("group", name="Who acts?"), page.get_by_role("group", name="What?")
    lord = re.sub(r" \d+$", "", who.locator("button").first.inner_text())
    tapped(who.locator("button").first)
    tapped(does.get_by_role("button", name=re.compile("^Parley with")))
    said = page.locator("#write .tap b").all_inner_texts()
    assert said
    assert all(one.startswith(f"{lord}: parley with ") for one in said)
    tapped(page.locator("#write .tap").first)
    assert page.locator("#sheet h3").inner_text() == said[0]
    page.locator("#sheet").get_by_label("again until it succeeds").check()
    add(window)
    again = f"{said[0]}" + sentence(
        "reports.order_sentences.guarded", "it succeeds", 2, word="again"
    )
    assert page.locator("#write .lines b").all_inner_texts() == [again]
    table, side = choosing(tmp_path, "plantagenet_1450", "wars_of_the_roses")
    page.goto(page_of(table, side, tmp_path))
    for one in page.evaluate(
        "[...document.querySelectorAll('.picker > .chips')].map(e => e.ariaLabel)"
    ):
        chips = page.get_by_role("group", name=one).locator("button")
        many = chips.count()
        tapped(chips.first)
        assert chips.count() == (1 if many > 8 else many)


@pytest.mark.slow
def test_letters_of_twice_the_size_fit(tmp_path: Path, open_window: Opener) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for _ in range(2):
        tapped(narrow(page))
        page.locator("#sheet").get_by_label("if \u2026", exact=True).check()
        assert window.boxes() == []
        add(window)
        assert window.boxes() == []
    tapped(page.get_by_text("Policies, for what others", exact=False))
    assert window.boxes() == []
    assert page.evaluate("innerWidth") == PHONE.width, "a wider page would have been made smaller"
    window.shoot("report-letters")
