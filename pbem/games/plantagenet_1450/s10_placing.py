"""C117, C118 Where in an area a leader is set down outside Campaigns."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State


def hexes(state: State, side: str, area: str) -> list[str]:
    """C117 The hexes of an area in which a side may set down a leader: without enemies, and no fortification of
    theirs; an area of one hex may always be entered."""
    inside = board.hexes_in(anchor(area))
    if len(inside) == 1:
        return inside
    return [at for at in inside if zones.is_open(state, side, at)]


def usual(state: State, side: str, area: str) -> str:
    """C118 The anchor hex if he may stand there, else the nearest of those, the lower number first; "" if there is
    none."""
    middle = anchor(area)
    able = hexes(state, side, area)
    return min(able, key=lambda at: (board.distance(middle, at), at), default="")
