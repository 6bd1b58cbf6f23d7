"""Only the browser that `pbem play` opened may talk to it: no other person of this machine, and no other page.

Who has the one-time secret, from a file that only its owner can read, gets a cookie. The cookie goes to one
folder of a name that nobody can guess: another program of 127.0.0.1, to which a browser sends all cookies
that it has for that host, whatever the port, is not asked there, so it never sees it. With the process both
are gone.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from hmac import compare_digest
from typing import Any
from urllib.parse import parse_qs

HOST = "127.0.0.1"
LONGEST_FORM = 1024
"""Bytes of a form with the secret."""
KNOWN = "known"
"""In the scope's `state`: what the server wants called for a request that is let in, `connections.Connection`."""
MARK = "x-pbem"
"""A header of what comes from behind the gate: by it a tab knows its program from another one at the same port."""
ENTER = "/enter"
HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>pbem</title><link rel="icon" href="data:,">'
FRAMES = ("iframe", "frame", "embed", "object", "fencedframe")
# The map and the tracks are drawn with styles of their own; scripts come from the wheel alone.
HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
STRANGER = (
    "Only the browser that `pbem play` opened can show this page. If `pbem play` has stopped, start it "
    "again. Your unsent orders are safe."
)
USED = "You can open this address only once. Use the tab in which you opened it, or start `pbem play` again."

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Gate:
    """An ASGI application in front of the pages, which stand below `room`.

    Attributes:
        room: the folder of the pages, as `/name/`.
    """

    def __init__(
        self, inside: App, port: int, first: str, entered: Callable[[], None] = lambda: None
    ) -> None:
        """`first`: the name of the page that comes first. `entered`: called once, when the secret is used up."""
        self._inside, self._first, self._entered = inside, first, entered
        self._origin = f"http://{HOST}:{port}"
        self._host = f"{HOST}:{port}"
        self._secret = secrets.token_urlsafe(32)
        self._name, self._token = f"pbem-{port}", secrets.token_urlsafe(32)
        self._mark = (MARK.encode(), secrets.token_urlsafe(16).encode())
        self.room = f"/{secrets.token_urlsafe(16)}/"

    def way_in(self) -> str:
        """HTML for a file that only its owner can read: it takes a browser in, once."""
        return (
            f'{HEAD}<form method="post" action="{self._origin}{ENTER}">'
            f'<input type="hidden" name="secret" value="{self._secret}">'
            "<button>Open the desk</button></form>"
            "<script>document.forms[0].submit()</script></html>\n"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on only if it is from the browser that was opened. Every answer gets the fixed headers."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            return

        ours: list[tuple[bytes, bytes]] = []

        async def sealed(message: MutableMapping[str, Any]) -> None:
            """Every answer, whoever gives it, has these headers."""
            if message["type"] == "http.response.start":
                own = [(k, v) for k, v in message.get("headers", []) if k.decode() not in HEADERS]
                fixed_headers = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
                message = {**message, "headers": [*own, *fixed_headers, *ours]}
            await send(message)

        heads = _Heads(scope)
        if heads.one("host") != self._host:
            await _tell(sealed, 421, STRANGER)
        elif self._strange(heads, scope["method"], scope["path"]):
            await _tell(sealed, 403, STRANGER)
        elif scope["path"] == ENTER:
            await self._enter(scope["method"], receive, sealed)
        elif self._known(heads, scope["path"]):
            scope.get("state", {}).get(KNOWN, lambda: None)()
            ours.append(self._mark)
            await self._inside(scope, receive, sealed)
        else:
            await _tell(sealed, 403, STRANGER)

    def _strange(self, heads: _Heads, method: str, path: str) -> bool:
        """Does another page ask? A browser says so by Origin and Sec-Fetch-Site (Fetch Metadata)."""
        if path == ENTER:
            return method != "POST" or heads.one("sec-fetch-dest") in FRAMES
        if method not in ("GET", "HEAD", "POST"):
            return True
        if heads.one("sec-fetch-dest") in FRAMES:
            return True
        typed = method != "POST"  # into the line of addresses, or from a bookmark
        if heads.one("sec-fetch-site") not in ("", "same-origin", *(["none"] if typed else [])):
            return True
        origin = heads.one("origin")
        return origin != self._origin and not (typed and origin == "")

    def _known(self, heads: _Heads, path: str) -> bool:
        if not path.startswith(self.room):
            return False
        # A page at another port can set a cookie of this name for all paths: it comes beside ours.
        pairs = (pair.strip().partition("=") for pair in heads.one("cookie").split(";"))
        token = self._token.encode()
        return any(
            name == self._name and compare_digest(value.encode(), token) for name, _, value in pairs
        )

    async def _enter(self, method: str, receive: Receive, send: Send) -> None:
        """Take the secret for the cookie. The next page is opened by this one, not by a redirect: a strict
        cookie is not sent where a file began the journey."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > LONGEST_FORM:
                await _tell(send, 413, STRANGER)
                return
            if not message.get("more_body"):
                break
        try:
            secret_sent = parse_qs(body.decode("latin-1"), max_num_fields=2).get("secret", [""])[0]
        except ValueError:
            secret_sent = ""
        if not self._secret:
            await _tell(send, 403, USED)
            return
        if not compare_digest(secret_sent.encode(), self._secret.encode()):
            await _tell(send, 403, STRANGER)
            return
        self._secret = ""
        self._entered()
        to = f"{self.room}{self._first}"
        cookie = f"{self._name}={self._token}; Path={self.room}; HttpOnly; SameSite=Strict"
        page = f'{HEAD}<meta http-equiv="refresh" content="0;url={to}"><a href="{to}">Open the desk</a></html>'
        await _tell(send, 200, page, "text/html", [("set-cookie", cookie)])


class _Heads:
    """The headers of a request, each once; one that comes twice is as good as wrong."""

    def __init__(self, scope: Scope) -> None:
        self._all: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            self._all.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))

    def one(self, name: str) -> str:
        """Its value, "" if it is not there."""
        values = self._all.get(name, [])
        glue = "; " if name == "cookie" else "\n"  # RFC 9113, 8.2.3: cookies may come in parts
        return glue.join(values)


async def _tell(
    send: Send,
    status: int,
    text: str,
    media: str = "text/plain",
    more: list[tuple[str, str]] | None = None,
) -> None:
    """The whole of an answer; whoever gets it from here has no place to keep among the connections."""
    data = text.encode()
    heads = [("content-type", f"{media}; charset=utf-8"), ("content-length", str(len(data)))]
    heads.append(("connection", "close"))
    pairs = [(name.encode(), value.encode()) for name, value in [*heads, *(more or [])]]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": data})
