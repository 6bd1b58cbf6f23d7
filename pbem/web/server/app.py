"""The pages of a desk as an ASGI application: it reads requests, calls one page at a time, and sends what it says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import PurePath
from threading import Lock
from typing import NamedTuple, TypeVar
from urllib.parse import quote

import msgspec
from msgspec import Struct
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from pbem.drawing.ink import printable
from pbem.drawing.templates import environment
from pbem.errors import Oversized, PbemError
from pbem.home import bugs
from pbem.mail.read.message import LIMIT
from pbem.reports.formats.html import css
from pbem.resources import resource
from pbem.system import collect_in_a_pause
from pbem.web.server.jobs import Jobs, Progress
from pbem.web.server.page import Answer, Download, Page, whole_number
from pbem.web.server.pages import Pages

T = TypeVar("T")
LONGEST_CLICK = 256 * 1024
"""Bytes of what is typed and chosen in one go."""
LONGEST_NAME = 200
CLICK, FILE = "application/json", "application/octet-stream"
"""What no form of a foreign page can send without being asked first (Fetch, 2.2.2)."""
SHIPPED: Mapping[str, str] = {".css": "text/css", ".js": "text/javascript"}
BUG = "This is a bug in pbem, not your mistake. Nothing was sent, and nothing is lost."
DISK = (
    "`pbem` could not read or write a file: {why}. Nothing was sent, and your orders are still here. "
    "Please fix that and try again."
)
NOT_KEPT = "Your unsent orders could not be saved on your disk: {why}."


class Click(Struct, forbid_unknown_fields=True):
    """What was clicked, with what was typed and chosen for it."""

    verb: str
    words: Mapping[str, str] = {}


class HttpAnswer(NamedTuple):
    """What a call came to, as HTTP says it."""

    value: object
    status: int = 200


class Desk:
    """Pages by name, and the long works that they begin.

    Attributes:
        app: the ASGI application, to stand behind a `Gate`.
    """

    def __init__(self, pages: Pages, jobs: Jobs, woken: Callable[[], None] = lambda: None) -> None:
        """The routes of a desk. `woken` is called by every request."""
        self._pages, self._jobs, self._woken = pages, jobs, woken
        self._one = Lock()
        self.app = Starlette(
            routes=[
                Mount(
                    "/{room}",
                    routes=[
                        Route("/desk/{file}", _shipped),
                        Route("/alive", self._alive, methods=["POST"]),
                        Route("/jobs/{number}", self._job),
                        Route("/jobs/{number}/stop", self._stop, methods=["POST"]),
                        Route("/{name}", self._get),
                        Route("/{name}", self._post, methods=["POST"]),
                    ],
                ),
            ]
        )

    def keep(self) -> list[str]:
        """Let all pages write down what is not sent; what each says of it. Raises OSError."""
        with self._one:
            return [message for page in self._pages.opened() if (message := page.keep())]

    # -- requests ---------------------------------------------------------------------------------

    async def _get(self, request: Request) -> Response:
        """Answer with the whole page, or with `file` one that it offers."""
        self._woken()
        name, file = request.path_params["name"], request.query_params.get("file")
        if file is not None:
            http_answer = await self._call_page(lambda: self._pages.page(name).download(file))
            if isinstance(http_answer.value, Download):
                return _file(http_answer.value)
        else:
            http_answer = await self._call_page(lambda: self._pages.page(name).whole())
            if isinstance(http_answer.value, str):
                return HTMLResponse(http_answer.value)
        answer = http_answer.value
        message = answer.said if isinstance(answer, Answer) else ""
        back = self._pages.first if name != self._pages.first else ""
        template = environment().get_template("desk/told.html.j2")
        page = template.render(told=message, back=back, css=css())
        return HTMLResponse(page, http_answer.status)

    async def _post(self, request: Request) -> Response:
        """Take what a page sends: a click, or with `drop` in the address a file."""
        self._woken()
        name, file = request.path_params["name"], request.query_params.get("drop")
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media != (CLICK if file is None else FILE):
            return _answer(
                HttpAnswer(Answer(said="This click did not come from a page of pbem."), 415)
            )
        try:
            body = await _body(request, LONGEST_CLICK if file is None else LIMIT)
            if file is not None:
                return _answer(await self._call_page(lambda: self._dropped(name, file, body)))
            click = msgspec.json.decode(body, type=Click)
        except Oversized as error:
            return _answer(HttpAnswer(Answer(said=str(error)), 413))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return _answer(
                HttpAnswer(Answer(said="This click did not come from a page of pbem."), 400)
            )
        return _answer(await self._call_page(lambda: self._acted(name, click)))

    async def _job(self, request: Request) -> Response:
        self._woken()
        number = whole_number(request.path_params["number"])
        if number is None:
            return Response(status_code=404)
        return _answer(await self._call_page(lambda: self._jobs.look(number)))

    async def _stop(self, request: Request) -> Response:
        self._woken()
        number = whole_number(request.path_params["number"])
        if number is None:
            return Response(status_code=404)

        def stopped() -> Progress:
            self._jobs.stop(number)
            return self._jobs.look(number)

        return _answer(await self._call_page(stopped))

    async def _alive(self, request: Request) -> Response:
        self._woken()
        return Response(status_code=204)

    # -- pages ------------------------------------------------------------------------------------

    async def _call_page(self, call: Callable[[], T]) -> HttpAnswer:
        """What a call to a page gives, one call at a time; a refusal or a bug becomes an answer that says so."""

        def alone() -> T:
            with self._one:
                return call()

        try:
            return HttpAnswer(await run_in_threadpool(alone))
        except PbemError as error:
            return HttpAnswer(Answer(said=str(error)), 422)
        except OSError as error:
            return HttpAnswer(Answer(said=DISK.format(why=_why(error))), 422)
        except Exception as error:
            message = f"{BUG} {bugs.keep_bug_report(error)}."
            print(message, file=sys.stderr, flush=True)
            return HttpAnswer(Answer(said=message), 500)

    def _acted(self, name: str, click: Click) -> Answer:
        page = self._pages.page(name)
        return _kept(page, page.act(click.verb, click.words))

    def _dropped(self, name: str, file: str, content: bytes) -> Answer:
        page, short = self._pages.page(name), printable(PurePath(file).name)[-LONGEST_NAME:]
        return _kept(page, page.drop(short, content))


def _kept(page: Page, answer: Answer) -> Answer:
    """The answer, after what is written outlives the program."""
    try:
        page.keep()
    except OSError as error:
        why = NOT_KEPT.format(why=_why(error))
        return msgspec.structs.replace(answer, said=f"{answer.said} {why}".strip())
    return answer


def _why(error: OSError) -> str:
    """What the system says, and of which file."""
    reason = error.strerror or str(error)
    return f"{reason} ({error.filename})" if error.filename else reason


def _answer(http_answer: HttpAnswer) -> Response:
    """What a page is told; garbage is looked for once it has left."""
    content = msgspec.json.encode(http_answer.value, enc_hook=str)
    pause = BackgroundTask(collect_in_a_pause)
    return Response(content, http_answer.status, media_type=CLICK, background=pause)


def _file(file: Download) -> Response:
    """To be kept, never to be shown in this place."""
    name = quote(printable(file.name).replace("/", "-"))
    heads = {"content-disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(file.content, media_type=file.media, headers=heads)


async def _body(request: Request, limit: int) -> bytes:
    """All of it. Raises Oversized before it is held."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise Oversized(size=size, unit="bytes", limit=limit)
        parts.append(part)
    return b"".join(parts)


async def _shipped(request: Request) -> Response:
    """A style sheet, or the scripts of a page in one response.

    A page's scripts come together, as `alive.js,keys.js,desk.js`: between two script elements a
    browser may handle a click, and its handler would call what the next script defines.
    """
    names = request.path_params["file"].split(",")
    folder = resource("templates/desk")
    shipped = {path.name: path for path in folder.iterdir() if path.suffix in SHIPPED}
    kinds = {PurePath(name).suffix for name in names}
    if len(kinds) != 1 or len(set(names)) != len(names) or not shipped.keys() >= set(names):
        return Response(status_code=404)
    content = b"\n".join(shipped[name].read_bytes() for name in names)
    return Response(content, media_type=SHIPPED[kinds.pop()])
