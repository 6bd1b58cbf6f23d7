"""Whatever people write stands in pages as text: names, words, disputes, rulings, file names, what is typed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.club.folder import DueAnswer, GameRow
from pbem.errors import NotOnThisPage, PbemError
from pbem.gm.game import Game
from pbem.home import computer, opening
from pbem.player.invitation import Speaker
from pbem.proof.reader import Reader
from pbem.protocol.keys import Identity
from pbem.web.chair.parts import gm_desk
from pbem.web.lobby.games import Shelf, Shelved, shelved
from pbem.web.seat.desk import VERBS, Seated, seated
from pbem.web.seat.replay import Replay
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Answer
from tests.drawn import kept
from tests.web.told import Served, Told

SPY = "\"'><spy onspy=alert(1)>&{{7*7}}</spy>"
MARK = "onspy=alert(1)"
TWICE = "</script><spy onspy=alert(2)>"
PEOPLE = {
    side: Identity(bytes([60 + n]) * 32, f"{side[0]}{SPY}")
    for n, side in enumerate(("york", "lancaster", "gm"))
}


class Spied(HTMLParser):
    """Elements and attributes that somebody wrote, and no page of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "spy":
            self.found.append(f"<{tag}>")
        self.found += [name for name, _ in attrs if name.startswith("on")]
        self.found += [str(value) for _, value in attrs if (value or "").startswith("javascript:")]


def safe(html: str) -> str:
    """The same, in which nothing of anybody's is markup."""
    spied = Spied()
    spied.feed(html)
    assert spied.found == []
    assert "49" not in html.partition(MARK)[2][:20], "it was taken for a template"
    return html


@kept
def save() -> bytes:
    """A game in which everybody who can write something has written it."""
    data = Game.new(PEOPLE["gm"], "plantagenet", "Ib", {}, {}, bytes(range(32))).dumps()
    for side in ("york", "lancaster"):
        data = _taken(data, Game.loads(data, PEOPLE[side]).join(side).to_text())
    york = Game.loads(data, PEOPLE["york"])
    for kind, entry in (("say", 0), ("dispute", 1), ("takeback", 1)):
        data = _taken(data, york.say(kind, entry, f"{kind}: {SPY} {TWICE}").to_text())
        york = Game.loads(data, PEOPLE["york"])
    gm = Game.loads(data, PEOPLE["gm"])
    gm.rule("uphold", f"because {SPY}", 1)
    return gm.dumps()


def _taken(data: bytes, mail: str) -> bytes:
    gm = Game.loads(data, PEOPLE["gm"])
    (receipt,) = gm.apply({SPY: mail})
    assert receipt.error is None, receipt.error
    return gm.dumps()


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seated]:
    file = tmp_path / f"{TWICE.replace('/', '')}.toml"
    file.write_bytes(save())
    with computer.sitting_as(tmp_path / "home"):
        game = opening.read_game(Speaker, file, PEOPLE["lancaster"])
        opening.remember(game)
        yield seated(game, Jobs())


def heard(answer: Answer) -> Sequence[str]:
    return [safe(part) for part in answer.parts.values()]


def test_a_spy_would_be_found() -> None:
    for planted in (SPY, "<p onclick=x>", "<a href='javascript:x'>", "<script>" + TWICE):
        with pytest.raises(AssertionError):
            safe(planted)


def test_a_players_page(seat: Seated) -> None:
    page = safe(seat.whole())
    assert page.count(MARK) > 1, "names and words are there"


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_what_is_typed_at_a_page(seat: Seated, verb: str) -> None:
    """Every verb, with a text for every word that any of them knows."""
    seat.whole()
    names = ("line", "with", "what", "at", "to", "text", "kind", "number", "name", "about", "entry", "section", "card", "look", "script", "preset", "policy", "way", "question", "side", "id")  # fmt: skip
    for words in (
        {},
        dict.fromkeys(names, SPY),
        {**dict.fromkeys(names, SPY), "entry": "1", "at": "0", "kind": "say"},
    ):
        try:
            heard(seat.act(verb, words))
        except PbemError:
            continue
    safe(seat.whole())


def test_what_was_said_and_ruled_is_looked_up(seat: Seated) -> None:
    seat.whole()
    last = len(seat.seat.game.save.entries) - 1
    told = "".join(
        part
        for entry in range(1, last + 1)
        for part in heard(seat.act("explain", {"entry": str(entry)}))
    )
    assert told.count(MARK) > 3


def test_what_is_dropped(seat: Seated) -> None:
    with pytest.raises(PbemError):
        seat.drop(SPY, SPY.encode())
    safe(seat.whole())


def test_the_replay_and_its_file(tmp_path: Path) -> None:
    game = Reader.loads(save())
    assert MARK in safe(Replay(game).whole())
    file = Replay(game).download("replay.html").content.decode()
    safe(file)
    assert "<spy" not in file, "not in its script either"


class Desks:
    """Games of which everything that people write is a spy."""

    def __init__(self, path: Path) -> None:
        row = GameRow(SPY, SPY, SPY, SPY, SPY, 2)
        due = (DueAnswer(SPY, "a", SPY, "", SPY, 1, 1, SPY),)
        spied = Shelved(SPY, path, "a", row, asked=True, waits=(SPY,), due=due)
        self.rows = [shelved("a", path, Reader.loads(save(), PEOPLE["york"])), spied]
        self.rows.append(Shelved("", path / SPY.replace("/", ""), refused=SPY))

    def shelved(self) -> Sequence[Shelved]:
        return self.rows

    def against_robots(self, rules: str, scenario: str, side: str, level: str) -> str:
        raise NotOnThisPage(why=rules)

    def lesson(self, rules: str, scenario: str, again: bool) -> str:
        raise NotOnThisPage(why=rules)

    def dropped(self, name: str, content: bytes) -> str:
        raise NotOnThisPage(why=name)


def test_the_list_of_games(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / SPY.replace("/", ""), Desks(tmp_path))
    assert safe(shelf.whole()).count(MARK) >= 7


def test_the_chair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(computer.FOLDER, str(tmp_path))
    (tmp_path / "game.toml").write_bytes(save())
    page = gm_desk(tmp_path / "game.toml", PEOPLE["gm"])
    told = safe(page.whole())
    assert told.count(MARK) > 1
    spied = {"what": SPY, "lines": SPY, "typed": SPY, f"to:{SPY}": SPY, "reason": SPY}
    assert MARK in safe(page.act("correct", spied).parts["correct"])
    for words in ({"kind": "house", "house": SPY, "reason": SPY}, {"kind": SPY}):
        with contextlib.suppress(PbemError):
            assert MARK in safe("".join(page.act("look", words).parts.values()))
    page.drop(SPY, SPY.encode())
    taken = page.act("take", {"pile": page.pile.named()}).parts
    assert MARK in safe(taken["taken"])


def test_the_page_of_a_refusal() -> None:
    served = Served(Told()).let_in()
    for path in (f"{served.gate.room}%3Cspy%20onspy%3D1%3E", f"{served.url}?file=none"):
        safe(served.browser.get(path).text)
