"""7.4 The end of a turn."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s20_victory as s20
from pbem.games.plantagenet_1450.s20_scenarios import row
from pbem.games.plantagenet_1450.state import State

END_OF_TURN = "end_of_turn"


async def turn_ends(table: Table[State]) -> None:
    """7.4 What cards changed for the turn is over; after the last turn the game is judged (20.1)."""
    state = table.state
    state.flags = {flag: until for flag, until in state.flags.items() if until != END_OF_TURN}
    state.changes = []
    if state.turn == row(state)["last_turn"]:
        s20.standard_victory(table)
        return
    state.turn += 1
    state.impulse = 0
