"""11.1 Royal leaders and Warwick pick up leaders and carry them along, outside Campaigns."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
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
        one for one in leaders.free(state, mover.side) if one != id and together(state, id, one)
    ]


def together(state: State, one: str, two: str) -> bool:
    """Do they stand in one area, or in one foreign territory?"""
    here, there = state.leaders[one].at, state.leaders[two].at
    return here == there or (
        not board.is_abroad(here) and board.area_of(here) == board.area_of(there)
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
    for one in (id, *party):
        state.leaders[one].carrier = ""
        for left in leaders.picked_up(state, one):
            state.leaders[left].carrier = ""
    for one in (id, *party):
        leaders.go(state, one, to)
    for one in party:
        state.leaders[one].carrier = id


def part(state: State) -> None:
    """Who is no longer with his carrier is carried no more: one of them was taken, killed, moved by a card, or
    serves the other side now (C199)."""
    for one in state.leaders.values():
        if not one.carrier:
            continue
        head = state.leaders[one.carrier]
        if (one.status, one.side, one.at) != ("free", head.side, head.at) or head.status != "free":
            one.carrier = ""


def set_down(state: State) -> None:
    """16.3 In a Campaign everybody stands on his own feet, in the hex of who carried him."""
    for one in state.leaders.values():
        one.carrier = ""
