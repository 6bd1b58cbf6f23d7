"""What has happened is stepped through on the same ground, and what moved is drawn as it is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.browser import DESK, NARROW, Opener, Window
from tests.web.desks import played
from tests.web.tables import Table
from tests.web.test_a_turn_on_the_map import resize
from tests.web.test_arrived import tapped, written

NO_GROUND = """() => [...document.querySelectorAll("#then [clip-path]")]
  .map(one => document.querySelector(one.getAttribute("clip-path").slice(4, -1)))
  .filter(clip => getComputedStyle(clip).visibility !== "visible").length"""
COLOURS = """() => { const body = getComputedStyle(document.body); return [body.backgroundColor, body.color]; }"""
PAPER = 980
"""Pixels of a sheet of letter paper between its margins."""
NEXT = "[data-step=next]:not(:disabled)"


def with_moves(folder: Path) -> tuple[Table, str]:
    """A game in which something has moved since this side's last orders, and something else came after it."""
    table = Table(folder, "warriors", "standard_1455")
    for _ in range(60):
        side = table.look().ledger.turn_of()[0]
        if table.page(side).html.count('class="arrow') > 1:
            return table, side
        table.turn()
    raise AssertionError("nothing moved")


def at_desk(table: Table, side: str, look: Callable[[Window], None], opener: Opener) -> None:
    home = table.home(side)
    home.mkdir(parents=True, exist_ok=True)
    (home / "game.toml").write_bytes(table.save)
    table.people[side].save(home / "identity.toml", "")
    with played(home, home / "game.toml") as uri, opener(uri) as window:
        window.arrive("#then")
        look(window)


@pytest.mark.slow
def test_the_steps_have_their_ground_and_their_arrows(tmp_path: Path, open_window: Opener) -> None:
    def look(window: Window) -> None:
        page = window.page
        assert page.locator("#then [clip-path]").count()
        assert page.evaluate(NO_GROUND) == 0, "land and sea are cut out by shapes that are seen"
        seen = list[tuple[int, int]]()
        assert page.locator("#log-then .story > li").first.is_visible(), "the log tells what was"
        assert not page.locator("#log").is_visible(), "and not what is stepped through"
        while page.locator(NEXT).count():
            told = page.locator("#arrived .move:not(.to-come)").count()
            seen.append((told, page.locator("#then .went .arrow").count()))
            page.locator(NEXT).click()
        assert all(told == drawn for told, drawn in seen), "what moved is drawn as it is told"
        assert (1, 1) in seen
        assert page.locator("#then, #log-then").count() == 0
        assert page.locator("#log .story > li").first.is_visible()

    at_desk(*with_moves(tmp_path), look, open_window)


@pytest.mark.slow
def test_of_a_battle_the_dice_are_drawn_and_the_outcome_is_told_first(
    tmp_path: Path, open_window: Opener
) -> None:
    def look(window: Window) -> None:
        page = window.page
        page.locator("[data-step=all]").click()
        window.shoot("a-battle-in-steps")
        steps = page.locator("#arrived .steps")
        assert steps.locator(".faces .face").count() > 1
        assert steps.locator("code").count() == 0, "orders stand in sentences"
        panel = steps.locator(".battle").first
        assert panel.locator("dt").first.inner_text() == "Outcome"
        page.locator("[data-verb=looked]").click()
        page.locator("#asked").wait_for()
        assert page.locator("#log .battle dt").first.inner_text() == "Outcome"
        page.locator("#log .blows summary").first.click()
        assert page.locator("#log .faces").first.is_visible()
        assert not window.boxes(at_rest=True)

    at_desk(*with_a_battle(tmp_path), look, open_window)


def with_a_battle(folder: Path) -> tuple[Table, str]:
    """A game in which a battle was fought to its end since this side's last orders."""
    table = Table(folder, "warriors", "standard_1455")
    for _ in range(80):
        for side in table.people:
            game = table.look(side)
            events = [one for story in game.stories(game.last_order()) for one in story.events]
            kinds = [one.kind for one in events]
            if "battle" in kinds and "battle_end" in kinds and kinds.count("die") > 1:
                return table, side
        table.turn()
    raise AssertionError("no battle")


