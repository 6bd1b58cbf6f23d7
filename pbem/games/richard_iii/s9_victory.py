"""9.0 Victory: at once when all enemy heirs are gone, else whoever is King after the last campaign."""

from __future__ import annotations

from pbem.engine.declared import Ending
from pbem.engine.table import Table
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.state import State


class End(Ending):
    """How the game can end."""

    NO_HEIR = "9.0", "{winner} wins: the House of {beaten} has no heir left."
    CROWNED = "9.0", "{winner} wins: {king} is King after the last campaign."


class GameDecided(Exception):
    """The game ended in the middle of a step; the sequence of play catches it."""


def instant_victory(table: Table[State]) -> None:
    """9.0, C75 A house whose heirs are all dead or serve the enemy has lost. Raises GameDecided."""
    state = table.state
    for side in SIDES:
        if not blocks.living_heirs(state, side):
            state.winner = state.enemy(side)
            state.ending = End.NO_HEIR.reason(
                winner=blocks.side_name(state.winner), beaten=blocks.side_name(side)
            )
            table.say("9.0", state.ending, kind="heading")
            raise GameDecided


def crowned_victory(table: Table[State]) -> None:
    """9.0 After Usurpation of the last campaign the King wins."""
    state = table.state
    state.winner = state.king_side
    state.ending = End.CROWNED.reason(
        winner=blocks.side_name(state.winner), king=blocks.name(state.king)
    )
    table.say("9.0", state.ending, kind="heading")
