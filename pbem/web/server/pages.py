"""Which pages there are: that of one save, or a folder's list with the page of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from pbem.club import folder as club
from pbem.errors import NotOnThisPage, PbemError
from pbem.gm.inbox import mail_of
from pbem.home import arrivals, opening, robot_homes, tapped_orders
from pbem.ledger.values import GM
from pbem.player.invitation import Speaker
from pbem.proof.reader import Reader
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity
from pbem.reports import lessons
from pbem.reports.context import PUBLIC
from pbem.round import learning, robot_table
from pbem.round.pile import Pile
from pbem.web.chair import parts
from pbem.web.lobby import lesson, robots
from pbem.web.lobby.games import Shelf, Shelved, shelved
from pbem.web.lobby.joining import Joining
from pbem.web.seat.desk import seated
from pbem.web.seat.replay import Replay
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Page

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


class Door:
    """The page of a save; one on which nothing of its reader's lies is opened anew when the save has changed.

    Attributes:
        held: the page as it was opened last.
    """

    def __init__(self, path: Path, open_: Callable[[], Page]) -> None:
        """Raises what opening it raises."""
        self._path, self._open = path, open_
        self._at, self.held = _stamp(path), open_()

    @property
    def page(self) -> Page:
        """The page as the save is now. Raises what opening it raises."""
        now = _stamp(self._path)
        if isinstance(self.held, Replay | Joining) and now not in (self._at, GONE):
            self._at, self.held = now, self._open()
        return self.held


GONE = (0, 0)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return GONE
    return status.st_mtime_ns, status.st_size


class OneTable:
    """One save with one page."""

    first = SEAT

    def __init__(self, door: Page | Door) -> None:
        self._door = door

    def page(self, name: str) -> Page:
        if name != self.first:
            raise NotOnThisPage(why="there is no page of this name")
        return self._door.page if isinstance(self._door, Door) else self._door

    def opened(self) -> Iterable[Page]:
        return (self._door.held if isinstance(self._door, Door) else self._door,)


class Club:
    """A folder of games: the shelf, and each game's page once somebody looks at it."""

    first = LIST

    def __init__(self, folder: Path, identity: Identity, jobs: Jobs) -> None:
        self._folder, self._identity, self._jobs = folder, identity, jobs
        self._shelf = Shelf(folder, self)
        self._games: dict[str, Door] = {}
        self._lessons: dict[str, Page] = {}
        self._paths: dict[str, Path] = {}
        self._known: dict[Path, tuple[int, Shelved]] = {}

    def page(self, name: str) -> Page:
        if name == self.first:
            return self._shelf
        if name in self._lessons:
            return self._lessons[name]
        if name not in self._games:
            if name not in self._paths:
                self.shelved()
            if name not in self._paths:
                raise NotOnThisPage(why="there is no game of this name in the folder")
            path = self._paths[name]
            self._games[name] = Door(path, lambda: self._opened(path, name))
        return self._games[name].page

    def _opened(self, path: Path, name: str) -> Page:
        """The page of a game; a replay for who only looks on."""
        return page_of_game(path, self._identity, self._jobs, LIST, name, looks_on=True)

    def opened(self) -> Iterable[Page]:
        return (*self._lessons.values(), *(door.held for door in self._games.values()))

    def shelved(self) -> list[Shelved]:
        """All games of the folder, of each the longest copy that can be read."""
        rows_found = []
        for piece in club.pieces(self._folder):
            rows = (self._row(Path(path_text)) for path_text in piece.given)
            first = next(rows)
            rows_found.append(next((row for row in (first, *rows) if not row.refused), first))
        self._paths = {one.page: one.path for one in rows_found if not one.refused}
        return rows_found

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
        if not row.invited:  # who signs there changes no save
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
        first_lesson = lessons.first(rules, scenario)
        name = f"learn-{rules}-{first_lesson.scenario}"
        file = learning.file_of(rules, first_lesson)
        if again:
            learning.forget(file)
        if again or name not in self._lessons:
            self._lessons[name] = lesson.lesson(rules, first_lesson, self._jobs, LIST)
        return name

    def dropped(self, name: str, content: bytes) -> str:
        data = arrivals.save_in(content)
        genesis = savefile.genesis_hash(data) if data else _game_of(name, content)
        row = next(
            (one for one in self.shelved() if genesis and one.genesis.startswith(genesis)), None
        )
        if row is None and not data:
            raise NotOnThisPage(why=f"{name} is for a game that is not in this folder")
        if row is None:
            file = arrivals.put_new_save(self._folder, self._identity, data)
            arrivals.hear_gm(opening.read_game(Reader, file, self._identity), content)
            return f"{file.name} is in the folder now."
        message = self.page(row.page).drop(name, content).said
        return f"{row.title}: {message or f'{name} has the newer save, taken.'}"


def _game_of(name: str, content: bytes) -> str:
    """The game that a mail or lines from a page of a report name, by the hash or its first digits.

    Raises NotOnThisPage, and what reading it raises.
    """
    if (lines := tapped_orders.tapped_lines(content)) is not None:
        return lines.game.rpartition("-")[2]
    pile = Pile()
    pile.add(name, content)
    for receipt in pile.unreadable:
        if receipt.error is not None:
            raise receipt.error
    return mail_of(pile.texts[name]).envelope.body.game


def open_page(file: Path, identity: Identity, jobs: Jobs) -> Door:
    """This person's page of one game. Raises as `table`."""
    return Door(file, lambda: page_of_game(file, identity, jobs))


def watch_page(file: Path) -> Door:
    """A game as everybody may see it; nobody's identity is needed. Raises what `opening` raises."""
    return Door(file, lambda: _replay(file, None))


def page_of_game(
    file: Path,
    identity: Identity,
    jobs: Jobs,
    shelf: str = "",
    name: str = SEAT,
    looks_on: bool = False,
) -> Page:
    """This person's page of a game: the GM's chair, his seat, a seat to take, or a replay.

    Args:
        shelf: the page with all games, "" for none.
        name: of the page.
        looks_on: who has no seat, and none to take, sees a replay.

    Raises NotInThisGame, what `opening` raises, and what keeps robots from their turn.
    """
    game = opening.read_game(Reader, file, identity)
    if game.side == GM:
        return parts.gm_desk(file, identity, shelf)
    if game.free_seats and game.ledger.offices.moderated:
        return Joining(file, identity, name, shelf)
    if game.side == PUBLIC and looks_on:
        return _replay(file, identity, shelf)
    return seat(player(file, identity), jobs, shelf)


def _replay(file: Path, identity: Identity | None, back: str = "") -> Replay:
    game = opening.read_game(Reader, file, identity)
    opening.remember(game)
    return Replay(game, PUBLIC, back)


def seat_of(file: Path, identity: Identity) -> str:
    """A side, `gm`, or `public` for who looks on."""
    return opening.read_game(Reader, file, identity).side


def player(file: Path, identity: Identity) -> Speaker:
    """A game in which this person has a seat. Raises NotInThisGame, and what `opening` raises."""
    if robot_homes.has_robot_gm(file):
        with robots.told_if_cut_off():
            robot_table.take(file)  # what a kill kept the robots from
    game = opening.read_game(Speaker, file, identity)
    _ = game.player_side  # or refused
    opening.remember(game)
    return game


def seat(game: Speaker, jobs: Jobs, shelf: str = "") -> Page:
    """A player's page, with what was written there before."""
    return seated(game, jobs, shelf=shelf)
