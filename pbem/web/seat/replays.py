"""Beside the page of each seat the replay of its game."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.errors import NotOnThisPage
from pbem.web.seat.replay import Replay
from pbem.web.seat.seat import Seat
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
        seat = getattr(self._pages.page(back), "seat", None)  # a player's, or a learner's
        if not isinstance(seat, Seat):
            raise NotOnThisPage(why="there is no replay beside that page")
        return Replay(seat.game, seat.side, back)

    def opened(self) -> Iterable[Page]:
        return self._pages.opened()
