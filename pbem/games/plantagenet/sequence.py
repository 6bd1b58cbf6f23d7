"""2.2.1 The sequence of play: an explicit list of steps, a checkpoint between each two.

A step's coroutine runs to its end; `following` says what comes next. Only `command` and `feed`
repeat: one Command card of alternating sides, then Feed, until both Plans are used up (4.2).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import pairwise
from typing import Any

from pbem.engine.table import Table
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s3_1_arts_of_war as s3_1
from pbem.games.plantagenet import s3_2_pay as s3_2
from pbem.games.plantagenet import s3_3_exiles_and_vassals as s3_3
from pbem.games.plantagenet import s3_4_muster as s3_4
from pbem.games.plantagenet import s4_1_plan as s4_1
from pbem.games.plantagenet import s4_2_command as s4_2
from pbem.games.plantagenet import s4_7_feed as s4_7
from pbem.games.plantagenet import s4_8_end_campaign as s4_8
from pbem.games.plantagenet import s5_victory as s5
from pbem.games.plantagenet import s6_0_iii_b_bosworth as s6_0_iii_b
from pbem.games.plantagenet import s6_0_iii_king_richard as s6_0_iii
from pbem.games.plantagenet import s6_1_respite_and_war as s6_1
from pbem.games.plantagenet import s6_2_heirs_and_succession as s6_2
from pbem.games.plantagenet.state import State

Step = Callable[[Table[State]], Coroutine[Any, Any, None]]

SEQUENCE: dict[str, Step] = {
    "king_richard": s6_0_iii.king_richard,
    "arts_of_war": s3_1.arts_of_war,
    "pay_troops": s3_2.pay_troops,
    "pay_lords": s3_2.pay_lords,
    "pay_vassals": s3_2.pay_vassals,
    "muster_exiles": s3_3.muster_exiles,
    "ready_vassals": s3_3.ready_vassals,
    "muster": s3_4.muster,
    "plan": s4_1.plan,
    "command": s4_2.command_card,
    "feed": s4_7.feed,
    "tides_of_war": s4_8.tides_of_war,
    "disembark": s4_8.disembark,
    "victory_check": s5.victory_check,
    "grow": s4_8.grow,
    "waste": s4_8.waste,
    "reset": s4_8.reset,
    "respite": s6_1.respite,
    "field": s6_0_iii_b.field,
    "fight": s6_0_iii_b.fight,
}
AFTER = dict(pairwise(SEQUENCE))
"""The step that usually comes next."""
AGAIN = ("reset", "respite")
"""Steps that the first of a Levy follows."""
BETWEEN_WARS = ("respite",)
"""Steps that no Hold Event belongs to."""


def following(state: State) -> str:
    """The name of the step after `state.step`."""
    if state.step == "feed" and any(state.plan.values()):
        return "command"
    if state.war_winner:
        return "respite"
    if state.step in AGAIN:
        return "arts_of_war"
    return AFTER[state.step]


async def step(table: Table[State]) -> None:
    """Run the current step and move on."""
    before = s6_2.grounds(table.state)
    with suppress(s5.WarIsOver):
        if table.state.step not in BETWEEN_WARS:
            await held.moment(table)
        await held.with_moments(table, SEQUENCE[table.state.step](table))
        if s6_2.grounds(table.state) != before:
            await s6_2.succession(table)
    _move_on(table.state)


async def finish(table: Table[State], rest: Coroutine[Any, Any, None]) -> None:
    """Run what is left of a step and move on. What there was before is not known here: where Succession has
    nothing to do, nothing happens."""
    with suppress(s5.WarIsOver):
        await held.with_moments(table, rest)
        if s6_2.grounds(table.state):
            await s6_2.succession(table)
    _move_on(table.state)


def _move_on(state: State) -> None:
    if not state.winner:
        state.step = following(state)
