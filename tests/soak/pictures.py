"""Pictures of every kind of question of every game, and how many answers are in sight without scrolling.

    python -m tests.soak.pictures FOLDER [--games plantagenet:Ib,...] [--size 1366x768] [--seeds 1] [--turns 60]
    python -m tests.soak.pictures FOLDER --size 1366x768,1920x1080,390x844 --kinds [--games plantagenet] [--only array,hits]

A question counts if it has at most twelve answers. The last line says of how many such questions every answer is in
sight when the page opens at the first size. With `--kinds` a question of each kind is looked at, at every size, light
and dark: `kinds.toml` says in which random game it is put.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from pbem.engine.request import Request
from tests import drawn
from tests.soak import kinds, walks
from tests.web.browser import CHROMIUM, FRAMES, NO_CARD
from tests.web.desks import played
from tests.web.tables import Table

GAMES = (
    "plantagenet:Ib,plantagenet:bosworth,richard_iii:kingmaker,warriors:standard_1455,"
    "plantagenet_1450:towton_1461,plantagenet_1450:wars_of_the_roses"
)
MOST = 12
SEEN = """() => {
  const asked = document.querySelector("#asked"), room = asked.getBoundingClientRect();
  const all = [...asked.querySelectorAll("button.choice, .choice > button, .targets button, .dealt button")];
  const bottom = Math.min(room.bottom, innerHeight);
  const out = all.filter(e => { const b = e.getBoundingClientRect(); return b.bottom > bottom + 1 || b.top < room.top - 1; });
  return { title: document.querySelector("#asked-title").textContent.trim(), answers: all.length, hidden: out.length };
}"""
"""The question, how many answers it has, and how many of them are not in sight."""


def looked_at(page: Page) -> dict[str, Any]:
    """Past what happened, to the question."""
    page.reload()
    page.locator("body:not([aria-busy])").wait_for()
    if page.locator("#arrived:not([hidden]) [data-verb=looked]").count():
        page.locator("#arrived [data-verb=looked]").click()
        page.locator("#arrived[hidden]").wait_for(state="attached")
    seen: dict[str, Any] = page.evaluate(SEEN)
    return seen


def shoot(page: Page, words: argparse.Namespace, path: Path) -> None:
    """A picture of the question at every size that was asked for; a phone's is of the whole page."""
    schemes = ("light", "dark") if words.kinds else ("dark" if words.dark else "light",)
    for wide, high in words.sizes:
        page.set_viewport_size({"width": wide, "height": high})
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            page.evaluate(FRAMES)
            file = path.with_name(f"{path.name}-{wide}x{high}-{scheme}.png")
            page.screenshot(path=file, full_page=wide < 700)
    wide, high = words.sizes[0]
    page.set_viewport_size({"width": wide, "height": high})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="")
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--kinds", action="store_true")
    parser.add_argument("--only", default="", metavar="KIND,...")
    words = parser.parse_args()
    words.games = words.games or (",".join(kinds.GAMES) if words.kinds else GAMES)
    drawn.stand_in()
    words.folder.mkdir(parents=True, exist_ok=True)
    words.sizes = [tuple(map(int, size.split("x"))) for size in words.size.split(",")]
    wide, high = words.sizes[0]
    questions = seen_whole = 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", NO_CARD])
        context = browser.new_context(
            viewport={"width": wide, "height": high}, color_scheme="dark" if words.dark else "light"
        )
        for name in dict.fromkeys(words.games.split(",")):
            rules, _, scenario = name.partition(":")
            pages = (
                every_kind(context, words, rules)
                if words.kinds
                else each_seed(context, words, rules, scenario)
            )
            for seen in pages:
                if seen["answers"] <= MOST:
                    questions += 1
                    seen_whole += not seen["hidden"]
        browser.close()
    print(f"{seen_whole} of {questions} questions with at most {MOST} answers are whole in sight")


def every_kind(
    context: BrowserContext, words: argparse.Namespace, rules: str
) -> Iterator[dict[str, Any]]:
    """A picture of each kind of question of a game, walk by walk."""
    only = set(filter(None, words.only.split(",")))
    wanted = [one for one in kinds.reached(rules) if not only or one.kind in only]
    for walk, group in groupby(wanted, key=lambda one: one.walk):
        places = {(one.turn, one.kind): one for one in group}
        last = max(turn for turn, _ in places)
        with tempfile.TemporaryDirectory() as folder:
            for turn, table, request in walks.walked(Path(folder), walk, last + 1):
                if places.pop((turn, request.kind), None):
                    yield at_question(context, words, walk, table, request)
        for turn, kind in places:
            print(f"{walk} no longer asks {kind} in turn {turn}", flush=True)


def at_question(
    context: BrowserContext,
    words: argparse.Namespace,
    walk: walks.Walk,
    table: walks.Walked,
    request: Request,
) -> dict[str, Any]:
    """Pictures of a question on the desk of its side."""
    home, save = table.folder / request.side, table.folder / "game.toml"
    if not home.exists():
        home.mkdir()
        table.people[request.side].save(home / "identity.toml", "")
    save.write_bytes(table.look("gm").dumps())
    page = context.new_page()
    with played(home, save) as way_in:
        page.goto(way_in)
        page.locator("#asked").wait_for(state="attached")
        seen = looked_at(page)
        hidden = seen["hidden"] and seen["answers"] <= MOST
        name = f"{walk.rules}-{request.kind}{'-HIDDEN' if hidden else ''}"
        shoot(page, words, words.folder / name)
        print(f"{walk.rules} {request.kind}: {seen}", flush=True)
        page.close()
    return seen


def each_seed(
    context: BrowserContext, words: argparse.Namespace, rules: str, scenario: str
) -> Iterator[dict[str, Any]]:
    """Some random games of a scenario."""
    seen_kinds = set[str]()
    for seed in range(words.seeds):
        yield from walked(context.new_page(), words, rules, scenario, seed, seen_kinds)


def walked(
    page: Page,
    words: argparse.Namespace,
    rules: str,
    scenario: str,
    seed: int,
    seen_kinds: set[str],
) -> list[dict[str, Any]]:
    """A random game through the page of each side in turn; a picture of every new kind of question."""
    found = list[dict[str, Any]]()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), rules, scenario, seed)
        side = sorted(table.people)[seed % len(table.people)]
        home, save = Path(folder) / side, Path(folder) / "game.toml"
        home.mkdir()
        table.people[side].save(home / "identity.toml", "")
        save.write_bytes(table.save)
        with played(home, save) as way_in:
            page.goto(way_in)
            page.locator("#asked").wait_for(state="attached")
            for _ in range(words.turns):
                game = table.look(side)
                if game.result is not None:
                    break
                mine = [one for one in game.requests if one.side == side]
                if mine and not game.owes_ready:
                    save.write_bytes(table.save)
                    seen = looked_at(page)
                    found.append(seen)
                    hidden = seen["hidden"] and seen["answers"] <= MOST
                    if mine[0].kind not in seen_kinds or hidden:
                        seen_kinds.add(mine[0].kind)
                        name = f"{rules}-{scenario}-{mine[0].kind}"
                        shoot(page, words, words.folder / f"{name}{'-HIDDEN' if hidden else ''}")
                        print(f"{name}: {seen}", flush=True)
                table.turn()
        page.close()
    return found


if __name__ == "__main__":
    main()
