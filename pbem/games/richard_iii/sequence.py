"""1.0 The sequence of play: an explicit list of steps, a checkpoint between each two.

Seven Game Turns of `cards` to `supply` make a campaign; then comes the Political Turn (8.0). `battle`
repeats while there are contested areas.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.engine.table import Table
from pbem.games.richard_iii import s1_1_cards as cards
from pbem.games.richard_iii import s5_actions as actions
from pbem.games.richard_iii import s6_battles as battles
from pbem.games.richard_iii import s7_supply as supply
from pbem.games.richard_iii import s8_political as political
from pbem.games.richard_iii.s9_victory import GameDecided
from pbem.games.richard_iii.state import State

Step = Callable[[Table[State]], Coroutine[Any, Any, None]]

SEQUENCE: dict[str, Step] = {
    "deal": cards.deal,
    "cards": cards.choose,
    "first_player": actions.first_player,
    "second_player": actions.second_player,
    "battle": battles.battle,
    "supply": supply.supply_phase,
    "disband": political.disband,
    "usurpation": political.usurpation,
    "pretender_home": political.pretender_goes_home,
    "king_home": political.king_goes_home,
    "reset": political.reset,
}


def move_on(state: State) -> None:
    """To the step after `state.step`, and to the next Game Turn after Supply."""
    if state.step == "battle" and state.contests:
        return
    if state.step == "supply" and state.turn < state.turns:
        state.turn += 1
        state.step = "cards"
        return
    names = list(SEQUENCE)
    state.step = names[(names.index(state.step) + 1) % len(names)]


async def step(table: Table[State]) -> None:
    """Run the current step and move on; an instant victory breaks it off (9.0)."""
    state = table.state
    try:
        await SEQUENCE[state.step](table)
    except GameDecided:
        state.phase = None
    if not state.winner:
        move_on(state)
