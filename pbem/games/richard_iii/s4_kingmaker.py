"""4.0 Kingmaker: Henry VI, the prisoner in the Tower of London (C92-C94)."""

from __future__ import annotations

from pbem.engine import codec
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.s4_scenarios import prison
from pbem.games.richard_iii.state import State


def prisoner(state: State) -> str:
    """The block in the Tower, or ""."""
    id = str(prison(state).get("block", ""))
    return id if id and state.blocks[id].at == "tower" else ""


def freed(state: State, moving: str = "") -> bool:
    """4.0, C93 Is his side alone in the prisoner's area, a block under way not counted?"""
    id = prisoner(state)
    if not id:
        return False
    place, side = prison(state)["area"], blocks.side_of(state, id)
    guards = [one for one in board.at(state, place, side) if one != moving]
    return bool(guards) and not board.occupied(state, place, state.enemy(side))


def rescue(table: Table[State]) -> None:
    """C93 As soon as his side alone is in the area he is free: the Pretender and an ordinary block. A
    block whose move has not ended does not free him, for it may only be passing through."""
    state = table.state
    if freed(state, state.phase.moving if state.phase else ""):
        id, place = prisoner(state), prison(state)["area"]
        state.blocks[id].at = place
        whereabouts.learn(state, id)
        table.say(
            "4.0 Kingmaker",
            f"{blocks.name(id)} is rescued from the Tower of London and becomes the Pretender.",
            about=(place,),
        )


def halted(state: State) -> State:
    """C93 The position that any order but its own leaves of a block under way: where that block frees
    the prisoner by stopping he may be ordered at once; else the state itself."""
    if state.phase is None or not state.phase.moving or not freed(state):
        return state
    seen = codec.copied(state)
    id = prisoner(state)
    seen.blocks[id].at = prison(state)["area"]
    whereabouts.learn(seen, id)
    return seen


def murder(table: Table[State]) -> None:
    """If the enemy wins the scenario while he is still a prisoner, he is murdered."""
    state = table.state
    id = prisoner(state)
    if id and state.winner != blocks.side_of(state, id):
        state.blocks[id].at, state.blocks[id].strength = "dead", 0
        table.say("4.0 Kingmaker", f"{blocks.name(id)} is murdered in the Tower of London.")
