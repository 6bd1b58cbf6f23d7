"""Which pages there are: that of one save, or a folder's list with the page of each game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from pbem.errors import NotOnThisPage, PbemError
from pbem.home import learning, opening, robot_homes, robot_table
from pbem.moderator.club import folder as club
from pbem.moderator.ledger.values import GM
from pbem.moderator.player import Player
from pbem.moderator.reader import Reader
from pbem.protocol.keys import Identity
from pbem.reports import lessons
from pbem.reports.context import PUBLIC
from pbem.web import chair_parts, coach, robots
from pbem.web.desk import seated
from pbem.web.jobs import Jobs
from pbem.web.page import Page
from pbem.web.replay import Replay
from pbem.web.shelf import Shelf, Shelved, shelved

SEAT, LIST = "game", "games"
"""The names of the page that comes first."""


class Pages(Protocol):
    """Pages by name.

    Attributes:
        first: the name of the page that is opened.
    """

    first: str

    def page(self, name: str) -> Page:
        """Raises NotOnThisPage, and what opening a game raises."""
        ...

    def opened(self) -> Iterable[Page]:
        """Those that somebody has looked at."""
        ...


class OneTable:
    """One save with one page."""

    first = SEAT

    def __init__(self, page: Page) -> None:
        self._page = page

    def page(self, name: str) -> Page:
        if name != self.first:
            raise NotOnThisPage(why="there is no page of this name")
        return self._page

    def opened(self) -> Iterable[Page]:
        return (self._page,)


class Club:
    """A folder of games: the shelf, and each game's page once somebody looks at it."""

    first = LIST

    def __init__(self, folder: Path, identity: Identity, jobs: Jobs) -> None:
        self._folder, self._identity, self._jobs = folder, identity, jobs
        self._shelf = Shelf(folder, self)
        self._games: dict[str, Page] = {}
        self._paths: dict[str, Path] = {}
        self._known: dict[Path, tuple[int, Shelved]] = {}

    def page(self, name: str) -> Page:
        if name == self.first:
            return self._shelf
        if name not in self._games:
            if name not in self._paths:
                self.shelved()
            if name not in self._paths:
                raise NotOnThisPage(why="there is no game of this name in the folder")
            self._games[name] = self._opened(self._paths[name])
        return self._games[name]

    def _opened(self, path: Path) -> Page:
        """The page of a game; a replay for who only looks on."""
        if seat_of(path, self._identity) != PUBLIC:
            return table(path, self._identity, self._jobs, LIST)
        game = opening.read_game(Reader, path, self._identity)
        opening.remember(game)
        return Replay(game, PUBLIC, LIST)

    def opened(self) -> Iterable[Page]:
        return tuple(self._games.values())

    def shelved(self) -> list[Shelved]:
        """All games of the folder, of each the longest copy that can be read."""
        found = []
        for piece in club.pieces(self._folder):
            rows = (self._row(Path(given)) for given in piece.given)
            first = next(rows)
            found.append(next((row for row in (first, *rows) if not row.refused), first))
        self._paths = {one.page: one.path for one in found if not one.refused}
        return found

    def _row(self, path: Path) -> Shelved:
        """What the shelf says of a save; it is read again when it has changed."""
        try:
            at = path.stat().st_mtime_ns
            if path in self._known and self._known[path][0] == at:
                return self._known[path][1]
            game = opening.read_game(Reader, path, self._identity)
            opening.remember(game)
            row = shelved(game.ledger.game[:16], path, game)
        except (PbemError, OSError) as error:
            return Shelved("", path, refused=str(error))
        self._known[path] = at, row
        return row

    def against_robots(self, rules: str, scenario: str, side: str, level: str) -> str:
        """The page of a new game in this folder. Raises what `robots.begin` raises."""
        file = robots.begin(self._folder, self._identity, rules, scenario, side, level).absolute()
        self.shelved()
        return next(page for page, path in self._paths.items() if path == file)

    def lesson(self, rules: str, scenario: str, again: bool) -> str:
        if rules not in lessons.taught():
            raise NotOnThisPage(why=f"there are no lessons for {rules or 'nothing'}")
        chosen = lessons.first(rules, scenario)
        name = f"learn-{rules}-{chosen.scenario}"
        file = learning.file_of(rules, chosen)
        if again:
            learning.forget(file)
        if again or name not in self._games:
            self._games[name] = coach.lesson(rules, chosen, self._jobs, LIST)
        return name


def table(file: Path, identity: Identity, jobs: Jobs, shelf: str = "") -> Page:
    """This person's page of a game, of all of those on the `shelf`: the GM's chair, or his seat. Raises NotInThisGame, what `opening` raises,
    and what keeps robots from their turn."""
    if seat_of(file, identity) == GM:
        return chair_parts.chair(file, identity, shelf)
    return seat(player(file, identity), jobs, shelf)


def seat_of(file: Path, identity: Identity) -> str:
    """A side, `gm`, or `public` for who looks on."""
    return opening.read_game(Reader, file, identity).side


def player(file: Path, identity: Identity) -> Player:
    """A game in which this person has a seat. Raises NotInThisGame, and what `opening` raises."""
    if robot_homes.moderated(file):
        with robots.told_if_cut_off():
            robot_table.take(file)  # what a kill kept the robots from
    game = opening.read_game(Player, file, identity)
    _ = game.player_side  # or refused
    opening.remember(game)
    return game


def seat(game: Player, jobs: Jobs, shelf: str = "") -> Page:
    """A player's page, with what was written there before."""
    return seated(game, jobs, shelf=shelf)
