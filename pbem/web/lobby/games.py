"""The list of a folder's games: what waits for its reader, whose turn it is, since when, until when; and new
games against robots. Nothing in it is hidden from anybody: it is the club's list, with what is one's own marked."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from pbem.club import folder as club
from pbem.drawing.svg import draw
from pbem.drawing.templates import environment
from pbem.engine.document import Map
from pbem.engine.facets.robot import Level
from pbem.engine.picture import Picture
from pbem.errors import NotOnThisPage
from pbem.games import find, installed_games
from pbem.home import computer, robot_homes
from pbem.ledger.cases import time
from pbem.ledger.glimpse import state_for
from pbem.ledger.values import GM
from pbem.patterns import Pattern
from pbem.proof.reader import Reader
from pbem.reports import lessons
from pbem.reports.context import PUBLIC
from pbem.reports.formats.html import css
from pbem.round import learning, pile
from pbem.web.seat.ending import must_sign
from pbem.web.server.page import Answer, Download

PICTURE = "-map.svg"
"""After the name of a game: the file with its map."""
CARD = Pattern(r'<rect class="card" x="([0-9.]+)" y="([0-9.]+)"')
VIEW = Pattern(r'viewBox="[^"]*"')
CLOSE = (520, 360)
"""How much of a map of hexes is shown, wide and high: names can be read in a picture of this size."""
CHOSEN = ("game", "scenario", "side", "level")
"""What a game against robots is begun with."""
LEVELS: Mapping[Level, str] = {
    Level.STEADY: "steady: the usual opponent",
    Level.STRONG: "strong: harder to beat, and slower to answer",
    Level.SIMPLE: "simple: a beginner, for your first games",
}


class Shelved(Struct, frozen=True):
    """A game on the shelf.

    Attributes:
        page: the name of its page. `path`: its save, of several copies the longest.
        row: its line in the club's list; None if it cannot be read, as `refused` says.
        side: its reader's, `gm`, or `public`. `asked`: must he answer? `by`: until when (0: whenever he likes).
        waits: what waits for its reader beside mails and orders, a few words each.
        invited: the seats that its reader may take. `accepted`: the one for which he has signed, "" if none.
        due: who must answer by when. `robots`: does a robot moderate?
        people: who plays the other sides, and who moderates; "" against robots.
    """

    page: str
    path: Path
    genesis: str = ""
    row: club.GameRow | None = None
    side: str = PUBLIC
    asked: bool = False
    by: int = 0
    waits: tuple[str, ...] = ()
    due: tuple[club.DueAnswer, ...] = ()
    robots: bool = False
    over: bool = False
    refused: str = ""
    invited: tuple[str, ...] = ()
    accepted: str = ""
    people: str = ""

    @property
    def title(self) -> str:
        """What the list calls it."""
        return self.row.title if self.row else self.path.name


class GameSummary(Struct, frozen=True):
    """A game as the page tells it at one moment; `fresh`: entries since its reader looked, -1 if he never did."""

    game: Shelved
    calls: tuple[str, ...]
    due: tuple[str, ...]
    fresh: int
    late: bool


class Lesson(Struct, frozen=True):
    """A short game to learn by; `begun`: it waits for its learner; `over`: he has finished it; `picture`: the
    name of the file with its map, "" without a map."""

    rules: str
    scenario: str
    title: str
    people: str
    goal: str
    minutes: int
    begun: bool
    over: bool
    picture: str = ""


class Match(Struct, frozen=True):
    """A game that can be played against robots.

    Attributes:
        about: the game in one sentence. `length`: how long it takes. `level`: how hard it is.
        picture: the name of the file with its map, "" without lessons. `times`: scenario to how long it takes.
    """

    name: str
    title: str
    scenarios: Mapping[str, str]
    sides: Mapping[str, str]
    about: str = ""
    length: str = ""
    level: str = ""
    picture: str = ""
    lessons: tuple[Lesson, ...] = ()
    times: Mapping[str, str] = {}


class Desks(Protocol):
    """What has the pages of games."""

    def shelved(self) -> Sequence[Shelved]:
        """All games of the folder."""
        ...

    def against_robots(self, rules: str, scenario: str, side: str, level: str) -> str:
        """The page of a new game against robots. Raises what `robot_table.table` raises."""
        ...

    def lesson(self, rules: str, scenario: str, again: bool) -> str:
        """The page of a lesson, begun if it was not, or anew. Raises UnknownGame, UnknownScenario."""
        ...

    def dropped(self, name: str, content: bytes) -> str:
        """A mail or a save goes to its game; what became of it. Raises what refuses it."""
        ...


def shelved(page: str, path: Path, game: Reader) -> Shelved:
    """What the page of all games keeps of one: whose turn it is, the deadline, and what its player has to do."""
    ledger, side = game.ledger, game.side
    return Shelved(
        page,
        path,
        ledger.game,
        club.game_row(game),
        side,
        game.result is None and side in ledger.turn_of(),
        time.deadline(ledger, side) if side in ledger.askings else 0,
        tuple(for_the_gm(game) if side == GM else for_the_player(game)),
        tuple(club.due_answers(game)),
        robot_homes.has_robot_gm(path),
        game.result is not None,
        invited=game.free_seats,
        accepted=game.accepted,
        people="" if robot_homes.has_robot_gm(path) else _people(game),
    )


def _people(game: Reader) -> str:
    """Everybody but the reader, such as `Lancaster: Bob. GM: Griffith.`"""
    ledger = game.ledger
    people = [
        (side.capitalize(), ledger.seats[side].keys.name)
        for side in ledger.sides
        if side in ledger.seats and side != game.side
    ]
    if ledger.offices.moderated and game.side != GM:
        people.append(("GM", ledger.table.gms[0].name))
    return " ".join(f"{seat}: {name}." for seat, name in people)


def for_the_gm(game: Reader) -> list[str]:
    """What waits for a GM beside mails, in a few words each."""
    cases = game.ledger.cases
    reasons = ["a ruling on an error of the program"] if game.ledger.position.failure else []
    disputes = sum(not one.ruled for one in cases.disputes)
    if disputes:
        reasons.append("a dispute" if disputes == 1 else f"{disputes} disputes")
    return reasons


def for_the_player(game: Reader) -> list[str]:
    """What waits for a player besides orders, in a few words each, such as `a take-back`; [] if nothing does."""
    cases, side = game.ledger.cases, game.side
    if side not in game.ledger.sides or side not in game.ledger.seats:
        return []
    reasons = ["an offer of a draw"] if any(offerer != side for offerer in cases.draws) else []
    reasons += ["a take-back"] if any(one.waits_for(side) for one in cases.wishes) else []
    if game.result is not None:
        reasons = ["the signing of the end"] if must_sign(game) else []
    return reasons


class Shelf:
    """The page of the list."""

    def __init__(self, folder: Path, desks: Desks) -> None:
        self._folder, self._desks = folder, desks

    def whole(self) -> str:
        return (
            environment()
            .get_template("desk/shelf.html.j2")
            .render(**self._page_values(), css=css())
        )

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises what `Desks` raises."""
        if verb not in VERBS:
            raise NotOnThisPage(why=f"it knows no `{verb}`")
        return VERBS[verb](self, words)

    def drop(self, name: str, content: bytes) -> Answer:
        """To the game to which it belongs; a game that is new here comes into the folder."""
        message = self._desks.dropped(name, content)
        return msgspec.structs.replace(self.look({}), said=message)

    def download(self, name: str) -> Download:
        """The map of a game, as a lesson begins."""
        lessons_on_page = [(match.name, lesson) for match in matches() for lesson in match.lessons]
        maps = {lesson.picture: (game, lesson.scenario) for game, lesson in lessons_on_page}
        if not name or name not in maps:
            raise NotOnThisPage(why=f"there is no {name}")
        return Download(name, "image/svg+xml", _picture(*maps[name]).encode())

    def keep(self) -> str:
        return ""

    def play(self, words: Mapping[str, str]) -> Answer:
        """A new game against robots."""
        rules, scenario, side, level = (words.get(name, "") for name in CHOSEN)
        return Answer(goes=self._desks.against_robots(rules, scenario, side, level))

    def learn(self, words: Mapping[str, str]) -> Answer:
        """A lesson, where it was left."""
        again = bool(words.get("again"))
        page = self._desks.lesson(words.get("game", ""), words.get("scenario", ""), again)
        return Answer(goes=page)

    def look(self, words: Mapping[str, str]) -> Answer:
        """The list as it is now."""
        page = environment().get_template("desk/games.html.j2")
        return Answer({"games": page.render(**self._page_values())}, "Refreshed.")

    def _page_values(self) -> Mapping[str, object]:
        """The values of the page of all games: the games by whether they need the player, run, are broken or over."""
        time_now = computer.now()
        all_ = sorted((summarise(one, time_now) for one in self._desks.shelved()), key=_order)
        return {
            "folder": self._folder.absolute().name,
            "calling": [one for one in all_ if one.calls],
            "running": [
                summary
                for summary in all_
                if not (summary.calls or summary.game.over or summary.game.refused)
            ],
            "broken": [one for one in all_ if one.game.refused],
            "over": [one for one in all_ if not one.calls and one.game.over],
            "matches": matches(),
            "levels": LEVELS,
        }


