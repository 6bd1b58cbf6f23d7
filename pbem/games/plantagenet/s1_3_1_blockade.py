"""1.3.1 Ports and Seas: those that an Enemy card closes to a side (C46)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.state import State

PASSES = 2


def closed_seas(state: State, lord: str) -> list[str]:
    """Seas whose Ports an Enemy Lord blockades, so that this Lord may use them only on a 1-2."""
    enemy = state.enemy(lords.side_of(lord))
    seas = (sea(state, id) for id, sea in hooks.BLOCKADE.at_mats(state, enemy))
    return list(filter(None, seas))


def feared_seas(state: State, lord: str) -> list[str]:
    """Seas whose Ports may be blockaded, as far as his side can tell: with Hidden Mats also where a blockading card could lie at
    a mat that it cannot see (1.5.3, C120)."""
    if not state.hidden_mats:
        return closed_seas(state, lord)
    enemy = state.enemy(lords.side_of(lord))
    seas = (
        sea(state, id)
        for card, sea in hooks.BLOCKADE.capabilities.items()
        for id in lords.lords_of(state, enemy)
        if hooks.could_have(state, id, card)
    )
    return list(filter(None, seas))


def among(seas: list[str], *places: str) -> bool:
    """Is one of these places a Port of one of these Seas? Exile boxes and open Sea are free."""
    return any(board.is_port(place) and board.sea_of(place) in seas for place in places)


def uses_closed_port(state: State, lord: str, *places: str) -> bool:
    """Is one of these a Port of a closed Sea?"""
    return among(closed_seas(state, lord), *places)


def warning(state: State, lord: str, *places: str) -> str:
    """What a menu says of Ports that are closed to him, or may be, else ""."""
    return caution(state) if among(feared_seas(state, lord), *places) else ""


def caution(state: State) -> str:
    """For a menu: what an action takes that uses a Port of a closed Sea."""
    return f"; a 1-{PASSES} to pass " + (
        "a hidden Blockade" if state.hidden_mats else "the Blockade"
    )


async def blockade(table: Table[State], lord: str, what: str, rule: str) -> bool:
    """Does an action that uses such a Port take effect? Rolled before any check is paid."""
    await held.moment(table, amid=True)
    die = await table.roll(f"{lord} blockade {what}", needed=f"1-{PASSES}", rule=rule)
    if die > PASSES:
        table.say(rule, f"The Naval Blockade stops {lords.name(lord)}: the action has no effect.")
    return die <= PASSES
