"""A turn of each game at the desk, in a real browser: looked at, clicked on the map, sealed, and applied by the GM."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.moderator.people import asked_in
from tests.web.browser import DESK, NARROW, Opener, Screen, Window
from tests.web.desks import ARRIVED, Hand, Keys, played
from tests.web.tables import GAMES, Table


class Seat(NamedTuple):
    """A side at its desk."""

    table: Table
    side: str
    window: Window


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[object]:
    """A game in which a side has something to click on the map, and its desk in a window."""
    with ExitStack() as closing:

        def sat(rules: str, scenario: str, seed: int = 3) -> Seat:
            table = Table(tmp_path, rules, scenario, seed).play(2)
            while not (side := on_the_map(table)):
                table.turn()
            home = table.home(side)
            table.people[side].save(home / "identity.toml", "")
            window = open_window(closing.enter_context(played(home, home / "game.toml")))
            window.page.locator(".board").wait_for()
            return Seat(table, side, window)

        yield sat


def on_the_map(table: Table) -> str:
    """A side that may choose among pieces or places, "" if none may."""
    for side in asked_in(table.look()):
        lit = table.page(side).lit()
        if any(what.startswith(("piece:", "place:")) for what in lit):
            return side
    return ""


def faults(window: Window, name: str, screen: Screen = DESK, heard: bool = False) -> list[str]:
    """What is wrong with what is shown, on a computer, where the page must not scroll, or on a narrow screen.

    Args:
        heard: axe-core looks too, by day and by night.
    """
    resize(window, screen)
    window.shoot(name)
    told = [*window.boxes(at_rest=screen is DESK), *(window.barriers() if heard else [])]
    return [f"{name}, {screen.name}: {fault}" for fault in told]


def resize(window: Window, screen: Screen) -> None:
    window.screen = screen
    window.page.mouse.move(1, 1)
    window.page.set_viewport_size({"width": screen.width, "height": screen.height})


@pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[rules for rules, _ in GAMES])
def test_a_whole_turn_is_clicked_on_the_map_sealed_and_applied(
    sit, rules: str, scenario: str
) -> None:
    table, side, window = sit(rules, scenario)
    hand, name = Hand(window), f"turn-{rules}"
    found = list[str]()
    if window.page.locator(ARRIVED).count():
        found += faults(window, f"{name}-1-news", heard=True)
        found += faults(window, f"{name}-1-news", NARROW)
    hand.look()
    found += faults(window, f"{name}-2-asked", NARROW)
    found += faults(window, f"{name}-2-asked", heard=True)
    hand.touch()
    found += faults(window, f"{name}-3-clicked")
    hand.order()
    resize(window, NARROW)
    if hand.asked and hand.touch():
        found += faults(window, f"{name}-3-clicked", NARROW)
    lines = hand.turn()
    assert hand.clicked
    found += faults(window, f"{name}-4-written", NARROW)
    found += faults(window, f"{name}-4-written", heard=True)
    hand.press("[data-verb=seal]")
    found += faults(window, f"{name}-5-seal", heard=True)
    hand.press("#sheet button[type=submit]")
    found += faults(window, f"{name}-6-sealed", NARROW)
    found += faults(window, f"{name}-6-sealed", heard=True)
    shown = window.page.locator("#mail").inner_text()
    mail = hand.kept()
    before = len(table.look().save.entries)
    table.take({side: mail})
    assert len(table.look().save.entries) > before
    assert lines
    block = shown[shown.index("-----BEGIN") :].strip()
    assert block in mail.decode().replace("\r\n", "\n"), "what is copied is what is mailed"
    assert not found, "\n".join(found)


def test_a_turn_is_played_by_keys_alone(sit) -> None:
    table, side, window = sit("richard_iii", "kingmaker")
    keys = Keys(window)
    if window.page.locator(f"{ARRIVED} [data-verb=looked]").count():
        keys.to("[data-verb=looked]")
        keys.press("Enter")
    keys.to("#map [data-what].lit")
    keys.press("Enter")
    for _ in range(4):
        if keys.at("#near button:not(.close)"):
            break
        keys.to("#map [data-what].lit")
        keys.press("Enter")
    window.shoot("turn-by-keys")
    keys.press("Enter")
    written = Hand(window).lines
    assert written
    keys.to("[data-verb=seal]")
    keys.press("Enter")
    keys.to("#sheet button[type=submit]")
    keys.press("Enter")
    keys.to("#sheet a[download]")
    with window.page.expect_download() as kept:
        window.page.keyboard.press("Enter")
    before = len(table.look().save.entries)
    table.take({side: Path(kept.value.path()).read_bytes()})
    assert len(table.look().save.entries) > before
