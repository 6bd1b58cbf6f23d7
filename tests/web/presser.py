"""Presses all that a page of the desk offers, each on a copy of it: what is offered must not be refused.

A form that waits for its user's own words gets valid ones; one for which there are none here is left out.
"""

from __future__ import annotations

import asyncio
import copy
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import httpx

from pbem.gm.game import Game
from pbem.home import computer
from pbem.web.chair import parts as chair_parts
from pbem.web.chair.chair import GmDesk
from pbem.web.lookups.try_seat import TrySeat
from pbem.web.seat.desk import Seated
from pbem.web.seat.replays import WithReplays
from pbem.web.seat.seat import Seat
from pbem.web.server.app import Desk
from pbem.web.server.jobs import Jobs, Work
from pbem.web.server.page import Page
from pbem.web.server.pages import SEAT
from tests.moderator.people import GM, any_line
from tests.says import sentence
from tests.web.offered import Element, Press, Shown, filled, joined, parse
from tests.web.tables import Table

HOME = "http://127.0.0.1/room/"
WEIGHTS = {"take": 12, "put": 12, "stacked": 40, "pick": 6, "assume": 4, "script": 4, "then": 4}
"""How likely a press is the next step; others are 1."""
STAYS = {"sealed", "leave", "undo", "delete", "out", "close", "outbox", "drop"}
"""What leads no deeper."""


class Fault(NamedTuple):
    """What was offered and refused."""

    at: str
    press: Press
    status: int
    said: str

    def __str__(self) -> str:
        words = {name: word for name, word in self.press.words.items() if word}
        said = f"{self.press.verb} {words} in #{self.press.where}"
        return f"{self.at}: {said}: {self.status} {self.said}"


class Awaited(Jobs):
    """Long works that are over when they have begun: stopped at once, or done where the `whole` is wanted."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.whole = whole

    def begin(self, label: str, of: int, work: Work) -> int:
        number = super().begin(label, of, work)
        job = self._jobs[number]
        if not self.whole:
            job.stopped.set()
        assert job.future is not None
        wait([job.future])
        return number


class Server:
    """The desk's application with one page, asked by httpx."""

    first = SEAT

    def __init__(self, whole: bool = False) -> None:
        """`whole`: long works are done to their end."""
        self.jobs, self.served = Awaited(whole), dict[str, Page]()
        self._runner = asyncio.Runner()
        transport = httpx.ASGITransport(Desk(WithReplays(self), self.jobs).app)
        self._client = httpx.AsyncClient(transport=transport, base_url=HOME)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.jobs.close()
        self._runner.run(self._client.aclose())
        self._runner.close()

    def page(self, name: str) -> Page:
        return self.served[name]

    def opened(self) -> Iterable[Page]:
        return self.served.values()

    def get(self, url: str) -> httpx.Response:
        return self._runner.run(self._client.get(url))

    def click(self, verb: str, words: Mapping[str, str]) -> httpx.Response:
        """What a click brings; of a long work what its end brings."""
        asked = self._client.post(self.first, json={"verb": verb, "words": dict(words)})
        reply = self._runner.run(asked)
        job = reply.json()["job"] if reply.status_code == 200 else 0
        return self.get(f"jobs/{job}") if job else reply


@contextmanager
def kept(folder: Path) -> Iterator[None]:
    """Afterwards the files of a folder are as they were before."""
    before = {path: (path.read_bytes(), path.stat()) for path in _files(folder)}
    try:
        yield
    finally:
        for path in _files(folder):
            if path not in before:
                path.unlink()
        for path, (content, stat) in before.items():
            now = path.stat() if path.exists() else None
            if now is None or (now.st_mtime_ns, now.st_size) != (stat.st_mtime_ns, stat.st_size):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def seat_copy(page: Page) -> Page:
    """A player's page that goes its own way from here, at the same game."""
    assert isinstance(page, Seated)
    seat = _seat_copy(page.seat)
    if isinstance(page.seat.inner, TrySeat):
        inner = _seat_copy(page.seat.inner)
        assert isinstance(inner, TrySeat)
        inner.outer, inner.fork = seat, inner.fork.copied()
        seat.inner = inner
    return Seated(seat)


