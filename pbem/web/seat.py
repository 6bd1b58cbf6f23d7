"""A player's page at a game: look, click, seal, send. It knows the contract, and no game.

What is asked, the position and the order list are made anew after each click, from what this side may see;
the browser gets what has changed. What can be clicked stands in modules with `VERBS` of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.engine.request import Request
from pbem.errors import NotOnThisPage
from pbem.moderator.player import Player
from pbem.moderator.turn.orders import Orders
from pbem.web.glow import Concern, concerns, drawn
from pbem.web.page import Answer, Download
from pbem.web.stand import Stand, stand

Key = tuple[tuple[str, ...], tuple[int, ...]]
"""Lines, and the dice that are assumed after them."""
BEHIND = "This page was behind another one of yours; now it shows what is written. Click again."


class Seat:
    """One seat at one game, with what its player writes.

    Attributes:
        game: as this side has it.
        drafts: what is written, after each thing that can be undone; the last is now.
        assumed: what the next dice are taken to show, while both ways are looked at.
        on: what was clicked to narrow the choices, as `glow.Concern.about` names it.
        every: are all choices listed, however many they are?
        version: how often the page was changed; a tab that shows an older one is shown this one first.
    """

    def __init__(
        self,
        game: Player,
        verbs: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]],
        parts: Mapping[str, Callable[[Seat], str]],
        page: Callable[[Seat, Mapping[str, str]], str],
        drafts: Sequence[Orders] = (),
    ) -> None:
        """`verbs`: what can be clicked. `parts`: what is drawn, by the id of its element, and `page`: all of it."""
        self.game = game
        self.drafts = [Orders(), *drafts]
        self.assumed: tuple[int, ...] = ()
        self.on: tuple[str, ...] = ()
        self.every = False
        self.version = 0
        self._verbs, self._makers, self._page = verbs, parts, page
        self._shown: dict[str, str] = {}
        self._stood: tuple[Key, Stand] | None = None
        self._concerned: tuple[Key, tuple[Concern, ...]] | None = None

    @property
    def side(self) -> str:
        return self.game.player_side

    @property
    def draft(self) -> Orders:
        return self.drafts[-1]

    @property
    def stand(self) -> Stand:
        """Where the game stands after what is written."""
        key = self._key
        if self._stood is None or self._stood[0] != key:
            self._stood = key, stand(self.game, *key)
        return self._stood[1]

    @property
    def _key(self) -> Key:
        return self.draft.lines, self.assumed

    @property
    def request(self) -> Request | None:
        """What is asked after what is written."""
        return self.stand.request

    def write(self, draft: Orders) -> None:
        """What is written from now on; the one before can be had back."""
        self.drafts.append(draft)
        self.look()

    def look(self, on: tuple[str, ...] = (), assumed: tuple[int, ...] = ()) -> None:
        """Look at the choices that are about `on`, where dice show what is `assumed`."""
        self.on, self.assumed, self.every = on, assumed, False

    @property
    def concerns(self) -> tuple[Concern, ...]:
        """All choices, with what they are about."""
        key = self._key
        if self._concerned is None or self._concerned[0] != key:
            stand = self.stand
            made = concerns(self.game.ledger.rules, self.side, stand.options)
            self._concerned = key, drawn(stand.picture, made)
        return self._concerned[1]

    # -- what a page does -----------------------------------------------------------------------

    def whole(self) -> str:
        self.version += 1
        self._shown = self._parts()
        return self._page(self, self._shown)

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises NotOnThisPage for what this page cannot do."""
        if verb not in self._verbs:
            raise NotOnThisPage(why=f"it knows no `{verb}`")
        if words.get("version", "") not in ("", str(self.version)):
            return self.answer(BEHIND, everything=True)
        return self._verbs[verb](self, words)

    def drop(self, name: str, content: bytes) -> Answer:
        raise NotOnThisPage(why=f"{name} cannot be taken here")

    def download(self, name: str) -> Download:
        raise NotOnThisPage(why=f"there is no {name}")

    def answer(
        self, said: str = "", everything: bool = False, more: Mapping[str, str] | None = None
    ) -> Answer:
        """What has changed on the page, and `more` that is made for this answer alone, by id."""
        self.version += 1
        now = self._parts()
        changed = {
            id: html for id, html in now.items() if everything or self._shown.get(id) != html
        }
        self._shown = now
        return Answer({**changed, **(more or {})}, said)

    def _parts(self) -> dict[str, str]:
        return {id: make(self) for id, make in self._makers.items()}
