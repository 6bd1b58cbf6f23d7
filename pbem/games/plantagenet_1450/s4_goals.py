"""4.0 The goals of history: a side that misses one at the end of its turn loses Legitimacy, the other gains.

Those of the rules text decide the game (20.1) and stand in `s20_victory`; the others are a reconstruction (C109).
"""

from __future__ import annotations

from typing import Any

from pbem.engine.declared import NO
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.conditions import Around, all_hold
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s17_sole_king import victory_king
from pbem.games.plantagenet_1450.s20_scenarios import HISTORICAL
from pbem.games.plantagenet_1450.state import State

KING = "king"


def of_turn(state: State) -> list[dict[str, Any]]:
    """Rows of `goal` in `tables.toml` that swing Legitimacy at the end of this turn, in their order."""
    if state.option(HISTORICAL) == NO:
        return []
    goals: list[dict[str, Any]] = facts().tables["goal"]
    return [goal for goal in goals if goal["turn"] == state.turn and "result" not in goal]


def judge(table: Table[State]) -> None:
    """C110 After the victories of the turn's end; C185 the goal of the king's side only where there is one."""
    state = table.state
    for goal in of_turn(state):
        side = victory_king(state) if goal["side"] == KING else goal["side"]
        if side:
            judge_one(table, goal, side)


def judge_one(table: Table[State], goal: dict[str, Any], side: str) -> None:
    state = table.state
    what = f"Goal of {board.side_name(side)} ({goal['goal']})"
    if all_hold(state, goal["condition"], Around(side, king=side)):
        table.say("4.0", f"{what}: met.")
        return
    table.say("4.0", f"{what}: missed.")
    tracks.change_legitimacy(table, side, -goal["lose"], "4.0")
    tracks.change_legitimacy(table, state.enemy(side), goal["gain"], "4.0")
