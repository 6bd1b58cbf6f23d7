"""2.0 The map: areas and control (2.1), exile (2.7), seas (2.8), borders (5.21)."""

from __future__ import annotations

from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, Area, Border, facts
from pbem.games.richard_iii.state import State


def area(id: str) -> Area:
    return facts().areas[id]


def name(id: str) -> str:
    """The name of an area, or of the sea zone that Pirates came through."""
    return facts().zone_names.get(id) or facts().areas[id].name


def border(a: str, b: str) -> Border:
    return facts().borders[a][b]


def neighbours(id: str) -> tuple[str, ...]:
    return tuple(facts().borders[id])


def at(state: State, place: str, side: str) -> list[str]:
    """A side's blocks in an area, in a fixed order. A face-down block or a prisoner is not there (C72,
    C92)."""
    return [
        id
        for id, block in state.blocks.items()
        if block.at == place and not block.face_down and blocks.side_of(state, id) == side
    ]


def occupied(state: State, place: str, side: str) -> bool:
    """2.1 Does a side have blocks there? Asked very often, hence the plain loop."""
    for id, block in state.blocks.items():
        if block.at == place and not block.face_down and blocks.side_of(state, id) == side:
            return True
    return False


def held_by(state: State, side: str) -> set[str]:
    """2.1 All areas where a side has blocks."""
    return {
        block.at
        for id, block in state.blocks.items()
        if not block.face_down and blocks.side_of(state, id) == side
    }


def friendly(state: State, place: str, side: str) -> bool:
    """2.1 Occupied by your blocks alone."""
    return occupied(state, place, side) and not occupied(state, place, state.enemy(side))


def friendly_areas(state: State) -> dict[str, int]:
    """2.1 How many areas each side holds."""
    return {side: sum(friendly(state, id, side) for id in facts().areas) for side in SIDES}


def vacant(state: State, place: str) -> bool:
    """2.1 No blocks at all."""
    return not any(occupied(state, place, side) for side in SIDES)


def open_to(state: State, place: str, side: str) -> bool:
    """2.1, 2.7 Friendly or vacant, and no exile area of the enemy (C10)."""
    return not occupied(state, place, state.enemy(side)) and not foreign(state, place, side)


def foreign(state: State, place: str, side: str) -> bool:
    """2.7 An exile area of the enemy, which no block may ever enter (C10)."""
    return area(place).exile == state.enemy(side)


def exiles(side: str) -> list[str]:
    """2.7 A side's two exile areas."""
    return [id for id, place in facts().areas.items() if place.exile == side]


def crowns() -> list[str]:
    """2.3 The crown areas."""
    return [id for id, place in facts().areas.items() if place.crown]


def coasts(place: str) -> dict[str, list[str]]:
    """2.81 From an area: each destination by sea, with the sea zones that lead to it."""
    found: dict[str, list[str]] = {}
    for zone in area(place).coast:
        for other in facts().zones[zone]:
            if other != place:
                found.setdefault(other, []).append(zone)
    return found