VERBS: Mapping[str, Callable[[Shelf, Mapping[str, str]], Answer]] = {
    "play": Shelf.play,
    "learn": Shelf.learn,
    "look": Shelf.look,
}


def summarise(game: Shelved, now: int) -> GameSummary:
    """A game's summary for the page: why it calls its player, what is due, and how many entries are new.

    `now` is in seconds since 1970; -1 entries are new where this computer has never seen the game.
    """
    calls = [f"{mail_words} waits for you" for mail_words in game.waits]
    mails = pile.waiting(game.genesis) if game.side == GM else 0
    if mails:
        mail_words = "1 email waits" if mails == 1 else f"{mails} emails wait"
        calls.insert(0, f"{mail_words} to be applied")
    if game.invited and not game.accepted:
        calls.append("you are invited: open it, and take a seat")
    late = bool(game.by) and now > game.by
    if game.asked:
        by = f" by {time.day_in_words(game.by)}" if game.by else ""
        calls.append(f"your decision{' is late: it was due' if late else ''}{by}")
    over = [
        due_words.side.capitalize()
        for due_words in game.due
        if due_words.side and due_words.state(now) == "over"
    ]
    if game.side == GM and over:
        calls.append(f"the time of {' and '.join(over)} is over")
    entries = game.row.entries if game.row else 0
    last_seen = (
        computer.last_seen_entry(game.genesis, game.side) if game.side != PUBLIC else entries - 1
    )
    fresh = entries - 1 - last_seen if last_seen >= 0 else -1
    due_words = tuple(due_words.words(now).partition(" ")[2] for due_words in game.due)
    return GameSummary(game, tuple(calls), due_words, fresh, late)


