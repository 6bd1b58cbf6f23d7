"""7.0, 16.4 The sequence of play: an explicit list of steps, a checkpoint between each two.

A turn is Maintenance, five impulses and a Campaign; a campaign scenario is the Campaign alone. Steps that repeat
do so one play, one Intrigue action or one campaign action at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s6_4_responses as s6_4
from pbem.games.plantagenet_1450 import s7_1_3_upkeep as s7_1_3
from pbem.games.plantagenet_1450 import s7_1_6_expulsion as s7_1_6
from pbem.games.plantagenet_1450 import s7_1_7_deal as s7_1_7
from pbem.games.plantagenet_1450 import s7_1_maintenance as s7_1
from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2
from pbem.games.plantagenet_1450 import s7_4_end_of_turn as s7_4
from pbem.games.plantagenet_1450 import s8_1_campaign as s8_1
from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s14_sieges as s14
from pbem.games.plantagenet_1450 import s16_2_campaign as s16_2
from pbem.games.plantagenet_1450 import s16_3_deployment as s16_3
from pbem.games.plantagenet_1450 import s16_4_1_initiative as s16_4_1
from pbem.games.plantagenet_1450 import s16_4_8_recovery as s16_4_8
from pbem.games.plantagenet_1450 import s20_scenarios as scenarios
from pbem.games.plantagenet_1450 import s20_victory as s20
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State

Step = Callable[[Table[State]], Coroutine[Any, Any, None]]
IDLE_TURNS = 2
"""Campaign turns in a row in which both only pass: they end the Campaign (C100)."""


async def campaign_begins(table: Table[State]) -> None:
    """7.3 After the last impulse of a turn without a Campaign one begins by itself."""
    state = table.state
    state.campaign_turns = facts().tables["sequence"]["campaign_turns_default"]
    table.say("7.3", f"A Campaign of {state.campaign_turns} turns begins automatically.", "heading")
    s8_1.begin(state)


async def begin_turn(table: Table[State]) -> None:
    """16.4 A campaign turn begins."""
    state = table.state
    state.initiative, state.passes, state.acted = "", 0, False
    text = f"Campaign turn {state.campaign_turn} of {state.campaign_turns}."
    table.say("16.4", text, "heading")
    await scenarios.arrive(table)
    await s6_4.lengthen(table)


async def end_turn(table: Table[State]) -> None:
    """16.2, C100 The next one, unless it was the last."""
    state = table.state
    state.idle = 0 if state.acted else state.idle + 1
    if state.idle < IDLE_TURNS and state.campaign_turn < state.campaign_turns:
        state.campaign_turn += 1


async def campaign_ends(table: Table[State]) -> None:
    """16.4 Standard play is resumed."""
    state = table.state
    state.in_campaign = False
    table.say("16.4", "The Campaign is over.", "heading")
    await s16_2.go_home(table)


MAINTENANCE: dict[str, Step] = {
    "turn": s7_1.turn_marker,
    "treasury": s7_1.treasury,
    "upkeep": s7_1_3.force_pools,
    "garrisons": s7_1_3.garrisons,
    "calais": s7_1_3.calais,
    "expulsion": s7_1_6.expulsion,
    "deal": s7_1_7.discard_and_deal,
}
"""7.1"""
IMPULSES: dict[str, Step] = {
    "impulses": s7_2.begin,
    "play": s7_2.play,
    "intrigue": s8.spend,
    "end_of_play": s7_2.end_of_play,
}
"""7.2 From `play` on they repeat: five impulses, in each a play of both sides."""
CAMPAIGN: dict[str, Step] = {
    "campaign": campaign_begins,
    "deployment": s16_3.deployment,
    "campaign_turn": begin_turn,
    "action": s16_4_1.action,
    "recovery": s16_4_8.recovery,
    "redeployment": s16_3.redeployment,
    "end_of_turn": end_turn,
    "end_of_campaign": campaign_ends,
}
"""7.3, 16.0 From `campaign_turn` on they repeat."""
SEQUENCE: dict[str, Step] = {
    **MAINTENANCE,
    **IMPULSES,
    **CAMPAIGN,
    "turn_ends": s7_4.turn_ends,
    "victory": s20.victory,
}
"""The steps by name, as the position tells them."""


async def step(table: Table[State]) -> None:
    """Run the current step and move on; a game that has a winner stays where it is."""
    state = table.state
    name, turn = state.step, state.campaign_turn
    await SEQUENCE[name](table)
    s14.lift(table)
    stacks.part(state)
    s20.at_once(table)
    if state.winner:
        await s7_1_7.lay_open(table)
    else:
        state.step = following(state, name, turn)


def following(state: State, name: str, turn: int) -> str:
    """The name of the step that follows `name`, which began in campaign turn `turn`."""
    match name:
        case "intrigue" if state.in_campaign:
            return "deployment"
        case "play" | "intrigue":
            return "intrigue" if state.points else "end_of_play"
        case "end_of_play" if s7_2.is_impulse(state):
            return "play"
        case "end_of_play":
            return "turn_ends" if state.campaigned else "campaign"
        case "action" if not s16_4_1.is_over(state):
            return "action"
        case "end_of_turn" if state.campaign_turn != turn:
            return "campaign_turn"
        case "end_of_turn" if not state.turn:
            return "victory"
        case "end_of_campaign" if s7_2.is_impulse(state):
            return "intrigue" if state.points else "end_of_play"
        case "end_of_campaign":
            return "turn_ends"
        case "turn_ends":
            return "turn"
        case _:
            names = list(SEQUENCE)
            return names[names.index(name) + 1]
