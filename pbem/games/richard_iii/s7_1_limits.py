"""7.1, 7.2 How many blocks an area feeds, and what a choice will cost there in the Supply Phase."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii.state import State


def fed(place: str, ids: list[str]) -> list[str]:
    """7.1, 7.2, C79 Blocks that count against an area's limit: not the mercenaries at home there."""
    exempt = board.area(place).exempt
    return [id for id in ids if id not in exempt]


def supplied(state: State, place: str, side: str) -> list[str]:
    """A side's blocks in an area that count."""
    return fed(place, board.at(state, place, side))


def surplus(state: State, place: str, side: str, coming: Sequence[str] = ()) -> int:
    """7.1, 7.2, C78 Blocks above the limit: 4, a city 5; Calais and France 4, Ireland and Scotland 2.

    Args:
        coming: blocks that are not there yet.
    """
    ids = [*board.at(state, place, side), *coming]
    return max(0, len(fed(place, ids)) - board.area(place).limit)


def hunger(state: State, place: str, side: str, coming: Sequence[str] = ()) -> str:
    """`feeds 4 of 5: 1 step lost in Supply (7.1)`; "" where all are fed, or where a battle comes first."""
    lost = surplus(state, place, side, coming)
    if not lost or board.occupied(state, place, state.enemy(side)):
        return ""
    limit, rule = board.area(place).limit, "7.2" if board.area(place).exile else "7.1"
    steps = f"{lost} step{'s' * (lost > 1)} lost in Supply ({rule})"
    return f"feeds {limit} of {limit + lost}: {steps}"
