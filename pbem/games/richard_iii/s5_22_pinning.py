"""5.22 Pinning: blocks under attack cannot all leave."""

from __future__ import annotations

from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.s6_3_attacks import main_attackers
from pbem.games.richard_iii.state import State


def pinned(state: State, side: str, place: str) -> str:
    """5.22, C13 Why no more of a side's blocks may leave an area; "" if one may.

    As many blocks stay as the enemy has in his Main Attack; his Reserves pin nobody, and one's own
    reinforcements do not count.
    """
    contest = state.contests.get(place)
    if contest is None or contest.attacker == side:
        return ""
    present = [id for id in board.at(state, place, side) if id not in contest.came]
    attackers = main_attackers(state, contest)
    if len(present) > len(attackers):
        return ""
    return f"pinned in {board.name(place)} by {blocks.blocks_text(len(attackers))} (5.22)"


def closed(state: State, side: str, place: str, to: str) -> str:
    """5.22, C14 Why unpinned blocks may not cross a border: the enemy used it to enter this battle."""
    contest = state.contests.get(place)
    if contest is None or to not in contest.ways[state.enemy(side)]:
        return ""
    return f"the enemy entered {board.name(place)} over this border (5.22)"
