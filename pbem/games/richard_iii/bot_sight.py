"""What the simple player knows of the map: its own blocks, and how many enemy blocks stand where."""

from __future__ import annotations

from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.state import State

GUESS = 3.0
"""Steps that an unseen enemy block is taken to have."""


def worth(state: State, id: str) -> float:
    """What the loss of a block would hurt: King and Pretender most, levies least."""
    label = blocks.block(id)
    value = label.strength * label.firepower / 6
    if id in (state.king, blocks.pretender(state)):
        return 10 + value
    return value + {"heir": 5.0, "noble": 2.0, "church": 1.5}.get(label.kind, 0.0)


def power(state: State, ids: list[str]) -> float:
    """Expected hits of a round."""
    return sum(state.blocks[id].strength * blocks.block(id).firepower / 6 for id in ids)


def steps(state: State, ids: list[str]) -> int:
    return sum(state.blocks[id].strength for id in ids)


def foes(state: State, side: str, place: str) -> int:
    """2.1 Enemy blocks that stand in an area."""
    return len(board.at(state, place, state.enemy(side)))


def threat(state: State, side: str, place: str) -> int:
    """Enemy blocks next to an area."""
    return sum(foes(state, side, near) for near in board.neighbours(place))


def crowded(state: State, side: str, place: str) -> bool:
    """7.1 Would one block more go hungry there?"""
    return len(board.at(state, place, side)) >= board.area(place).limit
