"""11.1, C117, C118 Where in an area a leader is set down outside Campaigns, and how order lines name it."""

from __future__ import annotations

from pbem.engine.request import Subset, subset_of
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import ABROAD, facts
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State


def stations(state: State, side: str, area: str) -> list[str]:
    """C117 Its hexes without an enemy leader and without an unreduced fortification of the enemy, that where a
    leader stands by default first (C118). An area of one hex may always be entered (C115)."""
    there = facts().area_hexes[area]
    if len(there) == 1:
        return list(there)
    able = zones.open_hexes(state, side, there)
    first = zones.nearest(anchor(area), able)
    return sorted(able, key=lambda at: at != first)


def has_room(state: State, side: str, area: str) -> bool:
    """Is there a hex in it where a leader of a side may stand, one of its `stations`?"""
    there = facts().area_hexes[area]
    return len(there) == 1 or bool(zones.open_hexes(state, side, there))


def hexes_of(state: State, side: str, area: str) -> tuple[str, Subset]:
    """Where a leader stands by default, and the other hexes of which one may be named (C118)."""
    first, *others = stations(state, side, area)
    return first, subset_of(others, 1)


def station(state: State, side: str, area: str, hexes: tuple[str, ...] = ()) -> str:
    """The hex that was named, else the first of `stations`."""
    return hexes[0] if hexes else stations(state, side, area)[0]


def set_down(state: State, id: str, area: str, hexes: tuple[str, ...] = ()) -> None:
    """There, and those whom he carries with him."""
    state.leaders[id].carrier = ""
    leaders.go(state, id, station(state, state.leaders[id].side, area, hexes))


def words(state: State, side: str, end: str) -> list[str]:
    """How order lines name where a leader may stand in an area: its own name stands for the first of `stations`,
    each of them for itself. A foreign territory has its name only."""
    if end in facts().territories:
        return [end]
    able = stations(state, side, end)
    return [end, *able] if len(able) > 1 else [end] * len(able)


def meant(state: State, side: str, word: str) -> str:
    """Where a leader is put who goes to an area, a hex or a foreign territory that an order line names."""
    if word in facts().territories:
        return ABROAD + word
    return stations(state, side, word)[0] if word in facts().areas else word


def spoken(word: str) -> str:
    """`Kent`, `Dover (2430)` or `France`."""
    if word in facts().areas:
        return facts().areas[word].name
    return board.name(ABROAD + word if word in facts().territories else word)
