"""7.4 The end of a turn."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s4_goals as s4
from pbem.games.plantagenet_1450 import s6_2_2_must_play as must_play
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450 import s20_victory as s20
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.s20_scenarios import last_turn, scenario_row
from pbem.games.plantagenet_1450.state import State

END_OF_TURN = "end_of_turn"


async def turn_ends(table: Table[State]) -> None:
    """7.4, C110 End a turn: automatic victories, then goals, and after the last turn the judgement (20.1).

    Cards that oblige have to be kept (6.2.2.1); then what cards changed for the turn is over.
    """
    state = table.state
    s20.at_end_of_turn(table)
    if state.winner:
        return
    s4.judge(table)
    s20.at_once(table)
    if state.winner:
        return
    if state.turn == last_turn(state):
        s20.standard_victory(table)
        return
    state.due = {side: list(must_play.obliging(state, side)) for side in SIDES}
    await natural_deaths(table)
    state.flags = {flag: until for flag, until in state.flags.items() if until != END_OF_TURN}
    state.changes = []
    state.turn += 1
    state.impulse, state.campaigned = 0, False


async def natural_deaths(table: Table[State]) -> None:
    """20.2, C217 A scenario may name leaders who die in their beds; never in its last turn."""
    state = table.state
    for row in scenario_row(state).get("natural_death", ()):
        id = row["leader"]
        if state.leaders[id].status == "dead" or state.turn < row["end_of_turn_from"]:
            continue
        dies_on = row["dies_on"]
        die = await table.roll(f"health of {id}", f"{min(dies_on)}-{max(dies_on)}", "20.2")
        if die in dies_on:
            captures.die(table, id, "20.2", "dies in his bed")
