"""17.0 The sole king."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.state import State


def sole_king(state: State) -> str:
    """17.1 The one side with a crowned leader who is free and in England (C101); "" if there is none."""
    sides = [side for side in SIDES if any(is_king(state, id) for id in leaders.free(state, side))]
    return sides[0] if len(sides) == 1 else ""


def is_king(state: State, id: str) -> bool:
    leader = state.leaders[id]
    return leader.crowned and board.in_england(leader.at)
