"""16.4.6.8-9 What becomes of a unit: disrupted, Wavering or Eliminated."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Fighter, State

WAVERS_UP_TO = 2
"""So much above its morale a unit wavers; above that it is eliminated."""


async def morale_check(table: Table[State], one: Fighter, added: int, rule: str) -> None:
    """Die and modifier against the column; a Wavering unit has morale 0 and stays so at 0 or less (C220)."""
    highest = max(0, one.column) - added
    needed = f"1-{min(6, highest)}" if highest > 0 else "0 or less"
    die = await table.roll(f"morale {one.side} {one.kind}", needed, rule)
    one.column = after_check(one.column, die + added)


def after_check(column: int, result: int) -> int:
    over = result - max(0, column)
    if over > WAVERS_UP_TO:
        return ELIMINATED
    if over > 0:
        return WAVERING
    return WAVERING if column == WAVERING else column - 1


def disrupted(column: int) -> int:
    """C84 Down one column; from 0 into the Wavering box, from there out of the battle."""
    return column - 1
