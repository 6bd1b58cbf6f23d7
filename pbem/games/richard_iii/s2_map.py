"""2.0 The map: areas and control (2.1), exile (2.7), seas (2.8), borders (5.21)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.once import Once
from pbem.engine.prose import listing
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, Area, Border, facts
from pbem.games.richard_iii.state import State


def area(id: str) -> Area:
    return facts().areas[id]


def name(id: str) -> str:
    """The name of an area, or of the sea zone that Pirates came through."""
    return facts().zone_names.get(id) or facts().areas[id].name


def the(id: str) -> str:
    """Within a sentence: `Kent`, `the Isle of Man`."""
    return f"the {name(id)}" if name(id).startswith("Isle ") else name(id)


def north_to_south() -> list[str]:
    """All areas as a reader finds them, those of exile last."""
    areas = facts().areas
    return sorted(areas, key=lambda id: (bool(areas[id].exile), areas[id].y, areas[id].x))


def border(a: str, b: str) -> Border:
    return facts().borders[a][b]


def neighbours(id: str) -> tuple[str, ...]:
    return facts().neighbours[id]


def ways_in_words(place: str) -> dict[str, list[str]]:
    """5.21, 2.81 The areas beyond an area's borders by their colour, and those on its sea zones."""
    names_by_way: dict[str, list[str]] = {}
    for to, beyond in facts().borders.get(place, {}).items():
        names_by_way.setdefault(f"{beyond.color} border", []).append(name(to))
    for to, zones in facts().coasts.get(place, {}).items():
        names_by_way.setdefault(f"sea, {listing(map(name, zones), 'or')}", []).append(name(to))
    return names_by_way


def at(state: State, place: str, side: str) -> list[str]:
    """A side's blocks in an area, in a fixed order. A face-down block or a prisoner is not there (C72,
    C92)."""
    pieces = state.blocks
    return [
        id
        for id in blocks.roll_of(state, side)
        if pieces[id].at == place and not pieces[id].face_down
    ]


def occupied(state: State, place: str, side: str) -> bool:
    """2.1 Does a side have blocks there? Asked very often, hence the plain loop."""
    pieces = state.blocks
    for id in blocks.roll_of(state, side):
        if pieces[id].at == place and not pieces[id].face_down:
            return True
    return False


class Control:
    """2.1 Who holds which areas, as the blocks stand now; looked up once for whoever asks about many."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._held = Once(self._gathered)

    def held_by(self, side: str) -> Mapping[str, list[str]]:
        """All areas where a side has blocks, with these in a fixed order."""
        return self._held[side]

    def _gathered(self, side: str) -> dict[str, list[str]]:
        held: dict[str, list[str]] = {}
        pieces = self._state.blocks
        for id in blocks.roll_of(self._state, side):
            block = pieces[id]
            if not block.face_down:
                held.setdefault(block.at, []).append(id)
        return held

    def areas(self, side: str) -> list[str]:
        """The areas that a side holds, in the order of the map."""
        return [id for id in facts().areas if id in self.held_by(side)]

    def at(self, place: str, side: str) -> list[str]:
        return self.held_by(side).get(place, [])

    def occupied(self, place: str, side: str) -> bool:
        return place in self._held[side]

    def friendly(self, place: str, side: str) -> bool:
        """Occupied by your blocks alone."""
        return self.occupied(place, side) and not self.occupied(place, self._state.enemy(side))

    def owners(self) -> dict[str, str]:
        """Areas that blocks of one side alone occupy: area to side."""
        return {
            id: side
            for side in SIDES
            for id in self.held_by(side)
            if not self.occupied(id, self._state.enemy(side))
        }

    def vacant(self, place: str) -> bool:
        """No blocks at all."""
        return not any(self.occupied(place, side) for side in SIDES)

    def open_to(self, place: str, side: str) -> bool:
        """2.1, 2.7 Friendly or vacant, and no exile area of the enemy (C10)."""
        return not self.occupied(place, self._state.enemy(side)) and not foreign(place, side)


def friendly_areas(state: State) -> dict[str, int]:
    """2.1 How many areas each side holds."""
    owners, areas = Control(state).owners(), facts().areas
    held = [side for id, side in owners.items() if id in areas]
    return {side: held.count(side) for side in SIDES}


def foreign(place: str, side: str) -> bool:
    """2.7 An exile area of the enemy, which no block may ever enter (C10)."""
    return facts().areas[place].exile not in ("", side)


def exiles(side: str) -> list[str]:
    """2.7 A side's two exile areas."""
    return [id for id, place in facts().areas.items() if place.exile == side]


def crowns() -> list[str]:
    """2.3 The crown areas."""
    return [id for id, place in facts().areas.items() if place.crown]


def coasts(place: str) -> dict[str, list[str]]:
    """2.81 From an area: each destination by sea, with the sea zones that lead to it."""
    return facts().coasts[place]
