"""Capabilities that add Troops for a Battle, returned to the pool in its Aftermath (C68)."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.state import State


def fought_in(state: State, *areas: str) -> bool:
    """Is the Battle at a Stronghold of one of these Areas?"""
    place = facts().locales.get(current(state).at)
    return place is not None and place.area in areas


@hooks.REINFORCEMENTS.capability("Y3", "L3")
def musterd_my_soldiers(state: State, lord: str) -> dict[str, int]:
    """Two Men-at-Arms and one Longbowmen at a Friendly Stronghold."""
    friendly = board.friendly(state, current(state).at, lords.side_of(lord))
    return {"men_at_arms": 2, "longbowmen": 1} if friendly else {}


@hooks.REINFORCEMENTS.capability("Y25", "L25")
def pembroke(state: State, lord: str) -> dict[str, int]:
    """Also Welsh Lord: two Longbowmen in Wales."""
    return {"longbowmen": 2} if fought_in(state, "wales") else {}


@hooks.REINFORCEMENTS.capability("Y27")
def percys_north(state: State, lord: str) -> dict[str, int]:
    """Four Militia in the North."""
    return {"militia": 4} if fought_in(state, "north") else {}


@hooks.REINFORCEMENTS.capability("Y35")
def kingdom_united(state: State, lord: str) -> dict[str, int]:
    """Three Militia in the North, the South or Wales."""
    return {"militia": 3} if fought_in(state, "north", "south", "wales") else {}


@hooks.REINFORCEMENTS.capability("Y37")
def percys_north_to_carlisle(state: State, lord: str) -> dict[str, int]:
    """Two Men-at-Arms where a Route leads to Carlisle; the Battle's own place may be anything (C67)."""
    side, battlefield = lords.side_of(lord), current(state).at
    ships, great = lords.has_ship(state, lord), lords.great_ships(state, lord)
    reached = board.routes(state, side, battlefield, ships, great, any_start=True)
    return {"men_at_arms": 2} if "carlisle" in reached else {}


@hooks.REINFORCEMENTS.capability("L33")
def philibert_de_chandee(state: State, lord: str) -> dict[str, int]:
    """Two Men-at-Arms at, or one Way from, a Friendly Port on the Channel (C66)."""
    battlefield = current(state).at
    coast = facts().ports["english_channel"]
    near = [place for place in (battlefield, *board.ways(battlefield)) if place in coast]
    friendly = any(board.friendly(state, port, "lancaster") for port in near)
    return {"men_at_arms": 2} if friendly else {}
