"""4.0 Kingmaker: Henry VI, the prisoner in the Tower of London (C92-C94)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.s4_scenarios import prison
from pbem.games.richard_iii.state import State


def prisoner(state: State) -> str:
    """The block in the Tower, or ""."""
    id = str(prison(state).get("block", ""))
    return id if id and state.blocks[id].at == "tower" else ""


def rescue(table: Table[State]) -> None:
    """C93 As soon as his side alone is in the area he is free: the Pretender and an ordinary block."""
    state = table.state
    id = prisoner(state)
    if not id:
        return
    place = prison(state)["area"]
    if board.friendly(state, place, blocks.side_of(state, id)):
        state.blocks[id].at = place
        table.say(
            "4.0 Kingmaker",
            f"{blocks.name(id)} is rescued from the Tower of London and is the Pretender.",
            about=(place,),
        )


def murder(table: Table[State]) -> None:
    """If the enemy wins the scenario while he is still a prisoner, he is murdered."""
    state = table.state
    id = prisoner(state)
    if id and state.winner != blocks.side_of(state, id):
        state.blocks[id].at, state.blocks[id].strength = "dead", 0
        table.say("4.0 Kingmaker", f"{blocks.name(id)} is murdered in the Tower of London.")
