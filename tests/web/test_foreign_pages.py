"""A page of somebody else, open in the browser that has the desk: it can neither click, nor read, nor frame it.

It stands on another port of 127.0.0.1, to a browser the same site: closer than any page of the net comes.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pbem.web.server.access import HOST, Gate
from pbem.web.server.app import Desk
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import OneTable
from pbem.web.server.port import own_port
from pbem.web.server.serve import server_of
from tests.web.browser import ALONE, loop_of
from tests.web.told import MOMENT, Told

EMPTY = b'<!doctype html><link rel="icon" href="data:,"><title>foreign</title>'
"""What a foreign page may try; each gives what it got to see, or that it failed."""
TRIES = """async ([url, room]) => {
  const told = [], say = what => told.push(String(what));
  const clicks = { method: "POST", credentials: "include", headers: { "Content-Type": "application/json" },
                   body: '{"verb": "spied"}' };
  for (const [where, how] of [[url, {}], [url, clicks], [room + "jobs/1", {}], [url + "?drop=a", clicks],
       [url, { ...clicks, headers: { "Content-Type": "text/plain" } }], ["/", {}]]) {
    try { const r = await fetch(where, { credentials: "include", ...how }); say(await r.text()); }
    catch (error) { say(error); }
    try { await fetch(where, { ...how, headers: {}, credentials: "include", mode: "no-cors" }); } catch {}
  }
  await new Promise(done => {
    const socket = new WebSocket(url.replace("http", "ws"));
    socket.onopen = () => { say("a socket"); done(); };
    socket.onclose = socket.onerror = () => done();
  });
  for (const kind of ["iframe", "embed", "object"]) {
    const frame = document.createElement(kind);
    frame[kind === "object" ? "data" : "src"] = url;
    document.body.append(frame);
    await new Promise(done => { frame.onload = frame.onerror = done; setTimeout(done, 500); });
    try { say(frame.contentDocument?.documentElement.outerHTML); } catch (error) { say(error); }
  }
  const form = document.createElement("form");
  Object.assign(form, { method: "POST", action: url, target: "_blank", enctype: "text/plain" });
  form.innerHTML = `<input name='{"verb": "spied", "words": {"a' value='": "b"}}'>`;
  document.body.append(form);
  form.submit();
  return told;
}"""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[Told, Gate, str]]:
    """A page that is served, and the file that lets a browser in."""
    page = Told()
    with served(page, tmp_path) as (gate, way_in):
        yield page, gate, way_in


@contextmanager
def served(page: Told, folder: Path) -> Iterator[tuple[Gate, str]]:
    """Its gate, and the address of the file that lets a browser in."""
    with own_port(HOST) as port:
        # Else whoever comes after it has to wait a minute for the port, as he must in earnest.
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        number = port.getsockname()[1]
        gate = Gate(Desk(OneTable(page), Jobs()).app, number, "game")
        server = server_of(gate)
        thread = threading.Thread(target=partial(_run, server, port))
        thread.start()
        way_in = folder / "open.html"
        way_in.write_text(gate.way_in(), "utf-8")
        yield gate, way_in.as_uri()
        server.should_exit = True
        thread.join()


def _run(server: Any, port: socket.socket) -> None:
    server.run(sockets=[port])


class Foreign(BaseHTTPRequestHandler):
    """A page of another program; it keeps what browsers send."""

    def do_GET(self) -> None:
        self.server.seen.append(str(self.headers))  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(EMPTY)

    def log_message(self, *told: object) -> None:
        """Nothing."""


@pytest.fixture
def foreign() -> Iterator[ThreadingHTTPServer]:
    with ThreadingHTTPServer((HOST, 0), Foreign) as made:
        made.seen = []  # type: ignore[attr-defined]
        thread = threading.Thread(target=made.serve_forever)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_foreign_page_can_do_nothing(
    browser: Any, desk: tuple[Told, Gate, str], foreign: ThreadingHTTPServer
) -> None:
    page, gate, way_in = desk
    with loop_of(browser):
        context = browser.new_context()
        try:
            ours = context.new_page()
            ours.goto(way_in)
            ours.wait_for_url(f"**{gate.room}game")
            assert ours.title() == MOMENT
            heard = len(page.heard)
            other = context.new_page()
            other.goto(f"http://{HOST}:{foreign.server_port}/")
            with context.expect_page() as opened:
                told = other.evaluate(TRIES, [ours.url, ours.url.removesuffix("game")])
            opened.value.wait_for_load_state()
            assert MOMENT not in opened.value.content()
            assert page.heard[heard:] == []
            assert len(told) > 8
            assert MOMENT not in "".join(told)
            assert "a socket" not in told
            assert "pbem-" not in "".join(foreign.seen), "no cookie goes to another port"  # type: ignore[attr-defined]
            ours.reload()
            assert ours.title() == MOMENT, "who was let in still is"
            names = {one["name"]: one for one in context.cookies()}
            assert len(names) == 1
        finally:
            context.close()


PAGE = (
    '<!doctype html><script src="desk/alive.js,keys.js,map.js,desk.js" defer></script>'
    f'<title>{MOMENT}</title><p id="said"></p><p id="part">ours</p><ul id="works"></ul>'
    '<button type="button" data-verb="go" data-line="to arms">Go</button>'
)
"""A page with the script of the desk."""


class Usurper(BaseHTTPRequestHandler):
    """Another program at the port of one that has ended; it keeps what it is told, and lies."""

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        self.server.seen.append(self.path + self.rfile.read(size).decode())  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("x-pbem", "usurped")
        self.end_headers()
        self.wfile.write(b'{"parts": {"part": "<p id=part>a lie</p>"}, "said": "a lie", "job": 0}')

    do_GET = do_POST

    def log_message(self, *told: object) -> None:
        """Nothing."""


@pytest.mark.slow
def test_who_has_the_port_afterwards_is_told_nothing_and_not_believed(
    browser: Any, tmp_path: Path
) -> None:
    class Scripted(Told):
        def whole(self) -> str:
            return PAGE

    page = Scripted()
    with loop_of(browser):
        context = browser.new_context()
        try:
            ours = context.new_page()
            with served(page, tmp_path) as (gate, way_in):
                number = int(gate.way_in().partition(f"{HOST}:")[2].partition("/")[0])
                ours.goto(way_in)
                ours.wait_for_url(f"**{gate.room}game")
                ours.click("button")
                ours.wait_for_selector("#said:has-text('Done.')")
                assert page.heard == ["go"]
            with ThreadingHTTPServer((HOST, number), Usurper) as other:
                other.seen = []  # type: ignore[attr-defined]
                thread = threading.Thread(target=other.serve_forever)
                thread.start()
                ours.click("button")
                ours.wait_for_selector("#said:has-text('Is it still running?')")
                told = ours.content()
                other.shutdown()
                thread.join()
                assert "to arms" not in "".join(other.seen)  # type: ignore[attr-defined]
                assert other.seen  # type: ignore[attr-defined]
                assert "a lie" not in told
        finally:
            context.close()


@pytest.mark.slow
def test_another_name_for_this_machine_is_another_site(
    browser: Any, desk: tuple[Told, Gate, str]
) -> None:
    """A name of the net that is made to lead to this machine (DNS rebinding)."""
    page, gate, way_in = desk
    rules = ALONE.replace("MAP * ", "MAP evil.example 127.0.0.1, MAP * ")
    with loop_of(browser):
        other = browser.browser_type.launch(executable_path=_chromium(), args=[rules])
        try:
            context = other.new_context()
            ours = context.new_page()
            ours.goto(way_in)
            ours.wait_for_url(f"**{gate.room}game")
            heard = len(page.heard)
            reply = ours.goto(ours.url.replace(HOST, "evil.example"))
            assert reply is not None
            assert reply.status == 421
            assert page.heard[heard:] == []
        finally:
            other.close()


def _chromium() -> str:
    from tests.web.browser import CHROMIUM

    assert CHROMIUM is not None
    return CHROMIUM
