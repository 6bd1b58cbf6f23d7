"""8.2, 3.1.6 Control markers."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import Area, facts
from pbem.games.plantagenet_1450.state import State


def convert(table: Table[State], area: Area, side: str, rule: str) -> None:
    """C14 The enemy's marker goes and the side's own comes, in one step; its captives there are free (C146),
    and enemies inside a fortification without a garrison stand in the open (P4)."""
    state = table.state
    if state.control.get(area.group) == side:
        return
    state.control[area.group] = side
    table.say(
        rule,
        f"{board.side_name(side)} now controls {facts().group_names[area.group]}.",
        about=(area.id,),
    )
    for id, leader in state.leaders.items():
        held = leader.status == "captive" and leader.side == side and not leader.captor
        here = board.area_of(leader.at) if held else None
        if here is not None and here.group == area.group:
            captures.set_free(table, id, "C146")
        if leader.inside and not board.holds_fort(state, leader.side, leader.at):
            leader.inside = False
            table.say(rule, f"{leaders.name(id)} is inside no more (P4).", about=(id,))