@pytest.mark.slow
def test_lines_from_a_mail_are_pasted_into_the_page(tmp_path: Path, open_window: Opener) -> None:
    table, page, line = written(tmp_path)
    side = page.desk.seat.side
    text = tapped(table, side, line).decode().partition("\n\n")[2]
    table = table.copy("pasted")

    def look(window: Window) -> None:
        desk = window.page
        if desk.locator("[data-verb=looked]:visible").count():
            desk.locator("[data-verb=looked]").click()
        desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
        desk.evaluate("text => navigator.clipboard.writeText(text)", text)
        desk.locator("#asked").focus()
        desk.keyboard.press("Control+V")
        window.until("#orders", line)
        window.until("#said", "From pasted text: 1 order line.")
        desk.evaluate("() => navigator.clipboard.writeText('PBEM2 is fine')")
        desk.locator("#asked input[name=line]").focus()
        desk.keyboard.press("Control+V")
        assert desk.locator("#asked input[name=line]").input_value() == "PBEM2 is fine"

    at_desk(table, side, look, open_window)


@pytest.mark.slow
def test_map_question_tracks_and_log_are_in_sight_and_what_is_said_hides_none(
    tmp_path: Path, open_window: Opener
) -> None:
    def look(window: Window) -> None:
        page = window.page
        page.locator("[data-verb=looked]").click()
        page.locator("#arrived[hidden]").wait_for(state="attached")
        page.evaluate("say('Taken: March to Hastings.')")
        said = page.locator("#said").bounding_box()
        assert said is not None
        for part in ("#head", ".table > .board", ".table > .orders", ".table > .lore"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert said["y"] >= box["y"] + box["height"] - 1, f"what is said covers {part}"
        for part in ("#map", "#asked", "#orders", "#tracks .calendar", "#tracks .track", "#log"):
            assert page.locator(part).first.is_visible(), part
        resize(window, NARROW)
        assert page.locator("#said").is_visible()
        for part in ("#map", "#asked", "#orders"):
            assert page.locator(part).is_visible(), part
        for tab, part in (("position", "#tracks"), ("log", "#log"), ("turn", "#asked")):
            page.locator(f"#tab-{tab}").click()
            assert page.locator(part).is_visible(), part
            assert not window.boxes(at_rest=True)
        page.locator("#tab-log").click()
        assert not page.locator("#asked").is_visible()
        resize(window, DESK)
        for part in ("#asked", "#log"):
            assert page.locator(part).is_visible(), part

    at_desk(*with_moves(tmp_path), look, open_window)


@pytest.mark.slow
def test_on_paper_the_map_has_a_page_and_all_else_follows_black_on_white(
    tmp_path: Path, open_window: Opener
) -> None:
    def look(window: Window) -> None:
        page = window.page
        page.locator("[data-verb=looked]").click()
        page.locator("#asked").wait_for()
        page.emulate_media(media="print", color_scheme="dark")
        window.resize(720, 1040)
        window.shoot("on-paper", whole=True)
        for part in ("#map", "#asked", "#orders", "#tracks", "#log", "#position"):
            assert page.locator(part).is_visible(), part
        for part in (
            "[data-verb=seal]",
            "[data-zoom]",
            ".lookups",
            "[role=tab]",
            ".typed",
            "#said",
        ):
            assert page.locator(f"{part}:visible").count() == 0, part
        assert page.evaluate(COLOURS) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        board = page.locator(".board").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] < PAPER, "the map ends on the first page"
        asked = page.locator("#asked").bounding_box()
        assert asked is not None
        assert asked["y"] >= board["y"] + board["height"] - 1

    at_desk(*with_moves(tmp_path), look, open_window)
