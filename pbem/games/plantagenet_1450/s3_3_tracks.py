"""3.3, C113 Legitimacy and Treasury: what goes beyond the ends of a track is lost."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State


def change_legitimacy(table: Table[State], side: str, by: int, rule: str) -> int:
    """Move a side's marker; a campaign scenario has none. Returns by how much it has moved."""
    return _change(table, "Legitimacy", table.state.legitimacy, side, by, rule)


def change_treasury(table: Table[State], side: str, by: int, rule: str) -> int:
    """Move a side's marker; a campaign scenario has none. Returns by how much it has moved."""
    return _change(table, "Treasury", table.state.treasury, side, by, rule)


def _change(
    table: Table[State], name: str, track: dict[str, int], side: str, by: int, rule: str
) -> int:
    if side not in track:
        return 0
    ends = facts().tables[name.lower()]
    before = track[side]
    track[side] = min(max(before + by, ends["min"]), ends["max"])
    moved = track[side] - before
    if moved:
        table.say(rule, f"{name} of {board.side_name(side)}: {moved:+}, now {track[side]}.")
    return moved
