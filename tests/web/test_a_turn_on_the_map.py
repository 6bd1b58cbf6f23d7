"""A turn of each game at the desk, in a real browser: looked at, clicked on the map, sealed, and applied by the GM."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.moderator.people import asked_in
from tests.reports.test_map import picture
from tests.web.browser import DESK, NARROW, Opener, Screen, Window
from tests.web.desks import ARRIVED, Hand, Keys, played
from tests.web.tables import Table, some_games

WITHOUT_HEIRS = """() => {
  const all = document.documentElement.cloneNode(true);
  for (const item of all.querySelectorAll("#position li")) if (item.textContent.includes("Heirs")) item.remove();
  return all.outerHTML;
}"""
SMALL = "two_provinces"
"""On the small page of this game axe-core looks at the sheets too, which are the same in all games."""
PLACES = {place.id for place in picture("richard_iii").spaces}


class Seat(NamedTuple):
    """A side at its desk."""

    table: Table
    side: str
    window: Window


def met(
    folder: Path, rules: str, scenario: str, seed: int, wanted: Callable[[Table], str]
) -> tuple[Table, str]:
    """The first game of these seeds and those after it in which somebody is wanted, and the side that is."""
    for game in range(seed, seed + 20):
        table = Table(folder / f"{rules} {game}", rules, scenario, game).play(2)
        while table.look().result is None:
            if side := wanted(table):
                return table, side
            table.turn()
    raise AssertionError(f"no side of {rules} {scenario} is ever wanted")


@contextmanager
def seats(folder: Path, open_window: Opener) -> Iterator[Callable[..., Seat]]:
    """Seats sides at games in which they have something to click on the map, each desk in a window."""
    with ExitStack() as closing:

        def sat(
            rules: str,
            scenario: str,
            seed: int = 3,
            wanted: Callable[[Table], str] = on_the_map,
        ) -> Seat:
            table, side = met(folder, rules, scenario, seed, wanted)
            home = table.home(side)
            home.mkdir(parents=True, exist_ok=True)
            (home / "game.toml").write_bytes(table.save)
            table.people[side].save(home / "identity.toml", "")
            window = closing.enter_context(
                open_window(closing.enter_context(played(home, home / "game.toml")))
            )
            window.arrive(".board")
            return Seat(table, side, window)

        yield sat


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[Callable[..., Seat]]:
    with seats(tmp_path, open_window) as sat:
        yield sat


def on_the_map(table: Table) -> str:
    """A side that may choose among pieces or places, "" if none may."""
    for side in asked_in(table.look()):
        lit = table.page(side).lit()
        if any(what.startswith(("piece:", "place:")) for what in lit):
            return side
    return ""


def faults(window: Window, name: str, screen: Screen = DESK, heard: bool = False) -> list[str]:
    """What is wrong with what is shown, on a computer or on a narrow screen: the page must not scroll there either.

    Args:
        heard: axe-core looks too, by day and by night.
    """
    resize(window, screen)
    window.shoot(name)
    told = [*window.boxes(at_rest=True), *(window.barriers() if heard else [])]
    return [f"{name}, {screen.name}: {fault}" for fault in told]


def resize(window: Window, screen: Screen) -> None:
    window.screen = screen
    window.page.mouse.move(1, 1)
    window.resize(screen.width, screen.height)


@pytest.mark.slow
@some_games("plantagenet", "plantagenet_1450")
def test_a_whole_turn_is_clicked_on_the_map_sealed_and_applied(
    sit, rules: str, scenario: str
) -> None:
    table, side, window = sit(rules, scenario)
    hand, name = Hand(window), f"turn-{rules}"
    small = rules == SMALL
    found = list[str]()
    if window.page.locator(ARRIVED).count():
        found += faults(window, f"{name}-1-news", heard=True)
        found += faults(window, f"{name}-1-news", NARROW)
    hand.look()
    found += faults(window, f"{name}-2-asked", NARROW)
    found += faults(window, f"{name}-2-asked", heard=True)
    hand.touch()
    found += faults(window, f"{name}-3-clicked")
    if hand.asked:  # the toy game's only order may have been taken by the first click
        hand.order()
    resize(window, NARROW)
    if hand.asked and hand.touch():
        found += faults(window, f"{name}-3-clicked", NARROW)
    lines = hand.turn()
    assert hand.clicked
    found += faults(window, f"{name}-4-written", NARROW)
    found += faults(window, f"{name}-4-written", heard=small)
    hand.press("[data-verb=seal]")
    found += faults(window, f"{name}-5-seal", heard=small)
    hand.press("#sheet button[type=submit]")
    found += faults(window, f"{name}-6-sealed", NARROW)
    found += faults(window, f"{name}-6-sealed", heard=small)
    shown = window.page.locator("#mail").inner_text()
    mail = hand.kept()
    before = len(table.look().save.entries)
    table.take({side: mail})
    assert len(table.look().save.entries) > before
    assert lines
    block = shown[shown.index("-----BEGIN") :].strip()
    assert block in mail.decode().replace("\r\n", "\n"), "what is copied is what is mailed"
    assert not found, "\n".join(found)


@pytest.mark.slow
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
    window.page.locator("#sheet-title:focus").wait_for()
    keys.press("Enter")
    keys.to("#sheet a[download]")
    with window.page.expect_download() as kept:
        window.page.keyboard.press("Enter")
    before = len(table.look().save.entries)
    table.take({side: Path(kept.value.path()).read_bytes()})
    assert len(table.look().save.entries) > before


@pytest.mark.slow
def test_the_replay_is_one_click_away_and_back(sit) -> None:
    table, _, window = sit("warriors", "standard_1455")
    Hand(window).look()
    window.page.locator("[data-beside=replay]").click()
    window.arrive("#step")
    window.page.keyboard.press("End")
    entries = len(table.look().save.entries) - 1
    assert window.page.locator("#at").inner_text().endswith(f"entry {entries}")
    assert faults(window, "desk-replay", heard=True) == []
    window.page.locator("#back").click()
    window.arrive("#asked")


@pytest.mark.slow
def test_face_down_blocks_show_nothing_in_the_source(sit) -> None:
    """Of a block that stands in secret neither its name nor its strength is anywhere in what the browser has."""
    table, side, window = sit("richard_iii", "kingmaker")
    state, places = table.look("gm").ledger.play.state, PLACES - {"calais"}
    # The Rebel, whose word begins with no side, is whoever's recruits him.
    there = {id for id, block in state.blocks.items() if block.at in places and "_" in id}
    hidden = {id for id in there if id[0] != side[0]}
    mine = there - hidden
    assert len(hidden) > 5
    hand = Hand(window)
    hand.look()
    assert not shown(window) & words(hidden)
    assert shown(window) & words(mine)
    hand.turn()
    assert not shown(window) & words(hidden)
    titles = window.page.locator("#map [data-piece] title").all_text_contents()
    theirs = [
        title
        for title in titles
        if f"({table.look().ledger.rules.sides[side].people})" not in title
    ]
    assert theirs
    assert all(re.match(r"(a block|\d+ blocks) ", title) for title in theirs), theirs


def shown(window: Window) -> set[str]:
    """The pieces that anything in the page names to its script, but for the heirs, whom all know."""
    source = window.page.evaluate(WITHOUT_HEIRS)
    return {
        word for found in re.findall(r'data-piece="(\w+)"|piece:(\w+)', source) for word in found
    }


def words(blocks: set[str]) -> set[str]:
    """Blocks by their ids and by their words in orders."""
    return {name for id in blocks for name in (id, id.partition("_")[2])}
