"""The list of a folder's games: whose turn it is, since when, until when; each leads to its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from pbem.errors import NotOnThisPage
from pbem.moderator.club import folder as club
from pbem.moderator.reader import Reader
from pbem.reports.ink import environment
from pbem.web.page import Answer, Download


class Listed(Struct, frozen=True):
    """A game of the list.

    Attributes:
        page: the name of its page.
        mine: is its reader asked?
        due: by when who must answer, a sentence each. `refused`: why it cannot be read.
    """

    page: str
    path: Path
    id: str
    title: str = ""
    now: str = ""
    waits_for: str = ""
    since: str = ""
    mine: bool = False
    due: tuple[str, ...] = ()
    refused: str = ""


def listed(page: str, path: Path, game: Reader, now: int) -> Listed:
    """What the list says of a game, at that second since 1970."""
    row = club.row(game)
    return Listed(
        page,
        path,
        row.id,
        row.title,
        row.now,
        row.waits_for,
        row.since,
        game.result is None and game.side in game.ledger.turn_of(),
        tuple(due.words(now).partition(" ")[2] for due in club.due(game)),
    )


class Games:
    """The page of the list. `look` reads the folder anew."""

    def __init__(self, folder: Path, look: Callable[[], Sequence[Listed]]) -> None:
        self._folder, self._look = folder, look

    def whole(self) -> str:
        found = sorted(self._look(), key=lambda one: (not one.mine, bool(one.refused), one.id))
        page = environment().get_template("desk/games.html.j2")
        return page.render(games=found, folder=self._folder.name)

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        raise NotOnThisPage(why=f"it knows no `{verb}`")

    def drop(self, name: str, content: bytes) -> Answer:
        raise NotOnThisPage(why=f"open the game to which {name} belongs, and drop it there")

    def download(self, name: str) -> Download:
        raise NotOnThisPage(why=f"there is no {name}")

    def keep(self) -> str:
        return ""
