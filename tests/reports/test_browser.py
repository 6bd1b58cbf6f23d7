"""The report, the map and the replay in a real browser, on a computer and on a phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.drawing.svg import draw
from pbem.reports.context import map_of
from pbem.reports.formats import render
from pbem.reports.history import ReplayFrame, steps
from pbem.reports.replay_page import page
from tests.drawn import kept
from tests.moderator.test_course import of
from tests.reports import samples
from tests.tiers import soaked
from tests.web.browser import DESK, NARROW, PHONE, Opener, Screen, Window

SCREENS = [DESK, NARROW, PHONE]
LENGTH, FIRST = 72, 16
"""Mails of the game that is replayed, and the steps of which each is looked at."""


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=lambda screen: screen.name)
def test_the_report_fits_and_asks_nobody(
    tmp_path: Path, open_window: Opener, screen: Screen
) -> None:
    path = tmp_path / "report.html"
    path.write_text(render(samples.battle("lancaster"), "html"), "utf-8")
    window = open_window(path.as_uri(), screen)
    assert window.page.locator("svg.chart text").count() > 58
    assert window.barriers() == []
    assert [line for line in window.boxes() if "smaller" not in line] == []
    window.shoot("report", whole=True)


@pytest.mark.slow
def test_the_map_stands_alone_by_day_and_by_night(tmp_path: Path, open_window: Opener) -> None:
    path = tmp_path / "map.svg"
    path.write_text(draw(map_of(samples.battle("lancaster"))), "utf-8")
    window = open_window(path.as_uri())
    day = light(window, ".chart .paper"), light(window, ".chart .name")
    window.page.emulate_media(color_scheme="dark")
    night = light(window, ".chart .paper"), light(window, ".chart .name")
    assert day[0] > 0.9 > 0.2 > day[1]
    assert night[1] > 0.8 > 0.2 > night[0]
    window.shoot("map-by-night")


def light(window: Window, what: str) -> float:
    """How light the fill of something is, from 0 to 1."""
    fill = window.page.locator(what).first.evaluate("e => getComputedStyle(e).fill")
    return sum(map(int, re.findall(r"\d+", fill)[:3])) / 765


# -- the replay -------------------------------------------------------------------------------------


@kept
def played() -> tuple[ReplayFrame, ...]:
    return tuple(steps(of("warriors", "standard_1455", LENGTH).look()))


@pytest.fixture
def replay(tmp_path: Path, open_window: Opener) -> object:
    def opened(
        made: Sequence[ReplayFrame], screen: Screen = DESK, at: str = "", calm: bool = False
    ) -> Window:
        path = tmp_path / "replay.html"
        path.write_text(page(made), "utf-8")
        return open_window(f"{path.as_uri()}{at}", screen, calm=calm)

    return opened


def at(window: Window) -> str:
    return window.page.locator("#at").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen", soaked([(one,) for one in SCREENS], [(PHONE,)]), ids=lambda screen: screen.name
)
def test_map_and_story_stand_side_by_side_or_one_below_the_other(replay, screen: Screen) -> None:
    window = replay(played(), screen, "#entry-15", calm=True)
    board = window.page.locator(".board").bounding_box()
    told = window.page.locator(".told").bounding_box()
    assert board
    assert told
    if screen.phone:
        assert told["y"] >= board["y"] + board["height"]
        assert board["y"] < screen.height / 4, "the controls leave room for the map"
    else:
        assert told["x"] >= board["x"] + board["width"]
        assert told["y"] == board["y"]
    assert window.boxes(at_rest=not screen.phone) == []
    assert window.barriers() == []
    window.shoot("replay")
    window.page.emulate_media(color_scheme="dark")
    window.shoot("replay-by-night")


@pytest.mark.slow
def test_each_step_is_shown_as_it_is_alone(replay) -> None:
    """Forwards, backwards and by turns."""
    made = [
        ReplayFrame(samples.battle("public"), "one", opens=True),
        ReplayFrame(samples.planning("public"), "one", opens=False),
        ReplayFrame(samples.battle("public", "Later"), "two", opens=True),
        ReplayFrame(samples.over("public"), "three", opens=True),
    ]
    alone = [shown(replay([step])) for step in made]
    window = replay(made)
    keys = [
        "ArrowRight",
        "ArrowRight",
        "ArrowLeft",
        "End",
        "Home",
        "PageDown",
        "PageDown",
        "PageUp",
        "PageUp",
    ]
    seen = []
    for key in keys:
        window.page.keyboard.press(key)
        seen.append(shown(window))
    assert seen == [alone[n] for n in (1, 2, 1, 3, 0, 2, 3, 2, 0)]


def shown(window: Window) -> tuple[str, str]:
    """What the slider says and what is below it, except for what is lit and for the title card."""
    html = window.page.locator("#stage").inner_html()
    html = re.sub(r'<section class="title-card".*?</section>', "", html, flags=re.DOTALL).strip()
    said = window.page.locator("#step").get_attribute("aria-valuetext")
    assert said == at(window)
    return said, re.sub(r' class="(fresh)?"', "", html)


@pytest.mark.slow
def test_it_plays_pauses_and_stops_at_the_end(replay) -> None:
    window = replay(played())
    clock, slider = window.page.clock, window.page.locator("#step")
    clock.install(time=0)
    clock.pause_at(60_000)  # or it goes on by itself where the machine is busy
    window.page.locator("#play").click()
    clock.run_for(4000)
    assert slider.input_value() == "2"
    window.page.locator("#speed").select_option("very fast")
    clock.run_for(3500)
    assert slider.input_value() == "12"
    assert window.page.locator("#stage").get_attribute("aria-live") == "off"
    window.page.locator("#play").click()
    clock.run_for(9000)
    assert slider.input_value() == "12"
    assert window.page.locator("#play").inner_text() == "Play"
    assert window.page.locator("#stage").get_attribute("aria-live") == "polite"
    slider.focus()
    window.page.keyboard.press("End")
    window.page.keyboard.press("ArrowLeft")
    window.page.keyboard.press(" ")
    assert window.page.locator("#play").inner_text() == "Pause"
    clock.run_for(9000)
    assert window.page.locator("#play").inner_text() == "Play"
    assert slider.input_value() == str(len(played()) - 1)


@pytest.mark.slow
def test_a_link_leads_to_a_step_and_each_step_has_one(replay) -> None:
    window = replay(played(), at="#entry-12")
    assert at(window).endswith("entry 12")
    window.page.keyboard.press("ArrowRight")
    assert window.page.url.endswith("#entry-13")
    assert window.page.locator("#here").get_attribute("href") == "#entry-13"
    window.page.evaluate("location.hash = 'entry-20'")
    window.until("#at", "entry 20")


@pytest.mark.slow
def test_turns_and_battles_are_marked_and_can_be_gone_to(replay) -> None:
    window = replay(played())
    marked = [step for step in played() if step.opens]
    assert window.page.locator("#ticks .turn").count() + window.page.locator(
        "#ticks .fight"
    ).count() >= len(marked)
    window.page.keyboard.press("b")
    assert "\u2694" in window.page.locator("#marks option:checked").inner_text()
    first = at(window)
    window.page.keyboard.press("b")
    assert at(window) != first
    window.page.keyboard.press("Shift+B")
    assert at(window) == first
    window.page.locator("#marks").select_option(index=0)
    assert at(window).endswith(f"entry {played()[0].report.entry}")


@pytest.mark.slow
def test_the_map_lights_up_what_has_changed_and_nothing_else(replay) -> None:
    window = replay(played(), calm=True)
    assert window.page.locator(".fresh").count() == 0
    lit = 0
    words = [told_on_map(step) for step in played()[:FIRST]]
    for n in range(1, FIRST):
        window.page.keyboard.press("ArrowRight")
        fresh = window.page.evaluate(
            "[...document.querySelectorAll('.fresh')].map(e => e.querySelector('title').textContent)"
        )
        before, now = words[n - 1], words[n]
        assert set(fresh) == {words for words in now if quiet(words) not in map(quiet, before)}, n
        lit += bool(fresh)
    assert lit > 3


def told_on_map(step: ReplayFrame) -> list[str]:
    """The words of each piece and place on a step's map."""
    drawn = draw(map_of(step.report), alone=False)
    found = re.findall(r'<g data-(?:place|piece)="[^"]*"><title>(.*?)</title>', drawn)
    return [words.replace("&#39;", "'").replace("&amp;", "&") for words in found]


def quiet(words: str) -> str:
    return words.replace(", acting now", "")


@pytest.mark.slow
def test_who_wants_no_motion_gets_none(replay) -> None:
    for calm, expected in ((True, "none"), (False, "fresh")):
        window = replay(played()[:FIRST], calm=calm)
        while not window.page.locator(".fresh").count():
            window.page.keyboard.press("ArrowRight")
        name = window.page.locator(".fresh").first.evaluate(
            "e => getComputedStyle(e).animationName"
        )
        assert name == expected


def test_another_script_is_refused(tmp_path: Path, open_window: Opener) -> None:
    path = tmp_path / "replay.html"
    planted = "<script>document.title = 'taken'</script><b onclick='x'></b></body>"
    path.write_text(page(played()[:2]).replace("</body>", planted), "utf-8")
    window = open_window(path.as_uri())
    assert window.page.title().endswith("replay")
    assert any("Content Security Policy" in fault for fault in window.faults)
    window.faults.clear()
