"""The page and the map in a real browser: quiet console, no network, no overflow on phone and computer.

Chromium is driven by its command line; screenshots are kept in build/screenshots for people to see.
"""

from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pbem.reports.formats import render
from pbem.reports.history import Step, page
from pbem.reports.svg import draw, map_of
from tests.reports import samples

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
SHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=4000",
]
FRAMES = """<!doctype html><title>check</title><body><script>
const out = {};
const done = () => { document.body.textContent = "RESULT" + JSON.stringify(out) + "END"; };
let open = 2;
for (const width of [375, 1280]) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:900px;border:0`;
  frame.onload = () => {
    const page = frame.contentDocument;
    out[width] = {
      scroll: page.documentElement.scrollWidth,
      wide: [...page.querySelectorAll("body *")].filter(e => !e.closest(".scroll") &&
        e.getBoundingClientRect().right > width + 0.5).map(e => e.tagName + "." + e.className),
      loaded: frame.contentWindow.performance.getEntriesByType("resource").map(e => e.name)
        .filter(name => !name.startsWith("data:")),
      map: page.querySelectorAll("svg.chart text").length,
    };
    if (!--open) done();
  };
  frame.src = "report.html";
  document.body.append(frame);
}
</script>"""

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no chromium here: apt-get install chromium"
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, Path, list[str]]]:
    """A server of one folder, and what was asked of it."""
    asked: list[str] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args: object, **more: object) -> None:
            super().__init__(*args, directory=str(tmp_path), **more)  # type: ignore[arg-type]

        def log_message(self, format: str, *args: object) -> None:
            asked.append(self.path)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", tmp_path, asked
    server.shutdown()
    server.server_close()
    thread.join()


def browse(profile: Path, *words: str) -> subprocess.CompletedProcess[str]:
    assert BROWSER
    return subprocess.run(
        [BROWSER, *FLAGS, "--enable-logging=stderr", f"--user-data-dir={profile}", *words],
        check=True,
        capture_output=True,
        text=True,
        timeout=150,
    )


def shoot(folder: Path, url: str, name: str, size: str) -> str:
    """A screenshot; returns what the console said."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    shot = SHOTS / f"{name}.png"
    shot.unlink(missing_ok=True)
    done = browse(folder / f"p-{name}", f"--window-size={size}", f"--screenshot={shot}", url)
    assert shot.stat().st_size > 10_000
    return "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


def test_the_page_fits_asks_nobody_and_is_quiet(site: tuple[str, Path, list[str]]) -> None:
    url, folder, asked = site
    (folder / "report.html").write_text(render(samples.battle("lancaster"), "html"), "utf-8")
    (folder / "frames.html").write_text(FRAMES, "utf-8")
    done = browse(folder / "profile", "--window-size=1400,1000", "--dump-dom", f"{url}/frames.html")
    found = re.search(r"RESULT(.*?)END", unescape(done.stdout).split("<body>")[-1])
    assert found, done.stdout[-2000:]
    for width, seen in json.loads(found[1]).items():
        assert seen["scroll"] <= int(width), seen
        assert not seen["wide"]
        assert not seen["loaded"]
        assert seen["map"] > 58
    assert set(asked) <= {"/frames.html", "/report.html", "/favicon.ico"}
    assert shoot(folder, f"{url}/report.html", "report-1280", "1280,5200") == ""
    assert shoot(folder, f"{url}/report.html", "report-phone", "500,5200") == ""
    assert "CONSOLE" not in done.stderr


def test_the_map_stands_alone_in_a_browser(site: tuple[str, Path, list[str]]) -> None:
    url, folder, asked = site
    svg = draw(map_of(samples.battle("lancaster")))
    (folder / "map.svg").write_text(svg, "utf-8")
    assert shoot(folder, f"{url}/map.svg", "map", "900,1420") == ""
    assert set(asked) <= {"/map.svg", "/favicon.ico"}


def test_the_replay_shows_its_first_step_and_is_quiet(site: tuple[str, Path, list[str]]) -> None:
    url, folder, asked = site
    made = [
        Step(samples.battle("public"), "January-March 1461", opens=True),
        Step(samples.battle("public", "Later"), "April-May 1461", opens=True),
    ]
    (folder / "replay.html").write_text(page(made), "utf-8")
    assert shoot(folder, f"{url}/replay.html", "replay", "900,1700") == ""
    dom = browse(folder / "profile", "--dump-dom", f"{url}/replay.html").stdout
    stage = dom.split('id="stage"')[1].split("</main>")[0]
    assert "Warwick Marches to St. Albans" in stage
    assert set(asked) <= {"/replay.html", "/favicon.ico"}


STEPPING = """<!doctype html><title>check</title><body><script>
const out = {}, keys = ["PageDown", "PageDown", "PageUp", "PageUp"];
const names = ["0", "1", "2", "3", "all"];
for (const name of names) {
  const frame = document.createElement("iframe"), seen = out[name] = [];
  frame.style.cssText = "width:375px;height:900px;border:0";
  frame.onload = () => {
    const page = frame.contentDocument, slider = page.getElementById("step");
    const told = () => seen.push([page.getElementById("at").textContent,
      slider.getAttribute("aria-valuetext"), page.getElementById("stage").innerHTML]);
    const slide = at => { slider.value = at; slider.dispatchEvent(new Event("input")); told(); };
    const press = key => { slider.dispatchEvent(
      new frame.contentWindow.KeyboardEvent("keydown", {key, cancelable: true})); told(); };
    told();
    if (name == "all") { [1, 2, 3, 1].forEach(slide); keys.forEach(press); }
    out.wide = Math.max(out.wide ?? 0, page.documentElement.scrollWidth);
    out.done = (out.done ?? 0) + 1;
    if (out.done == names.length)
      document.body.textContent = "RESULT" + JSON.stringify(out) + "END";
  };
  frame.src = `${name}.html`;
  document.body.append(frame);
}
</script>"""


def test_the_slider_shows_each_step_as_it_is_alone(site: tuple[str, Path, list[str]]) -> None:
    """Forwards, backwards and by turns, on a phone; each frame as on a page that has no other."""
    url, folder, asked = site
    made = [
        Step(samples.battle("public"), "one", opens=True),
        Step(samples.planning("public"), "one", opens=False),
        Step(samples.battle("public", "Later"), "two", opens=True),
        Step(samples.over("public"), "three", opens=True),
    ]
    for n, step in enumerate(made):
        (folder / f"{n}.html").write_text(page([step]), "utf-8")
    (folder / "all.html").write_text(page(made), "utf-8")
    (folder / "stepping.html").write_text(STEPPING, "utf-8")
    done = browse(folder / "profile", "--dump-dom", f"{url}/stepping.html")
    found = re.search(r"RESULT(.*?)END", unescape(done.stdout).split("<body>")[-1], re.DOTALL)
    assert found, done.stdout[-2000:]
    seen = json.loads(found[1])
    alone = [seen[str(n)][0] for n in range(len(made))]
    assert seen["all"] == [alone[n] for n in (0, 1, 2, 3, 1, 2, 3, 2, 0)]
    for step, (at, said, shown) in zip(made, alone, strict=True):
        assert at == said == f"{step.turn}, entry {step.report.entry}"
        assert step.report.position.now in unescape(shown)
    assert seen["wide"] <= 375
    assert set(asked) <= {f"/{name}" for name in os.listdir(folder)} | {"/favicon.ico"}
    assert "CONSOLE" not in done.stderr
