"""6.8 Deaths: who is gone for good and who waits face-down; every one is told by name (C96)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.s4_kingmaker import rescue
from pbem.games.richard_iii.s9_victory import instant_victory
from pbem.games.richard_iii.state import State


def lose_step(table: Table[State], id: str, rule: str) -> bool:
    """3.11 A block loses one step, unseen unless it dies; True if it does."""
    block = table.state.blocks[id]
    block.strength -= 1
    if block.strength:
        return False
    kill(table, id, rule)
    return True


def kill(table: Table[State], id: str, rule: str = "6.8") -> None:
    """6.8 A block is eliminated. Raises GameDecided if its house has no heir left (9.0)."""
    state = table.state
    block, label = state.blocks[id], blocks.block_facts(id)
    side, place = blocks.side_of(state, id), block.at
    if label.death == "permanent":
        block.at, block.strength, how, fate = "dead", 0, "eliminated for good", ""
        if label.counterpart:
            state.blocks[label.counterpart].at = "dead"
    else:
        block.at = "pool" if label.death == "pool" else label.home[0]
        block.strength, block.face_down = label.strength, True
        home = "the pool" if block.at == "pool" else board.the(block.at)
        how, fate = "eliminated", f" and lies face-down in {home} until the next campaign"
    whereabouts.learn(state, id)
    table.say(
        rule,
        f"{blocks.subject(id)} ({blocks.side_name(side)}) is {how} in {board.the(place)}{fate}.",
        kind="death",
        about=(id, place),
    )
    if id == state.king:
        state.king = ""
        table.say("6.81", "The King is dead!", kind="death")
    house = blocks.birth_house(id)
    if house:
        state.minors_due[house] += 1
    instant_victory(table)
    rescue(table)
