"""The terms of conditions that every game has, read from the picture of its board that one side may see.

enemy at york     somebody else's piece there      owner york    the side that holds it, or none
own at york       one's own piece there            enemies at york, owns at york    how many
"""

from __future__ import annotations

from pbem.engine.condition import named
from pbem.engine.picture import Picture, Place, Sea
from pbem.errors import BadScript

KNOWN = (
    "enemy at PLACE, own at PLACE, enemies at PLACE, owns at PLACE, owner PLACE, failed, success"
)


def look(picture: Picture, side: str, words: tuple[str, ...]) -> int | bool | str:
    """The value of a term for `side`. Raises BadScript with all terms that there are."""
    match words:
        case ("enemy" | "enemies" as what, "at", *place):
            pieces = _space(picture, place, words).pieces
            found = sum(piece.side not in ("", side) for piece in pieces)
            return bool(found) if what == "enemy" else found
        case ("own" | "owns" as what, "at", *place):
            found = sum(piece.side == side for piece in _space(picture, place, words).pieces)
            return bool(found) if what == "own" else found
        case ("owner", *place):
            space = _space(picture, place, words)
            return (space.owner if isinstance(space, Place) else "") or "none"
        case _:
            raise BadScript(text=" ".join(words), why=f"you can look at: {KNOWN}")


def _space(picture: Picture, words: list[str], term: tuple[str, ...]) -> Place | Sea:
    names = {space.id: (space.id, space.name) for space in picture.spaces}
    wanted = named(words, names, term, "place")
    return next(space for space in picture.spaces if space.id == wanted)
