"""4.6.5 Pass."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_2_1_actions import spend_card
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("{lord}: pass", rule="4.6.5", passes=True)
class Pass(Decision):
    """4.6.5 Nothing with all remaining actions."""

    lord: Piece


def fill_pass(menu: Menu, state: State, lord: str) -> None:
    unused = f"leaves {count_text(state.actions, 'action')} unused"
    menu.offer(Pass(lord), partial(pass_note, state, lord), gives_up=unused)


def pass_note(state: State, lord: str) -> str:
    more = state.plan[lords.side_of(lord)]
    ends = "ends the card" if more else "ends the card, the last of your Plan"
    return "; ".join(filter(None, [ends, forecast.after_card(state, lord)]))


async def pass_card(table: Table[State], lord: str) -> None:
    """4.6.5 Do nothing with all remaining actions."""
    actions = table.state.actions
    spend_card(table.state)
    passes = f"{lords.name(lord)} Passes"
    text = f"{passes} with {count_text(actions, 'action')} left."
    tell(table, "4.6.5", lords.side_of(lord), text, f"{passes}.")
