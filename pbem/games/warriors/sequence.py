"""4.0 The sequence of play: an explicit list of steps, a checkpoint between each two.

A step's coroutine runs to its end; `following` says what comes next. `battle` repeats, a battle
a step. `campaign` and `place_noble` go on to the end of their phase in one step, so that a mail may
hold orders for several opportunities: what is left of it waits for the enemy's, but not longer than
a step (see `pbem.ledger`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from pbem.engine.table import Table
from pbem.games.warriors import s3_setup as s3
from pbem.games.warriors import s5_initiative as s5
from pbem.games.warriors import s6_campaigns as s6
from pbem.games.warriors import s7_battles as s7
from pbem.games.warriors import s8_control as s8
from pbem.games.warriors import s9_levy as s9
from pbem.games.warriors import s10_tower as s10
from pbem.games.warriors import s11_1_reinforcements as s11_1
from pbem.games.warriors import s11_2_placing as s11_2
from pbem.games.warriors import s12_victory_points as s12
from pbem.games.warriors import s13_game_end as s13
from pbem.games.warriors import s14_henry_vi as s14
from pbem.games.warriors.s6_3_aggressor import contested_regions
from pbem.games.warriors.state import State

Step = Callable[[Table[State]], Coroutine[Any, Any, None]]

SEQUENCE: dict[str, Step] = {
    "draft": s3.draft,
    "initiative": s5.initiative,
    "campaigns": s6.campaigns,
    "campaign": s6.campaign,
    "battle": s7.battles,
    "control": s8.control,
    "levy": s9.levy,
    "tower": s10.tower,
    "reinforcements": s11_1.reinforcements,
    "placing": s11_2.placing,
    "place_noble": s11_2.place_noble,
    "victory_points": s12.victory_points,
    "henry_vi": s14.henry_vi,
    "advance_turn": s13.advance_turn,
}

REPEATED: dict[str, Callable[[State], bool]] = {
    "campaign": s6.is_over,
    "battle": lambda state: not contested_regions(state),
    "place_noble": s11_2.is_over,
}
"""Steps that are taken again until they are over."""

ALTERNATING = ("campaign", "place_noble")
"""Those of them that the sides take in turn, without a checkpoint between."""


def following(state: State) -> str:
    """The name of the step after `state.step`; a repeated one that is over before it begins is skipped."""
    if state.step in REPEATED and not REPEATED[state.step](state):
        return state.step
    names = list(SEQUENCE)
    after = names[(names.index(state.step) + 1) % len(names)]
    if after == "draft":
        return "initiative"
    if after in REPEATED and REPEATED[after](state):
        return names[names.index(after) + 1]
    return after


async def step(table: Table[State]) -> None:
    """Run the current step and move on."""
    name = table.state.step
    await SEQUENCE[name](table)
    while name in ALTERNATING and not table.state.winner and following(table.state) == name:
        await SEQUENCE[name](table)
    if not table.state.winner:
        table.state.step = following(table.state)
