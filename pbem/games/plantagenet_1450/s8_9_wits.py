"""8.9 The Moonstruck King comes to his senses."""

from __future__ import annotations

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.s8_points import at_most, can_buy
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "recover_wits"


@decision("recover wits", rule="8.9")
class RecoverWits(Decision):
    pass


def out_of_his_wits(state: State, side: str = "") -> str:
    """The leader of a side, or of any, who is incapacitated; "" for none."""
    return next((id for id, one in state.leaders.items() if one.mad and side in ("", one.side)), "")


def fill_recoveries(menu: Menu, state: State, points: Points) -> None:
    king = out_of_his_wits(state, points.side)
    if not king or not can_buy(points, ACTION):
        return
    if state.wits:
        menu.offer(
            RecoverWits(), f"{leaders.the(king, goes_on=True)} recovers on {at_most(state.wits)}"
        )
    else:
        menu.bar(RecoverWits(), "no impulse has ended since he lost them (8.9, C44)")


def count_impulse(state: State) -> None:
    """C44 Both plays make one impulse, over the turns; that in which the card was played is the first."""
    if out_of_his_wits(state):
        state.wits += 1


async def recover(table: Table[State], points: Points) -> None:
    """A die equal to or below the impulses since; Treasury changes nothing. The protectorate ends with it (17.3)."""
    state = table.state
    points.left -= 1
    king = out_of_his_wits(state, points.side)
    if await table.roll("wits", at_most(state.wits), "8.9") > state.wits:
        table.say("8.9", f"{leaders.subject(king)} is still out of his wits.", about=(king,))
        return
    state.leaders[king].mad, state.wits = False, 0
    table.say("8.9", f"{leaders.subject(king)} has recovered his senses.", about=(king,))