def _order(summary: GameSummary) -> tuple[bool, int, str, str]:
    """What is due first stands first; what has no deadline comes after."""
    game = summary.game
    return (bool(game.refused), game.by or 1 << 62, game.row.id if game.row else "", str(game.path))


def matches() -> list[Match]:
    """All games that robots can play, those with lessons first."""
    robot_games = [_match(name) for name in installed_games()]
    return sorted(robot_games, key=lambda match: not match.lessons)


def _match(name: str) -> Match:
    rules = find(name)
    sides = {id: side.people for id, side in rules.sides.items()}
    game = Match(name, rules.title, rules.scenarios(), sides)
    if name not in lessons.taught():
        return game
    taught = lessons.lessons(name)
    return msgspec.structs.replace(
        game,
        about=taught.about,
        length=taught.length,
        level=taught.level,
        picture=_picture_name(name, lessons.first(name).scenario),
        lessons=tuple(_lesson(name, first) for first in taught.game),
        times=taught.times,
    )


def _lesson(name: str, first: lessons.First) -> Lesson:
    rules = find(name)
    title, people = rules.scenarios()[first.scenario], rules.sides[first.side].people
    file = learning.file_of(name, first)
    over = learning.is_over(file)
    begun = file.exists() and not over
    picture = _picture_name(name, first.scenario)
    goal, minutes = first.goal, first.minutes
    return Lesson(name, first.scenario, title, people, goal, minutes, begun, over, picture)


def _picture_name(name: str, scenario: str) -> str:
    """The name of the file with the map of a lesson, "" without a map."""
    return "" if _seen(name, scenario).is_bare else f"{name}-{scenario}{PICTURE}"


@functools.cache
def _seen(name: str, scenario: str) -> Picture:
    """How a lesson begins, as everybody sees it."""
    rules = find(name)
    return rules.picture(state_for(rules, rules.setup(scenario), PUBLIC), PUBLIC)


@functools.cache
def _picture(name: str, scenario: str) -> str:
    """The map of a lesson; of a large one the part around the pieces."""
    picture = _seen(name, scenario)
    map_svg = draw(Map(picture, find(name).title, ""), fits=True)
    cards = sorted((float(x), float(y)) for x, y in CARD.compiled.findall(map_svg))
    if not picture.grid or not cards:
        return map_svg
    x, y = cards[len(cards) // 2]
    wide, high = CLOSE
    return VIEW.compiled.sub(
        f'viewBox="{x - wide / 2:g} {y - high / 2:g} {wide} {high}"', map_svg, 1
    )