def _seat_copy(seat: Seat) -> Seat:
    made = copy.copy(seat)
    for name, value in vars(made).items():
        if isinstance(value, dict | list):
            setattr(made, name, copy.copy(value))
    drawer = made.drawer
    if hasattr(drawer, "__struct_fields__"):  # what was answered in it since
        made.drawer = copy.deepcopy(drawer, {id(seat): made})
    return made


Words = Callable[[Page, Press, str], str]
"""Valid words for a field of a press on this page that waits for them; "" if there are none."""
KNOWN = sentence("engine.unseen.hidden_lines", word="known")
TALK = "The dice were rolled twice."


def seat_words(page: Page, press: Press, name: str) -> str:
    """What a player may type."""
    assert isinstance(page, Seated)
    assert press.form is not None
    seat, around = page.seat.front, press.form.parent
    assert around is not None
    match press.verb, name:
        case "take", "line":
            return next((option.line for option in seat.stand.options), "")
        case ("rule", "section") | ("card", "name") | ("then", "line"):
            return next((one.data[name] for one in around.all() if one.data.get(name)), "")
        case "set", _:
            assert isinstance(seat, TrySeat)
            free = (one for one in seat.fork.hidden if KNOWN not in one)
            at, _, what = next(free, "").partition(":")
            return {"at": at, "what": what}[name].strip()
        case (("say" | "note"), "text"):
            return TALK
        case "say", "deadline":
            return "7d"
        case "say", ("grace" | "days"):
            return {"grace": "3d", "days": "30"}[name]
        case "foretold", _:
            return ""
        case _:
            raise AssertionError(f"what is valid for {name} of {press.verb}?")


