"""11.1 Outside Campaigns: Royal leaders and Warwick pick up leaders and carry them along; where in an area a leader is
set down (C117, C118), and how order lines name it."""

from __future__ import annotations

from pbem.engine.request import Subset, subset_of
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import ABROAD, facts
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Points, State


def able(state: State, side: str) -> list[str]:
    """Whom a point can activate: free leaders, but for a king out of his wits, who may be carried (C145)."""
    return [id for id in leaders.free(state, side) if not state.leaders[id].mad]


def stack(state: State, id: str) -> list[str]:
    """11.1 Who is activated with him for the same point: his carrier and all whom that one carries."""
    head = state.leaders[id].carrier or id
    return [head, *leaders.picked_up(state, head)]


def company(state: State, id: str) -> list[str]:
    """C47, C197 Who may go along: the leaders of his side in his area, whom he carries already or picks up
    there."""
    if not facts().leaders[id].carries:
        return []
    mover = state.leaders[id]
    return [
        leader
        for leader in leaders.free(state, mover.side)
        if leader != id and together(state, id, leader)
    ]


def together(state: State, first: str, second: str) -> bool:
    """Do they stand in one area, or in one foreign territory?"""
    origin, destination = state.leaders[first].at, state.leaders[second].at
    return origin == destination or (
        not board.is_abroad(origin) and board.area_of(origin) == board.area_of(destination)
    )


def activate(state: State, points: Points, id: str, party: tuple[str, ...], cost: int) -> None:
    """Pay for the move of a stack; who of it does not go along may move apart for the same point. Who has been
    activated with another pays nothing."""
    if id not in points.apart:
        points.left -= cost
        points.apart = [one for one in stack(state, id) if not state.leaders[one].mad]
    points.apart = [one for one in points.apart if one != id and one not in party]


def go(state: State, id: str, party: tuple[str, ...], to: str) -> None:
    """They stand there now; those who go along are carried, and those who are left behind are not."""
    for traveller in (id, *party):
        state.leaders[traveller].carrier = ""
        for captive in leaders.picked_up(state, traveller):
            state.leaders[captive].carrier = ""
    for traveller in (id, *party):
        leaders.go(state, traveller, to)
    for traveller in party:
        state.leaders[traveller].carrier = id


def part(state: State) -> None:
    """Who is no longer with his carrier is carried no more: one of them was taken, killed, moved by a card, or
    serves the other side now (C199)."""
    for leader in state.leaders.values():
        if not leader.carrier:
            continue
        head = state.leaders[leader.carrier]
        if (leader.status, leader.side, leader.at) != (
            "free",
            head.side,
            head.at,
        ) or head.status != "free":
            leader.carrier = ""


def stations(state: State, side: str, area: str) -> list[str]:
    """C117 Its hexes without an enemy leader and without an unreduced fortification of the enemy, that where a
    leader stands by default first (C118). An area of one hex may always be entered (C115)."""
    hexes = facts().area_hexes[area]
    if len(hexes) == 1:
        return list(hexes)
    able = zones.open_hexes(state, side, hexes)
    nearest = zones.nearest(anchor(area), able)
    return sorted(able, key=lambda at: at != nearest)


def has_room(state: State, side: str, area: str) -> bool:
    """Is there a hex in it where a leader of a side may stand, one of its `stations`?"""
    hexes = facts().area_hexes[area]
    return len(hexes) == 1 or bool(zones.open_hexes(state, side, hexes))


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
