"""7.1 The Maintenance Phase: the turn track, Treasury, upkeep and expulsion, Lancaster before York in each (C19)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State

ORDER = ("lancaster", "york")
"""C19"""


async def turn_marker(table: Table[State]) -> None:
    """7.1.1 The next five years. What lay on fortifications comes off (C51); heirs come of age."""
    state = table.state
    state.sieges.clear()
    years = facts().turns[state.turn]
    table.say("7.1.1", f"Turn {state.turn}: {years}.", "heading")
    for id, turn in state.heirs.items():
        if turn == state.turn and state.leaders[id].status == "waiting":
            table.say("7.1.1", f"{leaders.subject(id)} comes of age.", about=(id,))


async def treasury(table: Table[State]) -> None:
    """7.1.2, 9.1, 9.2.3 A point an area, six for Calais; what was left is lost."""
    state = table.state
    ends = facts().tables["treasury"]
    for side in ORDER:
        groups_held = [group for group, whose in state.control.items() if whose == side]
        state.treasury[side] = min(sum(facts().income[group] for group in groups_held), ends["max"])
        text = f"{board.side_name(side)} has a Treasury of {state.treasury[side]}."
        table.say("7.1.2", text)


def is_first_turn(state: State) -> bool:
    """C108 The first turn of a scenario knows no expulsion and no discards."""
    return bool(state.turn == scenario_row(state)["first_turn"])
