"""How the simple player comes by the sole king: who is to be crowned goes to a cathedral, and waits there."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450 import s18_coronation as coronation
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s20_scenarios import last_turn
from pbem.games.plantagenet_1450.state import State

A_STEP_TO_THE_THRONE = 1.5
"""In points of Legitimacy."""
OVERSEAS = 12
"""Steps, more than any way by land has."""


def is_claimant(state: State, id: str) -> bool:
    """18.2 Is he the next to be crowned, and may he be? While the enemy has the sole king only one who is still
    overseas: he must not come too late."""
    leader, leader_facts = state.leaders[id], facts().leaders[id]
    if not leader_facts.royal or leader.status != "free" or leader.crowned:
        return False
    if leader_facts.crown_flag and leader_facts.crown_flag not in state.flags:
        return False
    order = coronation.succession(state, leader.side)
    if next((who for who in order if state.leaders[who].status != "dead"), "") != id:
        return False
    king = kings.sole_king(state)
    return not king or (
        king != leader.side and to_throne(state, leader.side, leader.at) >= OVERSEAS
    )


def nearer(state: State, side: str, id: str, to: str) -> float:
    """18.1 The sole king has won (20.1): his way to a cathedral in an area of his side is worth more than areas."""
    steps = to_throne(state, side, state.leaders[id].at) - to_throne(state, side, to)
    return A_STEP_TO_THE_THRONE * steps


def to_throne(state: State, side: str, at: str) -> int:
    """Areas to go through to a cathedral of the side. Who must cross the sea has farther to go: least from an island
    that is not the enemy's, for ships go home only from there, and most from one that is (11.3)."""
    area = place_of(at)
    if area not in facts().areas:
        return OVERSEAS + 1
    seen, edge = {area}, [area]
    for steps in range(OVERSEAS):
        if any(is_throne(state, side, one) for one in edge):
            return steps
        edge = [to for one in edge for to in facts().areas[one].adjacent if to not in seen]
        seen.update(edge)
    lost = state.control.get(facts().areas[area].group) == state.enemy(side)
    return OVERSEAS + 2 if lost else OVERSEAS


def is_throne(state: State, side: str, area: str) -> bool:
    place = facts().areas.get(area)
    return place is not None and place.cathedral and state.control.get(place.group) == side


def awaits(state: State, id: str) -> bool:
    """Is he to be crowned where he is? Then he does not take the field."""
    leader = state.leaders[id]
    return is_claimant(state, id) and is_throne(state, leader.side, place_of(leader.at))


def stays(state: State, id: str) -> bool:
    """Does he keep out of the field: to be crowned where he is, or because a battle could lose the sole king with whom
    the last turn is won (20.1)?"""
    is_last = state.turn == last_turn(state)
    return awaits(state, id) or (is_last and kings.is_king(state, id))


def lacks_legitimacy(state: State, side: str) -> bool:
    """18.1 Does somebody stand where he could be crowned, were the other side not the more legitimate?"""
    behind = state.legitimacy[side] < state.legitimacy[state.enemy(side)]
    return behind and any(awaits(state, id) for id in leaders.free(state, side))


def place_of(at: str) -> str:
    """The area of a hex, or the area that is named itself."""
    area = board.area_of(at)
    return area.id if area is not None else at
