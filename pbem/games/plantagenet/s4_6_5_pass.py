"""4.6.5 Pass."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_2_1_actions import spend_card
from pbem.games.plantagenet.state import State


def fill_pass(menu: Menu, state: State, lord: str) -> None:
    menu.offer(f"{lord}: pass", "4.6.5", f"ends the card; {state.actions} unused")


async def pass_card(table: Table[State], lord: str, order: Order) -> None:
    """4.6.5 Do nothing with all remaining actions."""
    left = table.state.actions
    spend_card(table.state)
    table.say("4.6.5", f"{lords.name(lord)} Passes with {left} action{'s' * (left > 1)} left.")
