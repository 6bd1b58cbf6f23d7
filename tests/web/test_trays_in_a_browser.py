"""Cards and blocks beside the question are clicked in a real browser, with the mouse and by keys alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.tiers import soaked
from tests.web.browser import DESK, NARROW, Opener, Window
from tests.web.desks import Hand, Keys, played
from tests.web.test_trays import until

ROOM = """() => {
  const battle = document.querySelector("#battle"), board = battle.querySelector(".battle-board");
  return [board ? Number(getComputedStyle(board).zoom) : 0, battle.scrollHeight <= battle.clientHeight];
}"""
"""How large the board is drawn, and whether all of it is in sight."""
GLOWS = ":is(#battle, #tray) .token.lit"
Sat = Callable[[str, str, str, str], Window]
LINES = [
    ("richard_iii", "kingmaker", "Battle of"),
    ("warriors", "tudor_1476", "Battle in"),
    ("plantagenet", "Ib", "Retinue"),
]


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[Sat]:
    """The desk of somebody beside whose question something lies."""
    with ExitStack() as closing:

        def sat(rules: str, scenario: str, there: str, lit: str) -> Window:
            table, page = until(tmp_path, rules, scenario, there, lit)
            side = page.desk.seat.side
            home = table.home(side)
            table.people[side].save(home / "identity.toml", "")
            window = closing.enter_context(
                open_window(closing.enter_context(played(home, home / "game.toml")))
            )
            window.arrive(".board")
            Hand(window).look()
            return window

        yield sat


@pytest.mark.slow
def test_a_card_of_the_hand_is_played_by_a_click_on_it(sit: Sat) -> None:
    window = sit("richard_iii", "kingmaker", "Your hand", "card:")
    hand = Hand(window)
    window.shoot("hand")
    assert window.boxes(at_rest=True) == []
    assert window.barriers() == []
    card = window.page.locator(GLOWS).first.get_attribute("data-card")
    hand.press(GLOWS)
    assert hand.lines[-1].startswith("play ")
    assert card
    assert hand.lines[-1].removeprefix("play ") == card


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario", "there"), soaked(LINES, LINES[1:]))
def test_who_stands_in_a_line_or_has_his_mat_there_is_chosen_by_keys(
    sit: Sat, rules: str, scenario: str, there: str
) -> None:
    window = sit(rules, scenario, there, "piece:")
    window.shoot(f"tray-{rules}")
    assert window.boxes(at_rest=True) == []
    assert window.barriers() == []
    small, whole = window.page.evaluate(ROOM)
    if small:  # a battle: on a wide screen it is larger, and no less of it is in sight
        window.resize(1920, 1080)
        large, still_whole = window.page.evaluate(ROOM)
        assert large > small * 1.35
        assert still_whole >= whole
        window.resize(DESK.width, DESK.height)
    keys = Keys(window)
    keys.to(":is(#battle, #tray) .lit")
    what = window.page.evaluate("document.activeElement.dataset.what")
    keys.press("Enter")
    if not Hand(window).lines:  # else nothing but who was asked, and it is written
        assert window.page.locator(f':is(#battle, #tray) [data-what="{what}"].chosen').count()
    keys.press("Escape")
    window.resize(NARROW.width, NARROW.height)
    window.screen = NARROW
    window.shoot(f"tray-{rules}")
    assert window.boxes(at_rest=True) == []


@pytest.mark.slow
def test_a_number_takes_its_answer_and_enter_seals_it(sit: Sat) -> None:
    window = sit("warriors", "tudor_1476", "Battle in", "")
    keys, hand = Keys(window), Hand(window)
    first = window.page.locator("#asked .rows > li button.choice").first.get_attribute("data-line")
    keys.press("1")
    assert hand.lines == [first]
    keys.press("Enter")
    assert window.page.locator("#sheet[open]").count(), "what it will seal is shown"
