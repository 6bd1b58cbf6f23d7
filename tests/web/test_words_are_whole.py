"""No word on the desk is broken in its middle, and no note on a track is cut, in any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.browser import DESK, NARROW, Opener
from tests.web.desks import Hand
from tests.web.tables import GAMES
from tests.web.test_a_turn_on_the_map import Seat, resize, seats

BROKEN = """() => {
  const bad = [];
  for (const e of document.querySelectorAll(":is(.tracks, #tray, #hand) *")) {
    if (!e.checkVisibility({visibilityProperty: true})) continue;
    if (getComputedStyle(e).textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth + 1) bad.push(e.textContent);
    if (e.matches(".told small") && e.scrollHeight > e.clientHeight + 1) bad.push(`cut: ${e.textContent}`);
    for (const text of e.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      const range = document.createRange();
      for (const word of text.data.matchAll(/[^\\s\\-\\u2013\\/]+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) bad.push(`${word[0]} in ${e.tagName}.${e.className} of ${e.parentElement.className}`);
      }
    }
  }
  return [...new Set(bad)];
}"""

# Names on a track that lie on the words of a goal.
COVERED = """() => {
  const box = e => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect(); };
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [...document.querySelectorAll("#tracks .line")].flatMap(line =>
    [...line.querySelectorAll(".goal")].flatMap(goal =>
      [...line.querySelectorAll(".at")].filter(at => over(at.getBoundingClientRect(), box(goal))).map(at => `${at.textContent} on ${goal.textContent}`)));
}"""


@pytest.fixture
def sit(tmp_path: Path, open_window: Opener) -> Iterator[Callable[..., Seat]]:
    with seats(tmp_path, open_window) as sat:
        yield sat


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[rules for rules, _ in GAMES])
def test_words_of_tracks_mats_and_cards_are_whole(
    sit: Callable[..., Seat], rules: str, scenario: str
) -> None:
    window = sit(rules, scenario).window
    Hand(window).look()
    assert window.page.evaluate(COVERED) == []
    for screen in (DESK, NARROW):
        resize(window, screen)
        for tab in ("turn", "position", "hand"):
            button = window.page.locator(f"#tab-{tab}")
            if button.is_visible():
                button.click()
                assert window.page.evaluate(BROKEN) == [], f"{tab}, {screen.name}"
