"""What can be chosen at a question with many answers: who, where and which card, as it is clicked on the map or in a list."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.picture import Picture
from pbem.web.seat.highlights import Concern, name_of
from pbem.web.seat.seat import Seat

MANY = 24
"""More than so many of a kind are looked for on the map, or by their names."""
GROUPS = {"piece:": "Who", "place:": "Where", "card:": "Cards"}


class Target(Struct, frozen=True):
    """Something that choices are about: `what` names it to the page."""

    what: str
    name: str
    count: int


class Group(Struct, frozen=True):
    """What of one kind can be chosen: places that have no name of their own apart, behind those that have.

    Attributes:
        drawn: how many of them glow; what is a part of another place glows as that.
        far: those of them that can only be gone towards.
    """

    title: str
    named: tuple[Target, ...]
    bare: tuple[Target, ...]
    drawn: int = 0
    far: Collection[str] = ()

    @property
    def many(self) -> bool:
        """Are they better found on the map than in a list?"""
        return len(self.named) + len(self.bare) > MANY


def groups_of(seat: Seat, targets: Iterable[Target], far: Collection[str]) -> list[Group]:
    """The targets by their kind. `far`: those of them that can only be gone towards."""
    some = tuple(targets)
    return [_group(seat, title, kind, some, far) for kind, title in GROUPS.items()]


def _group(
    seat: Seat, title: str, kind: str, targets: Iterable[Target], far: Collection[str]
) -> Group:
    """Those of this kind among them; nobody is to be chosen where all that is left is his. What the map does not draw
    may be no person: `Recruit Spears`."""
    some = [one for one in targets if one.what.startswith(kind)]
    if len(some) == 1 and kind == "piece:":
        return Group(title, (), ())
    spaces = {f"place:{space.id}": space.name != space.id for space in seat.stand.picture.spaces}
    if kind == "piece:" and some and {one.what for one in some} - on_map(seat.stand.picture):
        title = f"{title} or what"
    bare = [one for one in some if kind == "place:" and not spaces.get(one.what, False)]
    with_names = tuple(one for one in some if one not in bare)
    lights = [one.what for one in some if kind != "place:" or one.what in spaces]
    near = [what for what in lights if what not in far]
    beyond = [what for what in lights if what in far] if near else []
    return Group(title, with_names, tuple(bare), len(near or lights), beyond)


def named(seat: Seat, counts: Mapping[str, int]) -> list[Target]:
    """What choices are about, as it is clicked."""
    return [Target(what, name_of(seat.names, what), count) for what, count in counts.items()]


def in_full(seat: Seat, targets: Sequence[Target], choices: Iterable[Concern]) -> list[Target]:
    """The same, but pieces that the map does not draw and that one choice is about have its sentence: `Recruit Spears`."""
    in_sight, some = on_map(seat.stand.picture), tuple(choices)
    sentences = {
        target.what: seat.names.sentence(choice.value)
        for target in targets
        if target.count == 1 and target.what.startswith("piece:") and target.what not in in_sight
        for choice in some
        if target.what in choice.about and choice.value is not None
    }
    return [replace(target, name=sentences.get(target.what) or target.name) for target in targets]


def on_map(picture: Picture) -> set[str]:
    """What the map draws, as it glows: `place:york`, `piece:warwick`."""
    return {
        what
        for space in picture.spaces
        for what in (f"place:{space.id}", *(f"piece:{piece.id}" for piece in space.pieces))
    }
