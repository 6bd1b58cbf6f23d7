"""1.0 The sequence of play: an explicit list of steps, a checkpoint between each two.

Seven Game Turns of `cards` to `supply` make a campaign; then comes the Political Turn (8.0). `battle`
repeats while there are contested areas.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.engine.table import Table
from pbem.games.richard_iii import s1_1_cards as cards
from pbem.games.richard_iii import s5_1_events as events
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

AT_BEGINNING = ("card", "battle")
"""Questions before which nothing happens in their step but what may happen twice."""


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
    """Run the current step and move on."""
    await finish(table, SEQUENCE[table.state.step](table))


async def finish(table: Table[State], rest: Coroutine[Any, Any, None]) -> None:
    """Run what is left of a step and move on; an instant victory breaks it off (9.0)."""
    state = table.state
    try:
        await rest
    except GameDecided:
        state.phase = None
    if not state.winner:
        move_on(state)


def from_here(table: Table[State], kind: str, whole: bool) -> Coroutine[Any, Any, None] | None:
    """The rest of a step that waits for an answer of this kind, where the position says all that it needs.

    Args:
        whole: it names every block, as a battle needs it; else stand-ins are among them.
    """
    state = table.state
    if kind == "actions" and state.phase is not None and state.phase.card != events.PLAGUE:
        return finish(table, actions.act_on(table, state.phase.side))
    if whole and kind in AT_BEGINNING:
        return step(table)
    rest = _rest(table, kind) if whole else None
    return finish(table, rest) if rest is not None else None


def _rest(table: Table[State], kind: str) -> Coroutine[Any, Any, None] | None:
    """Where a whole position says how far the step has come."""
    state = table.state
    contest = state.contests.get(state.fighting)
    if kind in ("battle_turn", "last_retreat") and contest is not None:
        return battles.to_the_end(table, contest)
    if kind == "treason" and contest is not None:
        return battles.before_rounds(table, contest)
    if kind == "regroup" and contest is not None:
        return battles.leave_field(table, contest, battles.winner(state, contest))
    if kind == "main_attack" and state.phase is not None:
        return actions.end_phase(table, state.phase.side)
    if kind == "mulligan":
        return cards.mulligan(table)
    return supply.minors_and_losses(table) if kind == "minor" else None
