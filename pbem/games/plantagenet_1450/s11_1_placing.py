"""11.1, C117, C118 Where in an area a leader is set down outside Campaigns."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State


def stations(state: State, side: str, area: str) -> list[str]:
    """C117 Its hexes without an enemy leader and without an unreduced fortification of the enemy, that where a
    leader stands by default first (C118). An area of one hex may always be entered (C115)."""
    there = [one.id for one in facts().hexes.values() if one.area == area]
    if len(there) == 1:
        return there
    able = [at for at in there if zones.is_open(state, side, at)]
    first = zones.nearest_open(state, side, anchor(area), able)
    return sorted(able, key=lambda at: at != first)


def set_down(state: State, id: str, area: str, hexes: tuple[str, ...] = ()) -> None:
    """In the hex that was chosen, else in the first of `stations`; those whom he carries with him."""
    at = hexes[0] if hexes else stations(state, state.leaders[id].side, area)[0]
    state.leaders[id].carrier = ""
    leaders.go(state, id, at)
