"""The beginner: it raises and lands whom it can, and attacks wherever it is not outnumbered.

It counts blocks and not their steps, spares neither King nor heirs, looks at no danger next door, never
marches to meet an enemy, asks no enemy noble to change sides, and leaves no battle that it may stay in.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.request import Request
from pbem.games.richard_iii import bot, bot_actions, bot_battle
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.bot_sight import Sight
from pbem.games.richard_iii.s2_2_shields import firepower
from pbem.games.richard_iii.s5_2_land_moves import Move
from pbem.games.richard_iii.s5_3_sea_moves import Sail
from pbem.games.richard_iii.s5_4_recruits import Recruit
from pbem.games.richard_iii.s6_2_turns import must_retreat
from pbem.games.richard_iii.s6_4_combat import Charge, Fire
from pbem.games.richard_iii.s6_6_retreat import Regroup, Retreat
from pbem.games.richard_iii.s6_9_treachery import Treachery, Treason
from pbem.games.richard_iii.s7_supply import Enter
from pbem.games.richard_iii.state import State


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """A legal line."""
    return bot.best_line(state, request, known, score)


def score(sight: Sight, choice: bot.Choice) -> float:
    """How good a choice looks to the beginner; what is not named here he judges as the better player does."""
    match choice:
        case Move(id, to) | Sail(id, to) if sight.foes(to):
            return attack(sight, id, to)
        case Sail(id, to):
            return landing(sight, id, to)
        case Move(_, to):
            empty_london = board.area(to).city == "London" and not sight.own(to)
            return 7.0 if empty_london else bot_actions.NEVER
        case Recruit(id, to):
            return (
                bot_actions.NEVER
                if sight.crowded(to)
                else 6.0 + blocks.block_facts(id).strength / 2
            )
        case Fire(id):
            return strikes(sight.state, id)
        case Charge() | Regroup() | Treachery() | Treason():
            return bot_actions.NEVER
        case Retreat(id, to):
            stays = not must_retreat(sight.state, bot_battle.contest_of(sight.state), id)
            return bot_actions.NEVER if stays else float(len(sight.own(to)))
        case Enter(_, place):
            return float(len(sight.own(place)))
        case _:
            return bot.score(sight, choice)


def attack(sight: Sight, id: str, to: str) -> float:
    """6.3 With as many blocks as stand there."""
    own = len(sight.own(to)) + len(bot_actions.raiders(sight, to))
    if own < sight.foes(to):
        return bot_actions.NEVER
    return 12 + sight.state.blocks[id].strength / 4


def landing(sight: Sight, id: str, to: str) -> float:
    """5.3 Out of exile to where a block counts for the crown (8.2)."""
    destination = board.area(to)
    if (
        not board.area(sight.state.blocks[id].at).exile
        or not destination.counts
        or sight.crowded(to)
    ):
        return bot_actions.NEVER
    return 4.0 + blocks.block_facts(id).strength / 4


def strikes(state: State, id: str) -> float:
    """6.4 Expected hits."""
    contest = bot_battle.contest_of(state)
    return state.blocks[id].strength * firepower(state, contest, id) / 6