class Presser:
    """Walks over one page, and presses what it offers at every depth.

    Attributes:
        faults: what was refused. `pressed`: how often each kind was. `left`: forms that nobody could fill.
    """

    def __init__(
        self,
        server: Server,
        folder: Path,
        page: Page,
        copied: Callable[[Page], Page],
        words: Words,
        chance: random.Random,
        pressed: Counter[tuple[str, ...]],
        at: str = "",
    ) -> None:
        """`folder`: of all that the page writes. `pressed`: goes on from page to page."""
        self.server, self.folder, self.live, self.copied = server, folder, page, copied
        self.words, self.chance, self.pressed, self.at = words, chance, pressed, at
        self.faults, self.left = list[Fault](), set[tuple[str, ...]]()
        self.path: list[str] = []
        server.served[server.first] = page
        reply = server.get(server.first)
        assert reply.status_code == 200, reply.text
        self.shown = Shown(reply.text)

    # -- what is offered here ----------------------------------------------------------------------

    def offered(self) -> list[Press]:
        """What can be pressed, with what is looked at on the map."""
        found = self.shown.presses(self.chance)
        if self.shown.sheet is None:
            found += [Press("map", "about", {"what": what}, what) for what in self.shown.named()]
            found += [Press("map", "pick", {"what": what}, what) for what in self.shown.lit()]
            found += [Press("map", "peek", {"what": what}, what) for what in self.shown.named()]
        return found

    def press_all(self, most: int) -> None:
        """Press what is offered, each on a copy; the kinds that were pressed least first, and at `most` so many."""
        offered = self.offered()
        self.chance.shuffle(offered)
        offered.sort(key=lambda press: self.pressed[press.kind])
        seen = Counter[tuple[str, ...]]()
        for press in offered[:most]:
            seen[press.kind] += 1
            self.pressed[press.kind] += 1
            page, self.server.served[self.server.first] = self.live, self.copied(self.live)
            try:
                with kept(self.folder):
                    self.press(press)
            finally:
                self.server.served[self.server.first] = page
        first = self.server.first
        files = [first + url for url in self.shown.files()]
        for kind, urls in (("file", files), ("beside", self.shown.beside(first))):
            for url in urls if not self.pressed[kind,] else ():
                self.pressed[kind,] += 1
                reply = self.server.get(url)
                if reply.status_code != 200:
                    self._refused(Press("page", kind, {"url": url}, url), reply)

    def press(self, press: Press) -> dict[str, str] | None:
        """Press it on the page as it is served; the parts that come back. None where it is refused, or cannot
        be filled."""
        made = self._conditions(press) if press.form is not None else press
        words = dict(made.words) if made is not None else {}
        for name in press.free if made is not None else ():
            value = self.words(self.server.page(self.server.first), press, name)
            if not value:
                self.left.add(press.kind)
                return None
            words[name] = value
        if made is None:
            return None
        # What `until` looks at, its place or Lord, the page asks for when the term is chosen: not tried here.
        gaps = [v for k, v in words.items() if k.startswith("until-term") and v != v.lower()]
        if words.get("again") == "until" and gaps:
            words["again"] = ""
        reply = self.server.click(made.verb, {"version": self.shown.version, **words})
        if reply.status_code != 200:
            self._refused(made._replace(words=words), reply)
            return None
        told = reply.json()
        parts: dict[str, str] = (told.get("answer") or told)["parts"]
        return parts

    def _refused(self, press: Press, reply: httpx.Response) -> None:
        said = reply.json()["said"] if reply.headers["content-type"] == "application/json" else ""
        at = " / ".join((self.at, *self.path))
        self.faults.append(Fault(at, press, reply.status_code, said or reply.text[:200]))

    # -- conditions, whose lists depend on what is looked at ---------------------------------------

    def _conditions(self, press: Press) -> Press | None:
        """The press of a form in which a condition is chosen, with one chosen; other presses as they are.

        Which lists stand beside a term the page says when the term is chosen, so that is asked too.
        """
        form = press.form
        assert form is not None
        term = next((one for one in form.all() if "term" in one.data), None)
        if term is None or press.verb == "fit":
            return press
        look = next(one for one in term.ancestors() if "prefix" in one.data)
        options = [one for one in term.all() if one.tag == "option" and one.attrs.get("value")]
        sent = dict(press.words)
        sent[term.attrs["name"]] = self.chance.choice(options).attrs["value"]
        if "when" in sent and sent["when"] not in ("if", "else if"):
            return press
        fit = Press(press.where, "fit", {**sent, **_at(look)}, "fit")
        parts = self.press(fit)
        if parts is None:
            return None
        (row,) = parse(parts[look.attrs["id"]]).children
        fields, _ = filled(row, self.chance, {term.attrs["name"]: sent[term.attrs["name"]]})
        for name in (one.attrs.get("name", "") for one in look.all()):
            sent.pop(name, None)
        return press._replace(words={**sent, **joined({}, fields)})

    def walk(self, most: int, depth: int) -> None:
        """Press `most` of what is offered, take a step, and again, `depth` steps deep."""
        self.press_all(most)
        for _ in range(depth):
            if not self.step():
                return
            self.press_all(most)

    # -- deeper ------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Press one of what is offered for good; False if nothing leads on."""
        if self.shown.sheet is not None and self.chance.random() < 0.4:
            self.shown.close()
            return True
        some: dict[tuple[str, str], list[Press]] = {}
        for press in self.offered():
            if press.verb not in STAYS:
                some.setdefault((press.where, press.verb), []).append(press)
        if not some:
            self.shown.close()
            return False
        kinds = list(some)
        weights = [WEIGHTS.get(verb, 1) for _, verb in kinds]
        (kind,) = self.chance.choices(kinds, weights)
        press = self.chance.choice(some[kind])
        parts = self.press(press)
        self.path.append(f"{press.verb} {' '.join(press.words.values())}".strip()[:80])
        if parts is not None:
            self.shown.close()
            self.shown.take(parts)
        return True


