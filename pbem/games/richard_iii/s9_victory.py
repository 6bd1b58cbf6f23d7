"""9.0 Victory: at once when all enemy heirs are gone, else whoever is King after the last campaign."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.state import State


class GameDecided(Exception):
    """The game ended in the middle of a step; the sequence of play catches it."""


def instant_victory(table: Table[State]) -> None:
    """9.0, C75 A house whose heirs are all dead or serve the enemy has lost. Raises GameDecided."""
    state = table.state
    for side in SIDES:
        if not blocks.living_heirs(state, side):
            state.winner = state.enemy(side)
            state.ending = (
                f"{blocks.side_name(state.winner)} wins: the House of {blocks.side_name(side)} has "
                "no heir left."
            )
            table.say("9.0", state.ending, kind="heading")
            raise GameDecided


def crowned_victory(table: Table[State]) -> None:
    """9.0 After Usurpation of the last campaign the King wins."""
    state = table.state
    state.winner = state.king_side
    state.ending = (
        f"{blocks.side_name(state.winner)} wins: {blocks.name(state.king)} is King after the last "
        "campaign."
    )
    table.say("9.0", state.ending, kind="heading")
