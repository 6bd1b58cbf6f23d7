"""What the other browser tests lean on: planted faults are found, and a sound page has none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from tests.web.browser import DESK, PHONE, PICTURES, Opener, Screen, Window

SOUND = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Sound</title>
<style>body{background:#fff;color:#000} a{color:#00c}
 @media (prefers-color-scheme:dark){body{background:#111;color:#eee} a{color:#9cf}}
 button{min-width:44px;min-height:44px} .r{overflow-x:auto} .r p{width:2000px}
 @media (prefers-color-scheme:dark){ .night{color:#333} }</style>
<main><h1>Sound</h1><p>A word with <a href="#b">a link</a> in it.</p><button>Go</button>
<div class="r" tabindex="0" role="region" aria-label="wide"><p>wide</p></div>BODY</main>"""


Made = Callable[..., Window]


@pytest.fixture
def page(tmp_path: Path, open_window: Opener) -> Made:
    def made(*planted: str, screen: Screen = DESK) -> Window:
        path = tmp_path / "page.html"
        path.write_text(SOUND.replace("BODY", "\n".join(planted)), "utf-8")
        return open_window(path.as_uri(), screen)

    return made


def all_found(told: Iterable[str], planted: Mapping[str, str]) -> None:
    lines = list(told)
    for fault in planted.values():
        assert any(line.startswith(fault) for line in lines), (fault, lines)


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=lambda screen: screen.name)
def test_a_sound_page_has_no_fault(page: Made, screen: Screen) -> None:
    window = page(screen=screen)
    assert window.barriers() == []
    assert window.boxes(at_rest=True) == []


@pytest.mark.slow
def test_axe_finds_each_fault_in_the_light_that_shows_it(page: Made) -> None:
    planted = {
        '<p style="color:#ccc;background:#fff">pale</p>': "light: color-contrast, 1 times",
        '<p class="night">only dark by night</p>': "dark: color-contrast, 2 times",
        '<img src="data:,">': "light: image-alt",
        "<button></button>": "light: button-name",
    }
    all_found(page(*planted).barriers(), planted)


def test_a_box_out_of_place_is_found(page: Made) -> None:
    button = '<button style="position:absolute;left:9px;top:130px;height:200px">Over</button>'
    drawn = '<rect width="{0}" height="{0}"/>'.format
    planted = {
        button: 'button "Go" lies over button "Over"',
        '<p style="width:500px">long</p>': 'leaves the screen: p "long"',
        '<button style="min-height:9px;height:20px">B</button>': 'smaller than 44: button "B", 44 by 20',
        '<p><a href="#x">alone</a></p>': 'smaller than 44: a "alone"',
        '<input aria-label="thin" style="height:20px">': 'smaller than 44: input "thin"',
        f'<svg width="99" height="99"><g role="button" aria-label="dot">{drawn(9)}</g>'
        f'<g role="button" aria-label="over">{drawn(60)}</g></svg>': 'smaller than 24: g "dot", 9 by 9',
        "<!-- the first of both -->": 'nothing of it can be clicked: g "dot"',
        '<div style="height:2000px">deep</div>': "the page scrolls: ",
    }
    all_found(page(*planted, screen=PHONE).boxes(at_rest=True), planted)


def test_a_window_has_seen_what_no_page_may_do(page: Made) -> None:
    planted = {
        '<img alt="" src="https://example.org/a.png">': "leaves this machine: https://example.org/a",
        "<script>fetch('http://localhost:9/').catch(e => 0)</script>": "leaves this machine: http://localhost:9/",
        "<script>new WebSocket('wss://example.org/')</script>": "leaves this machine: wss://example.org/",
        "<script>console.error('planted')</script>": "console error: planted",
        "<script>console.warn('planted')</script>": "console warning: planted",
        "<script>throw new Error('thrown')</script>": "error in a script: thrown",
    }
    window = page(*planted)
    window.page.wait_for_function("performance.now() > 100")
    all_found(window.faults, planted)
    window.faults.clear()


def test_a_page_that_another_opened_is_watched_too(page: Made) -> None:
    window = page("<a href='about:blank' target='_blank' rel='opener'>new</a>")
    with window.page.context.expect_page() as opened:
        window.page.get_by_text("new").click()
    opened.value.evaluate("console.error('planted')")
    assert window.faults == ["console error: planted"]
    window.faults.clear()


def test_a_picture_is_kept_where_pictures_are_wanted(
    page: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PICTURES, raising=False)
    window = page()
    window.shoot("sound")
    monkeypatch.setenv(PICTURES, str(tmp_path))
    window.shoot("sound")
    (path,) = tmp_path.glob("sound-*.png")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_other_tests_may_run_a_loop(browser: object) -> None:
    assert asyncio.run(asyncio.sleep(0, "ran")) == "ran"
