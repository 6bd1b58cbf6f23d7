"""The desk as its player has it: `pbem play` in a process of its own, and a hand that clicks what glows on the map."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.browser import Window

PAUSE, ENDS = 0.05, 30
"""Seconds between two looks for the file that opens it, and in which it must end."""
MOST_TABS = 200
ANSWER = "body:not([aria-busy])"
LIT = "#map [data-what].lit"
ARRIVED = "#arrived:not([hidden])"
NEAR = "#near:not([hidden])"
TAKES = "button.choice, form.choice > button[type=submit]"
# A place of an element where a click finds it: what lies above it is somebody else's.
FREE = """e => {
  const box = e.getBoundingClientRect(), steps = [.5, .35, .65, .2, .8, .1, .9, .04, .96];
  for (const y of steps) for (const x of steps) {
    const at = [box.left + x * box.width, box.top + y * box.height];
    if (e.contains(document.elementFromPoint(...at))) return at;
  }
  return null;
}"""


@contextmanager
def played(home: Path, path: Path) -> Iterator[str]:
    """The address of the file that lets a browser in, while `pbem play` runs."""
    env = {**os.environ, "PBEM_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    words = [sys.executable, "-m", "pbem", "play", "--no-browser", str(path)]
    with subprocess.Popen(
        words, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            while not (found := list((home / "desk").glob("open-*.html"))):
                assert process.poll() is None, process.communicate()[0]
                time.sleep(PAUSE)
            yield found[0].as_uri()
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=ENDS)
        finally:
            process.kill()
    assert "Traceback" not in said, said
    assert process.returncode == 0, said


class Hand:
    """Clicks on the map of a seat's page, and where only words are left on these.

    Attributes:
        clicked: what was clicked on the map.
    """

    def __init__(self, window: Window, seed: int = 1) -> None:
        self.window, self.page, self.random = window, window.page, random.Random(seed)
        self.clicked: list[str] = []

    @property
    def lines(self) -> list[str]:
        """The orders as they are written."""
        return [
            text.strip() for text in self.page.locator("#orders .lines li > code").all_inner_texts()
        ]

    def act(self, x: float, y: float) -> None:
        """Click there, and wait for what the desk answers."""
        with self.page.expect_response(lambda reply: reply.request.method == "POST"):
            self.page.mouse.click(x, y)
        self.settled()

    def press(self, selector: str) -> None:
        """Click a button, and wait for what the desk answers."""
        with self.page.expect_response(lambda reply: reply.request.method == "POST"):
            self.page.locator(selector).first.click()
        self.settled()

    def settled(self) -> None:
        self.page.locator(ANSWER).wait_for()

    def on_map(self) -> list[str]:
        """What glows on the map: `piece:warwick`, `place:york`."""
        found = self.page.locator(LIT).evaluate_all("all => all.map(e => e.dataset.what)")
        return sorted(set(found))

    def point(self, what: str) -> tuple[float, float] | None:
        """Where a click finds it on the map."""
        for one in self.page.locator(f'#map [data-what="{what}"].lit').all():
            at = one.evaluate(FREE)
            if at:
                return at[0], at[1]
        return None

    def touch(self) -> bool:
        """Click one of what glows on the map; False if no click finds any."""
        glowing = self.on_map()
        self.random.shuffle(glowing)
        for what in glowing:
            at = self.point(what)
            if at:
                self.clicked.append(what)
                self.act(*at)
                return True
        return False

    def order(self) -> str:
        """Write one order: its actor and its target on the map, the rest by the words beside them."""
        before = self.lines
        for _ in range(8):
            if self.page.locator(f"{NEAR} :is({TAKES})").count():
                self.press(f"{NEAR} :is({TAKES})")
            elif not self.touch():
                words = (
                    f"{NEAR} button.target"
                    if self.page.locator(f"{NEAR} button.target").count()
                    else f"#asked :is({TAKES}, button.target)"
                )
                self.press(words)
            if self.lines != before:
                return self.lines[-1]
        raise AssertionError(f"no order after eight clicks: {self.clicked}")

    @property
    def asked(self) -> bool:
        """Is there anything left to choose?"""
        return bool(
            self.page.locator("#asked :is(button.choice, button.target, form.choice)").count()
        )

    def look(self) -> None:
        """Look at what has happened, if something has."""
        if self.page.locator(f"{ARRIVED} [data-verb=looked]").count():
            self.press(f"{ARRIVED} [data-verb=looked]")

    def turn(self, most: int = 12) -> list[str]:
        """A whole turn: orders as far as no die and no enemy decides."""
        while self.asked and len(self.lines) < most:
            self.order()
        return self.lines

    def kept(self) -> bytes:
        """The finished mail of what was sealed."""
        with self.page.expect_download() as kept:
            self.page.locator("#sheet a[download]").click()
        path = Path(kept.value.path())
        assert kept.value.suggested_filename.endswith(".eml")
        return path.read_bytes()


class Keys:
    """Goes over a page with the keyboard alone."""

    def __init__(self, window: Window) -> None:
        self.page = window.page

    def at(self, selector: str) -> bool:
        """Has something of this kind the focus?"""
        return bool(self.page.evaluate("what => document.activeElement.matches(what)", selector))

    def to(self, selector: str) -> None:
        """Tab until something of this kind has the focus."""
        for _ in range(MOST_TABS):
            if self.at(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def press(self, key: str) -> None:
        """Press a key that asks the desk, and wait for what it answers."""
        with self.page.expect_response(lambda reply: reply.request.method == "POST"):
            self.page.keyboard.press(key)
        self.page.locator(ANSWER).wait_for()
