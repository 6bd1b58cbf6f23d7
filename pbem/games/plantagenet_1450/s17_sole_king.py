"""17.0 The sole king and the Protector."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import State

PROTECTOR = "richard_york"
DECLARES = "calais"
"""17.3 What declares for him."""
HELD = "protectorate"
"""The flag that stands until his side loses it: no card picks it while it does (C103)."""


def victory_king(state: State) -> str:
    """17.1 The one side with a crowned leader who is free, in his wits and in England (C101); "" if there is
    none."""
    sides = [side for side in SIDES if any(is_king(state, id) for id in leaders.free(state, side))]
    return sides[0] if len(sides) == 1 else ""


def sole_king(state: State) -> str:
    """17.3, C102 The same with the Protector, for ties, cards and coronations; not for victory and goals."""
    return protected(state) or victory_king(state)


def protected(state: State) -> str:
    """17.3 The side of the Protector while he governs for a king out of his wits, or ""."""
    mad = any(one.mad for one in state.leaders.values())
    if not mad or not leaders.is_free(state, PROTECTOR):
        return ""
    leader = state.leaders[PROTECTOR]
    return leader.side if board.in_england(leader.at) else ""


def keeps(state: State, group: str) -> bool:
    """C103 Is it what declared for the Protector, and still his side's?"""
    return group == DECLARES and HELD in state.flags


def lost(state: State, group: str, side: str) -> None:
    """17.3 A side's marker is gone from there."""
    if group == DECLARES and side == facts().leaders[PROTECTOR].faction:
        state.flags.pop(HELD, None)


def is_king(state: State, id: str) -> bool:
    leader = state.leaders[id]
    return leader.crowned and not leader.mad and board.in_england(leader.at)
