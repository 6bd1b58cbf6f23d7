"""16.4.7 Lone leaders: a force that enters their hex may take them."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450 import s16_4_6_13_retreat as retreats
from pbem.games.plantagenet_1450.state import State


async def surprise(table: Table[State], mover: str, at: str) -> None:
    """C180 As the force comes from the hex beside it, each lone enemy leader there rolls; who escapes moves away, or is captured if no hex is free."""
    state = table.state
    captors = captures.Captors(state.leaders[mover].side, (mover,))
    ids = leaders.at(state, at, state.enemy(captors.side))
    away = [id for id in ids if await captures.survives(table, id, 0, captors)]
    alone = [id for id in away if not state.leaders[id].rides and state.leaders[id].at == at]
    if alone:
        table.say(
            "16.4.7",
            f"{leaders.subjects(alone)} {'escape' if alone[1:] else 'escapes'}.",
            about=tuple(alone),
        )
    for id in await retreats.retreat(table, alone, at):
        await captures.capture(table, id, captors)