def walk_seats(
    table: Table, server: Server, turns: int, between: int, most: int, depth: int
) -> list[Fault]:
    """Press what the pages of those offer who are asked, on so many `turns` with `between` others between them.

    Args:
        most: presses at each depth. `depth`: steps that are taken for good.
    """
    faults, pressed = list[Fault](), Counter[tuple[str, ...]]()
    for turn in range(turns):
        if table.look().result is not None:
            break
        side = table.random.choice(table.look().ledger.turn_of())
        page = table.page(side)
        page.desk.seat.jobs = server.jobs
        with computer.sitting_as(page.home):
            at = f"{table.name}, turn {turn}, {side}"
            presser = Presser(
                server, page.home, page.desk, seat_copy, seat_words, table.random, pressed, at
            )
            presser.walk(most, depth)
        faults += presser.faults
        table.play(1 + between)
    return faults


def chair_copy(page: Page) -> Page:
    """The GM's page, to go its own way from here."""
    assert isinstance(page, GmDesk)
    made = copy.copy(page)
    for name, value in vars(made).items():
        if isinstance(value, dict | list):
            setattr(made, name, copy.copy(value))
    made.pile = copy.copy(page.pile)
    made.pile.mails = dict(page.pile.mails)
    return made


def chair_words(table: Table) -> Words:
    """What a GM may type at this table."""

    def words(page: Page, press: Press, name: str) -> str:
        assert isinstance(page, GmDesk)
        match name:
            case "line":
                return _imposed(page.game, press.words["side"])
            case "reason" if press.words.get("kind") == "patch":
                return ""  # what is possible together is the GM's affair
            case "entry":
                return str(len(page.game.save.entries) - 1)
            case "text":
                return "No block of pbem at all."
            case "address":
                return "ann@example.org"
            case "deadline" if press.words["then"] != "gm":
                return ""  # it takes time from the players, who would have to agree first
            case "deadline":
                return "none"
            case "span":
                return "7d"
            case "reason" | "house":
                return TALK
            case _:
                raise AssertionError(f"what is valid for {name} of {press.verb}?")

    return words


def _imposed(game: Game, side: str) -> str:
    """A line that a GM may decide for this side, where no card of its hand is needed."""
    request = game.request(side)
    if request.stack is not None or request.slots or request.kind == "open":
        return ""
    return next((option.line for option in request.menu.possible(())), "")


def walk_chair(table: Table, server: Server, turns: int, most: int, depth: int) -> list[Fault]:
    """Press what the GM's page offers, with mails of those who are asked in its pile, turn after turn."""
    faults, pressed = list[Fault](), Counter[tuple[str, ...]]()
    home = table.home("gm")
    home.mkdir(parents=True)
    for turn in range(turns):
        (home / "game.toml").write_bytes(table.save)
        with computer.sitting_as(home):
            page = chair_parts.gm_desk(home / "game.toml", GM)
            for side in table.look().ledger.turn_of():
                if table.look().result is None:
                    game = table.look(side)
                    page.drop(side, game.orders([any_line(game, table.random)]).to_text().encode())
                page.drop(f"{side} says", table.look(side).say("say", 0, TALK).to_text().encode())
            page.drop("garbled", b"No block of pbem at all.")
            at = f"{table.name}, turn {turn}, gm"
            words = chair_words(table)
            presser = Presser(server, home, page, chair_copy, words, table.random, pressed, at)
            with kept(home):
                presser.walk(most, depth)
        faults += presser.faults
        table.play(1 + table.random.randrange(8))
    return faults


def _at(look: Element) -> dict[str, str]:
    return {"prefix": look.data["prefix"], "n": look.data["n"]}
