"""The replay of a game as a page of the desk: the same that `pbem replay --html` writes."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import NotOnThisPage
from pbem.home import arrivals
from pbem.proof.reader import Reader
from pbem.reports.context import PUBLIC
from pbem.reports.history import steps
from pbem.reports.replay_page import page
from pbem.web.server.page import Answer, Download

SCRIPT = "desk/replay.js"
FILE = "replay.html"


class Replay:
    """A game entry by entry, as `side` could see it; nothing can be changed here.

    Attributes:
        game: as its reader has it. `side`: whose eyes, `public` for everybody's.
        back: the name of the page from which it is looked at, "" for none.
    """

    def __init__(self, game: Reader, side: str = PUBLIC, back: str = "") -> None:
        self.game, self.side, self.back = game, side, back

    def whole(self) -> str:
        """See Page. Raises NotOnThisPage where there is nothing yet."""
        if len(self.game.save.entries) == 1:
            raise NotOnThisPage(why="nobody has joined this game, so there is nothing to replay")
        return page(steps(self.game, self.side), SCRIPT, self.back)

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises NotOnThisPage: its steps are gone through in the browser."""
        raise NotOnThisPage(why=f"a replay knows no `{verb}`")

    def drop(self, name: str, content: bytes) -> Answer:
        """A newer save. Raises NotOnThisPage, what `arrivals.replaced` raises."""
        data, path = arrivals.save_in(content), self.game.path
        if not data or path is None:
            raise NotOnThisPage(why=f"{name} holds no save, and an onlooker takes nothing else")
        newer = arrivals.replaced(self.game, path, data)
        return Answer(
            said="The newer save is in place." if newer else "You have this save already."
        )

    def download(self, name: str) -> Download:
        """The same as a file of its own. Raises NotOnThisPage."""
        if name != FILE:
            raise NotOnThisPage(why=f"there is no {name}")
        return Download(FILE, "text/html", page(steps(self.game, self.side)).encode())

    def keep(self) -> str:
        return ""
