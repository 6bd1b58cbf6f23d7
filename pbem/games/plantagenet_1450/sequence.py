"""16.4 The sequence of play of a campaign: an explicit list of steps, a checkpoint between each two.

`action` repeats, one action or pass a step, until three passes in a row end the campaign turn.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s16_3_deployment as s16_3
from pbem.games.plantagenet_1450 import s16_4_1_initiative as s16_4_1
from pbem.games.plantagenet_1450 import s16_4_8_recovery as s16_4_8
from pbem.games.plantagenet_1450 import s20_victory as s20
from pbem.games.plantagenet_1450.state import State

Step = Callable[[Table[State]], Coroutine[Any, Any, None]]
IDLE_TURNS = 2
"""Campaign turns in a row in which both only pass: they end the Campaign (C100)."""


async def begin_turn(table: Table[State]) -> None:
    """16.4 A campaign turn begins."""
    state = table.state
    state.initiative, state.passes, state.acted = "", 0, False
    told = f"Campaign turn {state.campaign_turn} of {state.campaign_turns}."
    table.say("16.4", told, "heading")


async def end_turn(table: Table[State]) -> None:
    """16.2, C100 The next one, unless it was the last."""
    state = table.state
    state.idle = 0 if state.acted else state.idle + 1
    if state.idle < IDLE_TURNS and state.campaign_turn < state.campaign_turns:
        state.campaign_turn += 1


SEQUENCE: dict[str, Step] = {
    "deployment": s16_3.deployment,
    "campaign_turn": begin_turn,
    "action": s16_4_1.action,
    "recovery": s16_4_8.recovery,
    "redeployment": s16_3.redeployment,
    "end_of_turn": end_turn,
    "victory": s20.victory,
}
"""The steps by name, as the position tells them."""


async def step(table: Table[State]) -> None:
    """Run the current step and move on."""
    state = table.state
    name = state.step
    turn = state.campaign_turn
    await SEQUENCE[name](table)
    match name:
        case "action" if not s16_4_1.over(state):
            pass
        case "end_of_turn" if state.campaign_turn != turn:
            state.step = "campaign_turn"
        case "victory":
            pass
        case _:
            names = list(SEQUENCE)
            state.step = names[names.index(name) + 1]
