"""What the simple player knows of the map: its own blocks, and how many enemy blocks stand where."""

from __future__ import annotations

from pbem.engine.once import Once
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.state import State

GUESS = 3.0
"""Steps that an unseen enemy block is taken to have."""


def worth(state: State, id: str) -> float:
    """What the loss of a block would hurt: King and Pretender most, levies least."""
    label = blocks.block_facts(id)
    value = label.strength * label.firepower / 6
    if id in (state.king, blocks.pretender(state)):
        return 10 + value
    return value + {"heir": 5.0, "noble": 2.0, "church": 1.5}.get(label.kind, 0.0)


def steps(state: State, ids: list[str]) -> int:
    return sum(state.blocks[id].strength for id in ids)


class Sight:
    """The map as a side sees it at one decision: who stands where is gathered once."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side = state, side
        self._control = board.Control(state)
        self._threats = Once(self._threat)

    def own(self, place: str) -> list[str]:
        """One's own blocks in an area."""
        return self._control.at(place, self.side)

    def foes(self, place: str) -> int:
        """2.1 Enemy blocks that stand in an area."""
        return len(self._control.at(place, self.state.enemy(self.side)))

    def threat(self, place: str) -> int:
        """Enemy blocks next to an area."""
        return self._threats[place]

    def _threat(self, place: str) -> int:
        return sum(map(self.foes, board.neighbours(place)))

    def crowded(self, place: str) -> bool:
        """7.1 Would one block more go hungry there?"""
        return len(self.own(place)) >= board.area(place).limit
