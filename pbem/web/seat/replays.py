"""Beside the page of each seat the replay of its game."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import NotOnThisPage
from pbem.web.seat.desk import Seated
from pbem.web.seat.replay import Replay
from pbem.web.server.page import Page
from pbem.web.server.pages import Pages

BESIDE = "-replay"
"""Ends the name of the page that replays the game of another."""


class WithReplays:
    """Pages, and beside that of each seat the replay of its game, as its side could see it."""

    def __init__(self, pages: Pages) -> None:
        self._pages, self.first = pages, pages.first

    def page(self, name: str) -> Page:
        if not name.endswith(BESIDE):
            return self._pages.page(name)
        back = name.removesuffix(BESIDE)
        page_found = self._pages.page(back)
        if not isinstance(page_found, Seated):
            raise NotOnThisPage(why="there is no replay beside that page")
        return Replay(page_found.seat.game, page_found.seat.side, back)

    def opened(self) -> Iterable[Page]:
        return self._pages.opened()
