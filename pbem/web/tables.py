"""Which pages there are: that of one save, or a folder's list with the page of each game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from pbem.errors import NotOnThisPage, PbemError
from pbem.home import here, opening
from pbem.moderator.club import folder as club
from pbem.moderator.player import Player
from pbem.moderator.reader import Reader
from pbem.protocol.keys import Identity
from pbem.web.desk import seated
from pbem.web.games import Games, Listed, listed
from pbem.web.jobs import Jobs
from pbem.web.page import Page

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
    """A folder of games: the list, and each game's page once somebody looks at it."""

    first = LIST

    def __init__(self, folder: Path, identity: Identity, jobs: Jobs) -> None:
        self._folder, self._identity, self._jobs = folder, identity, jobs
        self._list = Games(folder, self._look)
        self._games: dict[str, Page] = {}
        self._paths: dict[str, Path] = {}
        self._known: dict[Path, tuple[int, Listed]] = {}

    def page(self, name: str) -> Page:
        if name == self.first:
            return self._list
        if name not in self._games:
            if name not in self._paths:
                self._look()
            if name not in self._paths:
                raise NotOnThisPage(why="there is no game of this name in the folder")
            self._games[name] = seat(player(self._paths[name], self._identity), self._jobs)
        return self._games[name]

    def opened(self) -> Iterable[Page]:
        return tuple(self._games.values())

    def _look(self) -> list[Listed]:
        """All games of the folder, of each the longest copy that can be read."""
        found = []
        for piece in club.pieces(self._folder):
            rows = (self._row(Path(given)) for given in piece.given)
            first = next(rows)
            found.append(next((row for row in (first, *rows) if not row.refused), first))
        self._paths = {one.page: one.path for one in found if not one.refused}
        return found

    def _row(self, path: Path) -> Listed:
        """What the list says of a save; it is read again when it has changed."""
        try:
            at = path.stat().st_mtime_ns
            if path in self._known and self._known[path][0] == at:
                return self._known[path][1]
            game = opening.read_game(Reader, path, self._identity)
            opening.remember(game)
            row = listed(game.ledger.game[:16], path, game, here.now())
        except (PbemError, OSError) as error:
            return Listed("", path, path.name, refused=str(error))
        self._known[path] = at, row
        return row


def player(file: Path, identity: Identity) -> Player:
    """A game in which this person has a seat. Raises NotInThisGame, and what `opening` raises."""
    game = opening.read_game(Player, file, identity)
    _ = game.player_side  # or refused
    opening.remember(game)
    return game


def seat(game: Player, jobs: Jobs) -> Page:
    """A player's page, with what was written there before."""
    return seated(game, jobs)
