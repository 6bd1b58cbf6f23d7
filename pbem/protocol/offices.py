"""Who holds which office of a game (PROTOCOL.md, sections 6 and 10): one value that follows from its genesis.

In a moderated game the GM holds them all; in a duel each player holds them for the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

GM = "gm"
MOVE, DICE, DECK = "move", "dice", "deck"
SEAT = (MOVE,)
"""A player's chains in a moderated game, as members of `anchors` and `numbers`."""
CHAIR = (DICE, DECK)
"""The GM's."""
DUELLIST = (MOVE, DICE, DECK)
"""Those of a player of a duel, who is the other's witness and the dealer of their own decks."""


class Offices(Struct, frozen=True):
    """Who holds the offices.

    Attributes:
        sides: in the order of the genesis. moderated: is there a GM, who rules and can refuse an order?
    """

    sides: tuple[str, ...]
    moderated: bool

    @property
    def witnesses(self) -> tuple[str, ...]:
        """Who signs entries and reveals a dice link in them, in the order in which they go into a seed."""
        return (GM,) if self.moderated else self.sides

    def witness_of(self, side: str) -> str:
        """Who signs the entry with an order of this side, and whose dice link answers it."""
        return GM if self.moderated else next(one for one in self.sides if one != side)


def chain_of(party: str, member: str) -> str:
    """The id of a chain: `move/york`, `gm/dice`, `gm/deck`."""
    return f"{MOVE}/{party}" if member == MOVE else f"{party}/{member}"


def check_members(values: Mapping[str, object], office: tuple[str, ...]) -> None:
    """Raises ValueError unless there is a value for each chain of this office, and for no other."""
    if set(values) != set(office):
        chains, right = " and ".join(values) or "none", " and ".join(office) or "none"
        raise ValueError(f"the chains here are {right}, and not {chains}")
