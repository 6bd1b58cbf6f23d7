"""8.7, 8.8 London: held only with a 3-star noble; lost at once without one (C19)."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.state import State


def holds(state: State, side: str) -> bool:
    """8.8 A 3-star noble in London, disgraced or not (C10), but not the infirm Henry (14.0)."""
    return can_hold(state, nobles.at(state, facts().capital, side))


def can_hold(state: State, there: list[str]) -> bool:
    """8.8 Is one of these nobles enough for it?"""
    needed: int = facts().tables["control"]["london_needs_stars"]
    return nobles.highest(state, there) >= needed


def london_falls(table: Table[State]) -> None:
    """8.8 Whenever its holder has no valid 3-star noble there, nobody controls London."""
    state = table.state
    side = board.london(state)
    if side and not holds(state, side):
        del state.control[facts().capital]
        table.say("8.8", f"{nobles.side_name(side)} has no 3-star noble in London and loses it.")
