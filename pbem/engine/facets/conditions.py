"""The facet `rules.conditions`. Here: terms that every game has, read from the picture of its board that one side may see.

enemy at york     somebody else's piece there      owner york    the side that holds it, or none
own at york       one's own piece there            enemies at york, owns at york    how many
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from pbem.engine.condition import id_named
from pbem.engine.picture import Picture, Place, Sea
from pbem.engine.state import GameState
from pbem.errors import BadScript

S = TypeVar("S", bound=GameState)

KNOWN = (
    "enemy at PLACE, own at PLACE, enemies at PLACE, owns at PLACE, owner PLACE, failed, success"
)


class Conditions(Generic[S]):
    """What conditions of policies and scripts may look at.

    Attributes:
        terms: all that there are, with commas between; a word in capitals stands for a name.
        fills: what can stand for a word in capitals that is no name of a piece or a place.
    """

    terms: str = KNOWN
    fills: Mapping[str, Sequence[str]] = {}

    def __init__(self, picture: Callable[[S, str], Picture]) -> None:
        self._picture = picture

    def look(self, state: S, side: str, words: tuple[str, ...]) -> int | bool | str:
        """What a term of a condition means for `side` now; `state` is veiled for it.

        Raises:
            BadScript: there is no such term; the message has all that there are.
        """
        picture = self._picture(state, side)
        match words:
            case ("enemy" | "enemies" as noun, "at", *place):
                pieces = _space(picture, place, words).pieces
                count = sum(piece.side not in ("", side) for piece in pieces)
                return bool(count) if noun == "enemy" else count
            case ("own" | "owns" as noun, "at", *place):
                count = sum(piece.side == side for piece in _space(picture, place, words).pieces)
                return bool(count) if noun == "own" else count
            case ("owner", *place):
                space = _space(picture, place, words)
                return (space.owner if isinstance(space, Place) else "") or "none"
            case _:
                raise BadScript(text=" ".join(words), why=f"you can look at: {self.terms}")


def _space(picture: Picture, words: list[str], term: tuple[str, ...]) -> Place | Sea:
    names = {space.id: (space.id, space.name) for space in picture.spaces}
    place_id = id_named(words, names, term, "place")
    return next(space for space in picture.spaces if space.id == place_id)
