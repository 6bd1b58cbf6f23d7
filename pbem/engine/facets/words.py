"""The facet `rules.words`: what people call things."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from pbem.engine.state import GameState

S = TypeVar("S", bound=GameState)


class Words(Generic[S]):
    """Turns, cards and pieces in words."""

    def turn(self, state: S) -> str:
        """The game turn in a few words, the same for all of it: `January-March 1461`."""
        return ""

    def now(self, state: S) -> str:
        """Where the game stands, in a few words: `Levy of January-March 1461: Muster`."""
        return self.turn(state) or "in play"

    def names(self) -> Collection[str]:
        """Ids of people and places, which statistics leave out of the labels of dice."""
        return ()

    def towns(self, place: str) -> Collection[str]:
        """Names by which players may ask for a place of the map besides its own: its city, its port."""
        return ()

    def ways_from(self, place: str) -> Mapping[str, Sequence[str]]:
        """What lies next to a place of the map: by which way, such as `road`, the names of the places there; nothing
        for what is no place."""
        return {}

    def card_name(self, card: str) -> str:
        """A card's name in a sentence."""
        return card

    def piece_name(self, piece: str) -> str:
        """A piece's name in a sentence, where it is not in sight."""
        return piece.replace("_", " ").title()

    def spellings(self, name: str) -> Sequence[str]:
        """How one of `names` is printed, wherever and whenever; these are read in order lines, too."""
        return (self.piece_name(name),)

    def place_name(self, place: str) -> str:
        """A place's name in a sentence, where the map does not draw it apart, as a hex on a map of areas."""
        return place.replace("_", " ").title()

    def piece_word(self, piece: str) -> str:
        """The word of a piece in order lines and questions.

        In Richard III both sides have blocks of one name, so its ids are longer than its words.
        """
        return piece
