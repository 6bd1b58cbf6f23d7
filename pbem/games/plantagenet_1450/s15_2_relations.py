"""15.2, 15.4 Relations with foreign territories: of one side at a time, from Wary to Allied."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Relations, State

PEACE = "treaty_of_arras"
"""The flag with which an increase with one no longer harms the other (15.4, C53)."""


def can_improve(state: State, side: str, territory: str) -> bool:
    """C205 Not while the enemy has relations there, and not beyond Allied."""
    highest = len(facts().territories[territory].levels)
    return (
        not level(state, state.enemy(side), territory) and level(state, side, territory) < highest
    )


def improve(table: Table[State], side: str, territory: str, rule: str) -> bool:
    """One level up; 15.4 what was gained is lost with its rival (C204). False if nothing moved."""
    state = table.state
    if not can_improve(state, side, territory):
        return False
    move(table, side, territory, level(state, side, territory) + 1, rule)
    rival = facts().territories[territory].rival
    if rival and PEACE not in state.flags:
        worsen(table, side, rival, "15.4")
    return True


def worsen(table: Table[State], side: str, territory: str, rule: str) -> bool:
    """One level down, which changes nothing elsewhere (15.4). False if the side has no relations there."""
    has = level(table.state, side, territory)
    if has:
        move(table, side, territory, has - 1, rule)
    return bool(has)


def move(table: Table[State], side: str, territory: str, to: int, rule: str) -> None:
    state = table.state
    land = facts().territories[territory]
    if to:
        state.relations[territory] = Relations(side, to)
        now = f"Relations of {board.side_name(side)} with {land.name}: {land.levels[to - 1]}."
    else:
        del state.relations[territory]
        now = f"{board.side_name(side)} has no more relations with {land.name}."
    table.say(rule, now, about=(side, territory))
