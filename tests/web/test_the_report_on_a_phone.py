"""The page of a report on a phone, without a server: lines are tapped together, copied, read and sealed at home."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from pbem.engine.policies import presets_of
from pbem.mail.read import lines
from pbem.mail.read.orders_file import OrdersFile
from pbem.reports.formats import html, render
from pbem.reports.from_game import context, report_for, with_map
from pbem.reports.tapping import with_writing
from tests.cli.console import Console, Done
from tests.moderator.people import asked_in
from tests.says import sentence
from tests.web.browser import PHONE, Opener, Screen, Window
from tests.web.tables import GAMES, Table, some_games

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIDE = Screen("wide", 1280, 900)
LEAST = Screen("least", 320, 640, phone=True)
every_game = pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[name for name, _ in GAMES])


def asking(folder: Path, kind: str) -> tuple[Table, str]:
    """Towton where somebody is asked this, and who."""
    table = Table(folder, "plantagenet", "Ib", seed=1)
    while True:
        for request in table.look().requests:
            if request.kind == kind:
                return table, request.side
        table.turn()


def choosing(folder: Path, rules: str, scenario: str) -> tuple[Table, str]:
    """A game under way where somebody has a choice."""
    table = Table(folder, rules, scenario).play(9)
    while True:
        for side in asked_in(table.look()):
            if len(table.look(side).legal(side)) > 1:
                return table, side
        table.turn()


def page_of(table: Table, side: str, folder: Path) -> str:
    path = folder / "report.html"
    game = table.look(side)
    path.write_text(render(with_writing(game, report_for(game, side)), "html"), "utf-8")
    return path.as_uri()


def tap(window: Window, name: str) -> None:
    """Tap the thing on the page that is called so, exactly."""
    page = window.page
    scope = (
        page.locator("#sheet") if page.locator("#sheet[open]").count() else page.locator("#write")
    )
    tapped(scope.get_by_role("button", name=name, exact=True).first)


def tapped(found: Locator) -> None:
    found.scroll_into_view_if_needed()
    found.tap()


def narrow(page: Page) -> Locator:
    """Choose who acts, what is done and on what, the first of each, until there are lines; the first of them."""
    taps = page.locator("#write .tap")
    while not taps.count():
        tapped(page.locator("#write .picker > .chips").last.locator("button").first)
    return taps.first


def add(window: Window) -> None:
    """Take what is on the sheet."""
    tapped(window.page.locator("#sheet button[type=submit]"))


def out(window: Window) -> str:
    """The lines, copied."""
    tapped(window.page.get_by_role("button", name="Copy the lines"))
    window.page.get_by_text("Copied.", exact=False).wait_for()
    text: str = window.page.locator("#lines").input_value()
    return text


def read(window: Window) -> OrdersFile:
    return lines.read(out(window).encode())


@contextmanager
def at_a_terminal(*typed: str) -> Iterator[list[str]]:
    """Somebody who types this at the guide; what is left to type."""
    waiting = list(typed)
    with (
        mock.patch("pbem.cli.orders.at_terminal", return_value=True),
        mock.patch("pbem.cli.orders_guided.read_line", side_effect=lambda *asked: waiting.pop(0)),
    ):
        yield waiting


def sealed(table: Table, side: str, text: str, folder: Path) -> Done:
    """Mail the lines to oneself, quoted once, read them at home, seal them, and have the GM take them."""
    home = folder / "home"
    home.mkdir()
    console = Console(home, table.save)
    console.home(side, table.people[side])
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    mail = console.mail(
        f"From: me@x.example\nTo: me@x.example\nSubject: lines\n\nHello me,\n\n{quoted}"
    )
    with at_a_terminal("send", "y") as left:
        done = console.type(side, "orders", "game.toml", "--from", mail, "-o", "sealed.txt")
    assert done.code == 0, done.err
    assert left == []
    table.take({"sealed": (home / "sealed.txt").read_text("utf-8")})
    return done


@pytest.mark.slow
def test_a_page_that_came_packed_is_unpacked_and_tapped(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = choosing(tmp_path, "plantagenet", "Ib")
    game = table.look(side)
    whole = with_writing(game, with_map(game, context(game, side, ())))
    path = tmp_path / "report.html"
    path.write_text(html.report_page(whole, room=1), "utf-8")
    page = path.read_text("utf-8")
    assert 'class="chart"' not in page
    assert 'class="choices"' not in page
    window = open_window(path.as_uri(), PHONE)
    assert window.page.locator("#map .chart .can").count() > 0
    assert window.page.locator("#write .picker button").count() > 0, "and so are its choices"
    tap_map = window.page.locator("#map svg.chart")
    tap_map.scroll_into_view_if_needed()
    tap_map.tap()
    button = window.page.get_by_role("button", name="Whole map")
    assert button.count() == 1
    window.page.emulate_media(media="print")
    assert not button.is_visible(), "nothing can be tapped on paper"


@pytest.mark.slow
@some_games("plantagenet", "richard_iii")
def test_a_line_of_each_game_is_tapped_together_copied_and_sealed(
    rules: str,
    scenario: str,
    tmp_path: Path,
    open_window: Opener,
) -> None:
    table, side = choosing(tmp_path, rules, scenario)
    window = open_window(page_of(table, side, tmp_path), PHONE)
    taken, earlier = narrow(window.page), window.page.locator("#earlier")
    shown = taken.locator("code").inner_text()
    assert not earlier.is_visible()
    tapped(taken)
    if window.page.locator("#sheet[open]").count():
        window.shoot(f"report-{rules}-sheet")
        assert window.boxes() == []
        add(window)
    found = read(window)
    (line,) = found.lines
    assert shown.startswith(line)
    if not table.look(side).request().secret_menu:  # that takes one line
        assert "from before your line" in earlier.inner_text()
    assert (found.game, found.side) == (table.look().id, side)
    window.shoot(f"report-{rules}", whole=True)
    assert window.boxes() == []
    assert window.barriers() == []
    text = window.page.locator("#lines").input_value()
    sealed(table, side, text, tmp_path)


@pytest.mark.slow
def test_what_is_written_can_be_guarded_moved_left_out_and_taken_back(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    where = [o.line for o in table.look(side).legal() if " parley " in o.line and "+" not in o.line]
    who, first, second = where[0].partition(":")[0], where[0], where[1]
    named = page.evaluate(
        "who => JSON.parse(document.getElementById('writing').textContent).names[who]", who
    )
    tapped(page.locator(".picker button", has_text=named).first)
    tapped(page.locator(".picker button", has_text="parley").first)
    tapped(page.locator("#write .tap", has_text=first).first)
    tapped(page.locator("#sheet").get_by_label("+1"))
    tapped(page.locator("#sheet").get_by_label("again until it succeeds"))
    page.locator("#sheet").get_by_label("at most so many times").select_option("3")
    add(window)
    assert page.get_by_role("status").inner_text().startswith("Added: ")
    tapped(page.locator("#write .tap", has_text=second).first)
    tapped(
        page.locator("#sheet").get_by_label(
            "if " + sentence("reports.order_sentences.BEFORE", word="failed")
        )
    )
    tapped(page.locator("#sheet").get_by_label("anyway", exact=False))
    add(window)
    tapped(page.locator("#write .tap", has_text=second).first)
    tapped(page.locator("#sheet").get_by_label("if …", exact=True))
    page.locator("#sheet").get_by_label("Look at").select_option("enemy at PLACE")
    page.locator("#sheet").get_by_label("place", exact=True).select_option("york")
    page.locator("#sheet").get_by_label("Compare", exact=True).select_option("is not so")
    assert window.boxes() == []
    add(window)
    tapped(page.locator("#write .tap", has_text=second).first)
    tapped(page.locator("#sheet").get_by_label("else", exact=True))
    add(window)
    tap(window, "An alarm: stop if …")
    page.locator("#sheet").get_by_label("Look at").select_option("influence")
    page.locator("#sheet").get_by_label("Compare", exact=True).select_option("<=")
    page.locator("#sheet").get_by_label("Compared with").fill("-9")
    add(window)
    guarded = f"if not enemy at york: {second}"
    anyway = f"anyway: if failed: {second}"
    repeated = f"{first} +1 until success max 3"
    alarm = "stop if influence <= -9"
    assert read(window).lines == (repeated, anyway, guarded, f"else: {second}", alarm)
    tap(window, f"Up: {alarm}")
    tap(window, f"Leave out: {anyway}")
    assert read(window).lines == (repeated, guarded, alarm, f"else: {second}")
    tap(window, "Undo")
    tap(window, "Undo")
    assert read(window).lines == (repeated, anyway, guarded, f"else: {second}", alarm)
    tap(window, f"Leave out: {alarm}")
    text = out(window)
    done = sealed(table, side, text, tmp_path)
    assert repeated in done.out + done.err


@pytest.mark.slow
def test_a_plan_is_stacked_with_scripts_that_move_with_their_cards(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "plan")
    stack = table.look(side).request().stack
    assert stack is not None
    lord = next(card for card in stack.limits if card != "pass")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    cards = page.get_by_role("group", name="Cards").locator("button")
    of = {name: cards.nth(n) for n, name in enumerate(stack.limits)}
    tapped(of[lord])
    tapped(page.get_by_text("Script of card 1", exact=False))
    tapped(page.get_by_text("could do if it were turned up now", exact=False))
    tapped(narrow(page))
    add(window)
    assert window.boxes() == []
    window.shoot("report-plan-script", whole=True)
    assert page.get_by_text("needs", exact=False).count(), "a plan that is too short is told"
    for _ in range(stack.size - 1):
        tapped(of["pass"])
    script = read(window).scripts["1"]
    assert script.startswith(f"{lord}: ")
    tap(window, f"Down: {lord}")
    found = read(window)
    plan = ["pass", lord, *["pass"] * (stack.size - 2)]
    assert (found.lines, found.scripts) == ((" ".join(["plan", *plan]),), {"2": script})
    sealed(table, side, out(window), tmp_path)
    assert [*table.look(side).standing.scripts.values()] == [script]


def secretly(table: Table) -> list[str]:
    """Who has a choice that is made by several at once."""
    asked = [request.side for request in table.look().requests if request.secret_menu]
    return [side for side in asked if len(table.look(side).legal(side)) > 1]


@pytest.mark.slow
def test_a_secret_answer_is_one_line_and_the_last_one_tapped(
    tmp_path: Path, open_window: Opener
) -> None:
    table = Table(tmp_path, "richard_iii", "kingmaker")
    while not (sides := secretly(table)):
        table.turn()
    side = sides[0]
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    assert page.get_by_text("Your answer stays secret", exact=False).count()
    tapped(page.locator("#write .tap").first)
    (one,) = read(window).lines
    tapped(page.locator("#write .tap").nth(1))
    (line,) = read(window).lines
    assert line != one
    assert window.boxes() == []
    sealed(table, side, out(window), tmp_path)


@pytest.mark.slow
def test_policies_are_chosen_from_presets_answers_and_own_words(
    tmp_path: Path, open_window: Opener
) -> None:
    """Few questions stand there, the others below headings; each is asked and answered in a sentence."""
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    page = window.page
    tapped(page.get_by_text("Policies, for what others", exact=False))
    asked = page.locator("#write summary").locator("visible=true")
    assert asked.count() < 15
    assert page.get_by_text("Your Lords go into Exile from a stronger enemy", exact=False).count()
    tap(window, "Cautious")
    tapped(asked.filter(has_text="does he try to Intercept?"))
    tap(window, "Another answer …")
    sheet = page.locator("#sheet")
    tapped(
        sheet.locator("label.chip").get_by_text(
            sentence("reports.policy_forms._forms", "Any Lord: intercept", word="all")
        )
    )
    offered = sheet.get_by_label("lord", exact=True).locator("option").all_inner_texts()
    ledger = table.look(side).ledger
    picture = ledger.rules.picture(ledger.rules.secrets.veil(ledger.play.state, side), side)
    pieces = [piece for space in picture.spaces for piece in space.pieces]
    assert set(offered) == {"any lord", *(piece.name for piece in pieces if piece.side == side)}
    sheet.get_by_label("lord", exact=True).select_option("march")
    tapped(sheet.locator("label.chip").get_by_text("if …", exact=True))
    sheet.get_by_label("Look at").select_option("enemy strength")
    sheet.get_by_label("Compare", exact=True).select_option("<=")
    sheet.get_by_label("Compared with").fill("4")
    made = sheet.locator(".made b").inner_text()
    assert made == sentence(
        "reports.policy_forms._forms",
        "If enemy strength is at most 4: March: intercept",
        word="all",
    )
    add(window)
    assert page.get_by_text(made).count(), "it is told so"
    tapped(asked.filter(has_text="Before and after a Battle"))
    tapped(asked.filter(has_text="who Flees?"))
    flees = page.get_by_role("group", name="A Round begins: who Flees?")
    tapped(flees.get_by_role("button", name="Stand", exact=True))
    tapped(asked.filter(has_text="who takes Carts and Provender?"))
    tapped(asked.filter(has_text="In own words").last)
    page.get_by_label("takes Carts and Provender?").locator("visible=true").last.fill("carts")
    page.keyboard.press("Tab")
    assert window.boxes() == []
    assert window.barriers() == []
    window.shoot("report-policies")
    preset = presets_of(table.look().ledger.rules)["cautious"]
    intercept = f"{preset['intercept']}; if enemy strength <= 4: march: intercept with all"
    found = read(window)
    assert found.lines == ()
    assert found.reactions == {
        **preset, "intercept": intercept, "flee": "stand", "spoils": "carts",
    }  # fmt: skip


@pytest.mark.slow
@some_games("plantagenet_1450")
def test_the_page_fits_in_light_and_dark(
    rules: str, scenario: str, tmp_path: Path, open_window: Opener
) -> None:
    table, side = choosing(tmp_path, rules, scenario)
    url = page_of(table, side, tmp_path)
    for screen in (PHONE, WIDE, LEAST):
        for dark in (False, True):
            window = open_window(url, screen, dark)
            window.shoot(f"report-{rules}-{'dark' if dark else 'light'}", whole=True)
            assert window.boxes() == []


@pytest.mark.slow
def test_where_the_clipboard_is_closed_the_lines_are_copied_the_older_way_or_selected(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), PHONE)
    tapped(narrow(window.page))
    add(window)
    window.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    assert out(window)
    window.page.evaluate("() => { document.execCommand = () => false; }")
    tapped(window.page.get_by_role("button", name="Copy the lines"))
    window.page.get_by_text("Copy the selected lines by hand.").wait_for()
    chosen = window.page.evaluate("getSelection().toString() || document.activeElement.value")
    assert chosen == window.page.locator("#lines").input_value()
    mail = window.page.get_by_role("link", name="Mail them to myself")
    assert (mail.get_attribute("href") or "").startswith("mailto:?subject=")


@pytest.mark.slow
def test_a_line_is_written_by_keyboard_alone_and_who_listens_hears_it(
    tmp_path: Path, open_window: Opener
) -> None:
    table, side = asking(tmp_path, "muster")
    window = open_window(page_of(table, side, tmp_path), WIDE)
    page = window.page
    page.locator(".picker button").last.focus()
    assert page.evaluate("document.activeElement.textContent").startswith("Show all")
    page.keyboard.press("Enter")
    page.locator("#write .tap").first.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    assert sheet.get_by_role("heading").first.evaluate("e => e === document.activeElement")
    assert window.barriers() == []
    page.keyboard.press("Escape")
    assert not sheet.count()
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Add it").focus()
    page.keyboard.press("Enter")
    status = page.get_by_role("status")
    assert status.inner_text().startswith("Added: ")
    page.get_by_role("button", name="Copy the lines").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Copied.", exact=False).wait_for()
    (line,) = lines.read(page.locator("#lines").input_value().encode()).lines
    assert status.get_attribute("aria-live") == "polite"
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    assert status.inner_text().strip() == "Taken back."
    assert line not in page.locator("#write .lines").all_inner_texts()
