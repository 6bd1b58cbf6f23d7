"""16.4.8 Recovery: at the end of a campaign turn every tired leader rolls."""

from __future__ import annotations

from pbem.engine.prose import count_text
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import NEUTRAL, SIDES, facts
from pbem.games.plantagenet_1450.state import State


async def recovery(table: Table[State]) -> None:
    """16.4.8 Each free leader rolls how much fatigue he recovers; leaders abroad recover all of it."""
    state = table.state
    for side in (*SIDES, NEUTRAL):
        for id in leaders.free(state, side):
            leader = state.leaders[id]
            if not leader.fatigue:
                continue
            if board.is_abroad(leader.at):
                leader.fatigue = 0
                continue
            die = await table.roll(f"recovery {id}", "", "16.4.8")
            recovered = min(leader.fatigue, levels(die + modifier(state, id)))
            leader.fatigue -= recovered
            if recovered:
                loses = f"{count_text(recovered, 'level')} of fatigue and has {leader.fatigue or 'none'} left"
            else:
                loses = f"no fatigue and still has {count_text(leader.fatigue, 'level')}"
            text = f"{leaders.subject(id)} loses {loses}."
            table.say("16.4.8", text, about=(id,))


def modifier(state: State, id: str) -> int:
    """C97 One more in a friendly area, one less in an enemy area or with an enemy leader in it."""
    leader = state.leaders[id]
    table, area = facts().tables["recovery"], board.area_of(leader.at)
    owner, enemy = board.controller(state, leader.at), state.enemy(leader.side)
    if not enemy:  # neutrals are nobody's enemy, and have none (C218)
        return 0
    foes = any(board.area_of(state.leaders[foe].at) == area for foe in leaders.free(state, enemy))
    added = int(table["friendly_area"]) if owner == leader.side else 0
    return added + (
        int(table["enemy_area_or_enemy_leader_in_area"]) if owner == enemy or foes else 0
    )


def levels(result: int) -> int:
    """The Recovery Table; beyond its rows, the end row (C5)."""
    rows: list[int] = facts().tables["recovery"]["rows"]
    gained: list[int] = facts().tables["recovery"]["levels"]
    return gained[rows.index(min(max(result, rows[0]), rows[-1]))]
