"""The system's Chromium, driven by Playwright: what a reader sees, and what a page must never do.

One browser a worker, a context a window. A window fails its test by a request that leaves this machine, by what the
console says and by an error in a script, whether the test looks or not; boxes and contrast are asked for.

    python -m tests.web.browser         prints the versions of what drives and what is driven
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MUST = "PBEM_BROWSER_TESTS"
"""Set to `must` where a browser that lacks is a fault, not a reason to skip."""
PICTURES = "PBEM_PICTURES"
"""The folder for pictures of every screen; without it none is drawn, for that takes half of the time."""
FINGER, POINTER = 44, 24
"""Pixels that a finger needs, and the least for something on a map that can be made larger (WCAG 2.5.8)."""
PATIENCE = 60_000
"""Milliseconds: machines that test are busy, and a page that waits for ever is still found."""
# Chromium asks its makers for updates and for accounts even when it is driven.
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
# Where there is no graphics card Chromium imitates one, which takes a tenth of its time and more.
NO_CARD = "--disable-gpu"
AT_HOME = ("file", "data", "blob", "about")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Screen(NamedTuple):
    """What the reader holds: a phone has touch, and fingers."""

    name: str
    width: int
    height: int
    phone: bool = False


DESK = Screen("desk", 1366, 768)
NARROW = Screen("narrow", 800, 768)
PHONE = Screen("phone", 390, 844, phone=True)


class Window:
    """A page in a context of its own.

    Attributes:
        page: Playwright's.
        screen: what it is shown on.
        faults: what it did that no page of ours may do; the fixture fails the test by them.
    """

    def __init__(self, context: BrowserContext, screen: Screen) -> None:
        self.screen = screen
        self.faults: list[str] = []
        context.route("**/*", self._ask)
        context.on("page", self._watch)
        self.page = context.new_page()
        self._context = context

    def __enter__(self) -> Window:
        """Within, the page is open; it is closed before the desk that it asks for more is."""
        return self

    def __exit__(self, *raised: object) -> None:
        self._context.close()

    def _watch(self, page: Page) -> None:
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda error: self.faults.append(f"error in a script: {error}"))
        page.on("websocket", lambda socket: self._left(socket.url))

    def _ask(self, route: Route) -> None:
        if self._left(route.request.url):
            route.abort()
        else:
            route.continue_()

    def _left(self, url: str) -> bool:
        parts = urlsplit(url)
        if parts.hostname == "127.0.0.1" or parts.scheme in AT_HOME:
            return False
        self.faults.append(f"leaves this machine: {url}")
        return True

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning", "assert"):
            self.faults.append(f"console {kind}: {text}")

    def arrive(self, what: str) -> None:
        """Wait for a page that shows this and answers clicks.

        The way in leads through other pages, so opening a window waits for none of the desk's. Its
        deferred script has run by `DOMContentLoaded` (HTML Standard, 13.2.7).
        """
        self.page.locator(what).first.wait_for(state="attached")
        self.page.wait_for_load_state("domcontentloaded")

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in CSS pixels, and wait until it has drawn itself in it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(FRAMES)

    def until(self, what: str, said: str) -> None:
        """Wait until the first such element says this among other things."""
        from playwright.sync_api import expect

        expect(self.page.locator(what).first).to_contain_text(said, timeout=PATIENCE)

    def shoot(self, name: str, whole: bool = False) -> None:
        """Draw a picture for people, `whole` of all that can be scrolled to, if pictures are wanted."""
        if folder := os.environ.get(PICTURES):
            path = Path(folder, f"{name}-{self.screen.name}.png")
            self.page.screenshot(path=path, full_page=whole, animations="disabled")

    def boxes(self, at_rest: bool = False) -> list[str]:
        """What leaves the screen, lies over another thing to click, or is too small for this screen.

        Args:
            at_rest: the page itself must not scroll either.
        """
        finger = FINGER if self.screen.phone else 0
        found: list[str] = self.page.evaluate(BOXES, [finger, POINTER if finger else 0, at_rest])
        return found

    def barriers(self) -> list[str]:
        """What axe-core calls serious or critical; in dark only colours can differ from light."""
        found = list[str]()
        self.page.evaluate(axe())
        for scheme, rules in (("light", RULES), ("dark", ["color-contrast"])):
            self.page.emulate_media(color_scheme=scheme)
            asked = {"runOnly": rules, "resultTypes": ["violations"]}
            told = self.page.evaluate("asked => axe.run(asked)", asked)
            found += [f"{scheme}: {line}" for line in map(_told, told["violations"]) if line]
        self.page.emulate_media(color_scheme="null")
        return found


def _told(violation: dict[str, Any]) -> str:
    """A violation in one line, "" if it is a small one."""
    if violation["impact"] not in ("serious", "critical"):
        return ""
    nodes = [f"{node['html'][:160]} ({_why(node)})" for node in violation["nodes"][:4]]
    return f"{violation['id']}, {len(violation['nodes'])} times: {'; '.join(nodes)}"


def _why(node: dict[str, Any]) -> str:
    checks = [*node["any"], *node["all"], *node["none"]]
    return ", ".join(check["message"] for check in checks)[:200]


def axe() -> str:
    """axe-core, as the package of its name carries it."""
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text("utf-8")


# A page hears of its new size in the next frame, and draws the marks at its edges in the one after.
FRAMES = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"""
BOXES = """([finger, pointer, atRest]) => {
  const wide = document.documentElement.clientWidth, high = innerHeight, found = [];
  const called = e => { const said = (e.getAttribute("aria-label") || e.textContent).trim();
    const kind = e.tagName.toLowerCase() + (e.id ? "#" + e.id : "");
    return `${kind} "${said.replace(/\\s+/g, " ").slice(0, 40)}"`; };
  const seen = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const up = e => e.parentElement;
  const around = (e, test) => { for (let p = up(e); p; p = up(p)) if (test(p)) return p; };
  const flows = p => getComputedStyle(p).overflowX !== "visible";
  const floats = e => { for (let p = e; p; p = up(p))
    if (["fixed", "sticky"].includes(getComputedStyle(p).position)) return p; };
  // What of a box can be seen: the rest has scrolled away within something.
  const clipped = e => {
    let {left, top, right, bottom} = e.getBoundingClientRect();
    for (let p = up(e); p && p !== document.body; p = up(p)) {
      if (!flows(p)) continue;
      const box = p.getBoundingClientRect();
      left = Math.max(left, box.left); right = Math.min(right, box.right);
      top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom);
    }
    return {left, top, right, bottom};
  };
  for (const e of document.body.querySelectorAll("*")) {
    if (!seen(e) || e.closest("svg") !== (e.tagName === "svg" ? e : null)) continue;
    const {left, right, width, height} = e.getBoundingClientRect();
    if (width <= 1 || height <= 1 || around(e, p => p !== document.body && flows(p))) continue;
    // A way past the head for who goes by keys, shown when it has the focus.
    if (right <= 0 && e.matches("a[href^='#']")) continue;
    if (right > wide + .5 || left < -.5) found.push(`leaves the screen: ${called(e)}`);
  }
  const {scrollWidth, scrollHeight} = document.documentElement;
  if (scrollWidth > wide) found.push(`the page scrolls sideways: ${scrollWidth} of ${wide}`);
  if (atRest && scrollHeight > high) found.push(`the page scrolls: ${scrollHeight} of ${high}`);
  const modal = document.querySelector("dialog:modal");
  const able = [...document.querySelectorAll("a[href],button,input:not([type=hidden]),select," +
    "textarea,summary,[role=button],[role=link],[role=option],[role=tab],[role=checkbox]")]
    .filter(e => seen(e) && !e.closest("[inert],:disabled") && (!modal || modal.contains(e)));
  const boxes = able.map(clipped), above = able.map(floats);
  able.forEach((one, n) => {
    const a = boxes[n];
    if (a.right - a.left < 2 || a.bottom - a.top < 2) return;
    for (let m = n + 1; m < able.length; m++) {
      const other = able[m], b = boxes[m], svg = one.closest("svg");
      if (one.contains(other) || other.contains(one) || above[n] !== above[m]) continue;
      if (other.control === one || one.control === other) continue;
      if (svg && svg === other.closest("svg")) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 1 && y > 1) found.push(`${called(one)} lies over ${called(other)}`);
    }
    // On a map the pieces may touch: each has a place where a click finds it and nothing else, a hex somewhere in its field.
    if (one.closest("svg") && a.top >= 0 && a.left >= 0 && a.bottom <= high && a.right <= wide) {
      const steps = [...Array(19).keys()].map(n => (n + 1) / 20), place = one.matches("g") && one.dataset.place;
      const takes = (e, box) => steps.some(x => steps.some(y => e.contains(document.elementFromPoint(
        box.left + x * (box.right - box.left), box.top + y * (box.bottom - box.top)))));
      const fields = place ? [...document.querySelectorAll(`.hit[data-place="${CSS.escape(place)}"]`)] : [];
      const free = takes(one, a) || fields.some(e => takes(e, clipped(e)));
      if (!free) found.push(`nothing of it can be clicked: ${called(one)}`);
    }
  });
  for (const e of finger ? able : []) {
    // A link in a sentence is as high as its line (WCAG 2.5.8, inline).
    if (e.tagName === "A" && getComputedStyle(e).display === "inline" && e.closest("p,li,td,dd")
      ?.textContent.trim() !== e.textContent.trim()) continue;
    const least = e.closest("svg") ? pointer : finger;
    const ways = [e, ...(e.labels ?? [])].map(b => b.getBoundingClientRect());
    if (ways.every(b => Math.min(b.width, b.height) < least - .5))
      found.push(`smaller than ${least}: ${called(e)}, ` +
        `${Math.round(ways[0].width)} by ${Math.round(ways[0].height)}`);
  }
  return [...new Set(found)];
}"""


