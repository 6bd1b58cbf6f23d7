"""1.3.1 Ports and Seas: those that an Enemy card closes to a side (C46)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.state import State

BY_LAND = " by_land"
"""How a line says that it goes without the closed Sea, at that Route's distance."""
PASSES = 2


def closed_seas(state: State, lord: str) -> list[str]:
    """Seas whose Ports an Enemy Lord blockades, so that this Lord may use them only on a 1-2."""
    enemy = state.enemy(lords.side_of(lord))
    found = (sea(state, id) for id, sea in hooks.BLOCKADE.at_mats(state, enemy))
    return list(filter(None, found))


def uses_closed_port(state: State, lord: str, *places: str) -> bool:
    """Is one of these a Port of a closed Sea? Exile boxes and open Sea are free."""
    closed = closed_seas(state, lord)
    return any(board.is_port(place) and board.sea_of(place) in closed for place in places)


async def blockade(table: Table[State], lord: str, what: str, rule: str) -> bool:
    """Does an action that uses such a Port take effect? Rolled before any check is paid."""
    die = await table.roll(f"{lord} blockade {what}", needed=f"1-{PASSES}", rule=rule)
    if die > PASSES:
        table.say(rule, f"The Naval Blockade stops {lords.name(lord)}: his action has no effect.")
    return die <= PASSES
