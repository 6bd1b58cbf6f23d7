"""A turn of each game at the desk, in a real browser: looked at, clicked on the map, sealed, and applied by the GM."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.moderator.people import asked_in
from tests.web.browser import DESK, NARROW, Opener, Screen, Window
from tests.web.desks import ARRIVED, Hand, played
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


def faults(window: Window, name: str) -> list[str]:
    """What is wrong with this screen, on a computer, where the page must not scroll, and on a narrow one; by day
    and by night."""
    found = list[str]()
    for screen in (DESK, NARROW):
        resize(window, screen)
        window.shoot(name)
        told = [*window.boxes(at_rest=screen is DESK), *window.barriers()]
        found += [f"{name}, {screen.name}: {fault}" for fault in told]
    resize(window, DESK)
    return found


def resize(window: Window, screen: Screen) -> None:
    window.screen = screen
    window.page.set_viewport_size({"width": screen.width, "height": screen.height})


@pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[rules for rules, _ in GAMES])
def test_a_whole_turn_is_clicked_on_the_map_sealed_and_applied(
    sit, rules: str, scenario: str
) -> None:
    table, side, window = sit(rules, scenario)
    hand, name = Hand(window), f"turn-{rules}"
    found = faults(window, f"{name}-1-news") if window.page.locator(ARRIVED).count() else []
    hand.look()
    found += faults(window, f"{name}-2-asked")
    hand.touch()
    found += faults(window, f"{name}-3-clicked")
    resize(window, NARROW)
    hand.order()
    resize(window, DESK)
    lines = hand.turn()
    assert hand.clicked
    found += faults(window, f"{name}-4-written")
    hand.press("[data-verb=seal]")
    found += faults(window, f"{name}-5-seal")
    hand.press("#sheet button[type=submit]")
    found += faults(window, f"{name}-6-sealed")
    shown = window.page.locator("#mail").inner_text()
    mail = hand.kept()
    before = len(table.look().save.entries)
    table.take({side: mail})
    assert len(table.look().save.entries) > before
    assert lines
    block = shown[shown.index("-----BEGIN") :].strip()
    assert block in mail.decode().replace("\r\n", "\n"), "what is copied is what is mailed"
    assert not found, "\n".join(found)
