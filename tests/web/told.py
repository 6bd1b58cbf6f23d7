"""A page that writes down what it is asked, and what serves it: no game, so that only the server is tested."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import quote, unquote

from pbem.errors import NotOnThisPage
from pbem.web.server.access import Gate
from pbem.web.server.app import Desk
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Answer, Download
from pbem.web.server.pages import OneTable

PORT = 51234
HOME = f"http://127.0.0.1:{PORT}"
MOMENT = "the page itself"


class Told:
    """A page; `does` is called by each click."""

    def __init__(self, does: Callable[[Mapping[str, str]], str] = lambda words: "Done.") -> None:
        self.does = does
        self.heard: list[str] = []
        self.kept = 0

    def whole(self) -> str:
        self.heard.append("whole")
        return f"<!doctype html><title>{MOMENT}</title>"

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        self.heard.append(verb)
        return Answer(said=self.does(words))

    def drop(self, name: str, content: bytes) -> Answer:
        self.heard.append(f"{name}: {len(content)}")
        return Answer(said=name)

    def download(self, name: str) -> Download:
        if name == "none":
            raise NotOnThisPage(why="there is no none")
        return Download(name, "text/html", b"<script>alert(1)</script>")

    def keep(self) -> str:
        self.kept += 1
        return "All is kept."


class Reply:
    """What came back."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        start = next((m for m in messages if m["type"] == "http.response.start"), {})
        self.closed = any(m["type"] == "websocket.close" for m in messages)
        self.status_code: int = start.get("status", 0)
        self.headers = [(k.decode(), v.decode()) for k, v in start.get("headers", [])]
        self.content = b"".join(m.get("body", b"") for m in messages)

    @property
    def text(self) -> str:
        return self.content.decode()

    def head(self, name: str) -> str:
        """A header, all of its values."""
        return "; ".join(value for key, value in self.headers if key == name)

    def json(self) -> Any:
        return json.loads(self.content)


class Browser:
    """Asks an ASGI application, with the headers that it is told and the cookies that it was given."""

    def __init__(self, app: Gate) -> None:
        self.app = app
        self.cookies: list[tuple[str, str]] = []

    def get(self, url: str, **headers: str) -> Reply:
        return self.request("GET", url, **headers)

    def post(self, url: str, content: bytes = b"", **headers: str) -> Reply:
        return self.request("POST", url, content, **headers)

    def request(
        self, method: str, url: str, content: bytes = b"", kind: str = "http", **headers: str
    ) -> Reply:
        """`headers` have `_` for `-`; one that is "" is not sent."""
        path, _, query = url.removeprefix(HOME).partition("?")
        sent = {k.replace("_", "-"): v for k, v in headers.items()}
        held = "; ".join(f"{name}" for to, name in self.cookies if path.startswith(to))
        all_ = {"host": HOME.removeprefix("http://"), "cookie": held, **sent}
        scope = {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode("latin-1")) for k, v in all_.items() if v],
        }
        told: list[dict[str, Any]] = []
        half = len(content) // 2
        parts = [
            {"type": "http.request", "body": content[:half], "more_body": True},
            {"type": "http.request", "body": content[half:], "more_body": False},
        ]

        async def receive() -> dict[str, Any]:
            if kind == "websocket":
                return {"type": "websocket.connect"}
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            told.append(dict(message))

        asyncio.run(self.app(scope, receive, send))
        reply = Reply(told)
        if given := reply.head("set-cookie"):
            name, _, flags = given.partition("; ")
            self.cookies.append((flags.partition("Path=")[2].partition(";")[0], name))
        return reply


class Served:
    """A page behind its gate, and a browser that may have been let in.

    Attributes:
        url: of the page, for who is in.
    """

    def __init__(self, page: Told | None = None, jobs: Jobs | None = None) -> None:
        self.page = page or Told()
        self.jobs = jobs or Jobs()
        desk = Desk(OneTable(self.page), self.jobs)
        self.entered = 0
        self.gate = Gate(desk.app, PORT, "game", self._enter)
        self.secret = secret_in(self.gate.way_in())
        self.url = f"{HOME}{self.gate.room}game"
        self.browser = Browser(self.gate)

    def _enter(self) -> None:
        self.entered += 1

    def enter(self, secret: str = "") -> Reply:
        """What the file does in which the secret is."""
        form = f"secret={secret or self.secret}".encode()
        return self.browser.post("/enter", form, origin="null", sec_fetch_site="cross-site")

    def let_in(self) -> Served:
        assert self.enter().status_code == 200
        return self

    def click(
        self, verb: str = "go", words: Mapping[str, str] | None = None, **headers: str
    ) -> Reply:
        """What our own script sends, but for these headers."""
        body = json.dumps({"verb": verb, "words": dict(words or {})}).encode()
        usual = {
            "origin": HOME,
            "sec_fetch_site": "same-origin",
            "content_type": "application/json",
        }
        return self.browser.post(self.url, body, **{**usual, **headers})

    def drop(self, name: str, content: bytes, **headers: str) -> Reply:
        """As the script sends a file."""
        usual = {"origin": HOME, "content_type": "application/octet-stream"}
        url = f"{self.url}?drop={quote(name)}"
        return self.browser.post(url, content, **{**usual, **headers})


def secret_in(html: str) -> str:
    found = re.search(r'name="secret" value="([^"]+)"', html)
    assert found is not None
    return found[1]
