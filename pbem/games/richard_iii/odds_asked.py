"""Which choices ask for odds, and with which parameters: so that a page can tell them where one chooses."""

from __future__ import annotations

from pbem.engine.decision import Decision
from pbem.engine.odds import Question
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.s5_2_land_moves import Move
from pbem.games.richard_iii.s6_2_turns import Pass
from pbem.games.richard_iii.s6_4_combat import Charge, Fire
from pbem.games.richard_iii.s6_6_retreat import Retreat
from pbem.games.richard_iii.s6_9_treachery import Treachery
from pbem.games.richard_iii.s6_battles import Fight
from pbem.games.richard_iii.state import State


def question(state: State, side: str, decision: Decision) -> Question | None:
    """5.2, 6.0 A battle that a move brings, one that is next, one that is fought."""
    match decision:
        case Fight(place):
            return Question("battle", {"at": place})
        case Fire() | Charge() | Retreat() | Pass() | Treachery():
            contest = state.contests.get(state.fighting)
            return Question("battle") if contest is not None and not contest.over else None
        case Move(block, to):
            here = state.blocks[block].at
            if not board.occupied(state, to, state.enemy(side)) or here not in board.neighbours(to):
                return None
            came = state.contests.get(to)
            if came is not None and came.attacker != side:
                return None
            there = [id for id in board.at(state, to, side) if id != block]
            army = ", ".join(blocks.word(id) for id in (block, *there))
            return Question("battle", {"at": to, "attacker": side, side: army})
        case _:
            return None
