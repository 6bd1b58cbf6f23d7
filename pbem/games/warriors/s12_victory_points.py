"""12.0 Victory Points: regions controlled, less nobles in exile; one marker for the difference."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.state import State


def regions_worth(state: State, side: str) -> int:
    """12.0 The VP of the regions a side controls; foreign areas yield none (C32)."""
    return sum(facts().places[p].vp for p in facts().regions if state.control.get(p) == side)


def exile_cost(state: State, side: str) -> int:
    """12.0 One for each noble in a friendly foreign area, however he came there (C31)."""
    abroad = nobles.armies(state)[side]
    penalty = facts().exile_penalty
    return sum(penalty[p] * len(abroad.get(p, ())) for p in facts().foreign[side])


def income(state: State, side: str) -> int:
    """12.0 What a side gains this turn; may be negative (C25)."""
    return regions_worth(state, side) - exile_cost(state, side)


def lead_words(lead: int) -> str:
    """`Lancaster leads by 4 VP`."""
    if not lead:
        return "the sides are level on VP"
    return f"{nobles.side_name('lancaster' if lead > 0 else 'york')} leads by {abs(lead)} VP"


async def victory_points(table: Table[State]) -> None:
    """12.0 The marker moves by the difference between the two totals (C25)."""
    state = table.state
    table.say("12.0", "Victory Points", kind="heading")
    for side in SIDES:
        worth, cost = regions_worth(state, side), exile_cost(state, side)
        exile = f" and loses {cost} VP for nobles in exile" if cost else ""
        table.say("12.0", f"{nobles.side_name(side)} scores {worth} VP for its regions{exile}.")
    state.lead += income(state, "lancaster") - income(state, "york")
    words = lead_words(state.lead)
    table.say("12.0", f"{words[0].upper()}{words[1:]}.")