@contextmanager
def started() -> Iterator[Browser]:
    """A browser; while no test uses it, its event loop is laid aside, or no other test could run one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[ALONE, NO_CARD])
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The worker's browser, skipped where there is none, unless there must be one."""
    lacks = [name for name in ("playwright", "axe_playwright_python") if find_spec(name) is None]
    if lacks or CHROMIUM is None:
        why = f"no browser tests here: {', '.join(lacks) or 'apt-get install chromium'}"
        if os.environ.get(MUST) == "must":
            pytest.fail(why)
        pytest.skip(why)
    with started() as made:
        yield made


Opener = Callable[..., Window]


@pytest.fixture
def open_window(browser: Browser) -> Iterator[Opener]:
    """Opens windows: `open_window(url, DESK, dark=False)`; at the end none of them may have a fault."""
    windows = list[Window]()

    def opener(url: str, screen: Screen = DESK, dark: bool = False, calm: bool = False) -> Window:
        context = browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            has_touch=screen.phone,
            is_mobile=screen.phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        closing.callback(context.close)
        context.set_default_timeout(PATIENCE)
        window = Window(context, screen)
        windows.append(window)
        window.page.goto(url)
        return window

    with loop_of(browser), ExitStack() as closing:
        yield opener
    faults = [fault for window in windows for fault in window.faults]
    assert not faults, "\n".join(faults)


@contextmanager
def loop_of(browser: Browser) -> Iterator[None]:
    """Within, the browser's event loop is the running one, as its driver expects."""
    asyncio._set_running_loop(browser._loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


def versions() -> str:
    assert CHROMIUM is not None
    told = subprocess.run([CHROMIUM, "--version"], check=True, capture_output=True, text=True)
    return f"Playwright {version('playwright')}, {told.stdout.strip()}"


if __name__ == "__main__":
    print(versions())
