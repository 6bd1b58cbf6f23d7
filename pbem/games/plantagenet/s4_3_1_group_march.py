"""4.3.1 Group March: who may come along, and Lords who move."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet.state import State


def followers(state: State, leader: str) -> tuple[str, ...]:
    """4.3.1 Lords at his place whom a Marshal or Lieutenant may take along, on March, Intercept and Sail.

    A Marshal takes any, other Marshals too; a Lieutenant any but a Marshal; others go alone (C51).
    Shaky Allies never form a group (C91).
    """
    return tuple(
        id
        for id in lords.companions(state, leader)
        if lords.may_follow(state, leader, id) and id != allies.rival(state, leader)
    )


class Move(Struct, frozen=True):
    """Who moved together, from where, and whom of them that has marked Moved-Fought."""

    group: list[str]
    origin: str
    marked: list[str]


def no_entry(state: State, lord: str, place: str) -> str:
    """Why a card, or Shaky Allies (6.0 II), keeps a Lord from moving there, or ""."""
    why = allies.apart(state, lord, place)
    for bar in hooks.ENTRY.in_force(state):
        why = why or bar(state, lord, place)
    return why


def move(state: State, group: list[str], place: str) -> Move:
    """4.3.1 Move Lords and mark them Moved-Fought."""
    marked = [id for id in group if not state.lords[id].moved]
    step = Move(group, state.lords[group[0]].at, marked)
    for id in group:
        state.lords[id].at = place
        state.lords[id].moved = True
    return step


def arrive(table: Table[State], place: str) -> None:
    """What cards bring to Lords who have come to a place, now that nothing cancels their move (C44)."""
    for lord in board.lords_at(table.state, place):
        for brings in list(hooks.ARRIVED.at_mat(table.state, lord)):
            brings(table, lord)


def take_back(state: State, step: Move) -> None:
    """A card cancels a move: its Lords return, unmarked by it (C55)."""
    for id in step.group:
        state.lords[id].at = step.origin
        state.lords[id].moved = id not in step.marked
