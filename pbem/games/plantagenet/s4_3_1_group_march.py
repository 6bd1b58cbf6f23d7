"""4.3.1 Group March: who may come along, and Lords who move."""

from __future__ import annotations

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.state import State


def followers(state: State, leader: str) -> tuple[str, ...]:
    """4.3.1 Lords at his place whom a Marshal or Lieutenant may take along, on March, Intercept and Sail.

    A Marshal takes any, other Marshals too; a Lieutenant any but a Marshal; others go alone (C51).
    """
    return tuple(id for id in lords.companions(state, leader) if lords.may_follow(leader, id))


def move(state: State, group: list[str], place: str) -> None:
    """4.3.1 Move Lords and mark them Moved-Fought."""
    for id in group:
        state.lords[id].at = place
        state.lords[id].moved = True
