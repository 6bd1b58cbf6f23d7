"""Cards for reading: what `pbem card` prints, as plain data."""

from __future__ import annotations

from msgspec import Struct

Facts = tuple[tuple[str, str], ...]
"""Label and value, in the order in which they are read."""


class Half(Struct, frozen=True):
    """One part of a card that has a name and a text of its own; many cards have just one.

    Attributes:
        kind: what it is, such as `Event`.
        text: the effect as implemented, in our own words; an empty line parts paragraphs.
    """

    kind: str
    name: str
    facts: Facts
    text: str


class CardText(Struct, frozen=True):
    """A card as implemented.

    Attributes:
        id: short, and unique in the game; what order lines call it.
        facts: of the card as a whole.
    """

    id: str
    halves: tuple[Half, ...]
    facts: Facts = ()

    @property
    def names(self) -> str:
        return " / ".join(half.name for half in self.halves)
