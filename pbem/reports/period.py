"""Which entries a report is about: those since the reader's last orders, one entry, or a game turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pbem.proof.reader import Reader


class Period(Struct, frozen=True):
    """What somebody asked for; the default is everything since his own last orders.

    Attributes:
        since: the first entry. `entry`: only this one. `turn`: number or words of a game turn.
    """

    since: int | None = None
    entry: int | None = None
    turn: str = ""

    def entries(self, game: Reader, side: str = "") -> tuple[int, int]:
        """The first and the last entry of it. Raises NoSuchTurn."""
        if self.turn:
            turn = game.turn(self.turn)
            return turn.first, turn.last
        if self.entry is not None:
            return self.entry, self.entry
        first = game.last_order(side) if self.since is None else self.since
        return first, len(game.save.entries) - 1


LATEST = Period()
EVERYTHING = Period(since=1)
