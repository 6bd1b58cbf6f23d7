"""8.2, 3.1.6 Control markers."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.facts import NEUTRAL, Area, facts
from pbem.games.plantagenet_1450.state import State


def convert(table: Table[State], area: Area, to: str, rule: str) -> None:
    """C14 Whose marker lay there loses Legitimacy, whose comes gains it, in one step; `to` may be "neutral".

    A side's captives there are free when it comes (C146), and enemies inside a fortification without a garrison
    stand in the open (P4). A garrison stays (C57).
    """
    state = table.state
    before = state.control.get(area.group, NEUTRAL)
    if before == to:
        return
    kings.lost(state, area.group, before)
    name = facts().group_names[area.group]
    if to == NEUTRAL:
        del state.control[area.group]
        table.say(rule, f"{name} is neutral now.", about=(area.id,))
    else:
        state.control[area.group] = to
        table.say(rule, f"{board.side_name(to)} now controls {name}.", about=(area.id,))
    tracks.change_legitimacy(table, before, -facts().worth[area.group], "8.2")
    tracks.change_legitimacy(table, to, facts().worth[area.group], "8.2")
    for at in list(state.sieges):
        if facts().forts[at].group == area.group:
            del state.sieges[at]  # C51
    for id, leader in state.leaders.items():
        held = leader.status == "captive" and leader.side == to and not leader.captor
        here = board.area_of(leader.at) if held else None
        if here is not None and here.group == area.group:
            captures.set_free(table, id, "C146")
        if leader.inside and not board.holds_fort(state, leader.side, leader.at):
            leader.inside = False
            table.say(rule, f"{leaders.name(id)} is inside no more (P4).", about=(id,))
