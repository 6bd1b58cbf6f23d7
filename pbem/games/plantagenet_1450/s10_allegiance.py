"""10.2 Nobles change sides: with whom they go, where they stand then (C42, C174, C199)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State

ALWAYS_LOYAL = 1
"""The die on which nobody turns (8.4)."""


def turn_coat(
    table: Table[State], id: str, rule: str, among: Collection[str] | None = None
) -> None:
    """A leader serves the other side from now on. Who carries him sets him down, whom he carries stays behind, whom he
    holds comes free; garrisons and markers stay (C42).

    Args:
        among: the hexes in which he may be set down if enemies share his own; left out, those of his area (C199),
            beyond them where the enemy holds all of several (P5).
    """
    state = table.state
    leader = state.leaders[id]
    leader.side = state.enemy(leader.side)
    captures.part_company(table, id)
    if not board.is_abroad(leader.at) and leaders.at(state, leader.at, state.enemy(leader.side)):
        near = (state, leader.side, leader.at)
        to = zones.nearest_free(*near) if among is None else zones.nearest_open(*near, among)
        leaders.go(state, id, to)
    text = f"{leaders.subject(id)} now serves {board.side_name(leader.side)}, {board.at_place(leader.at)}."
    table.say(rule, text, about=(leader.side, id))


def can_be_turned(state: State, id: str, side: str) -> bool:
    """8.4 A noble of the enemy's with a numbered loyalty, who may serve this side."""
    return (
        state.leaders[id].side == state.enemy(side)
        and not facts().leaders[id].royal
        and leaders.rating(state, id).loyalty > 0
        and side in facts().leaders[id].ratings
    )
