"""The simple player in battle: it sees the blocks on both fields, not the enemy's Reserve."""

from __future__ import annotations

from pbem.games.richard_iii.bot_actions import safety
from pbem.games.richard_iii.bot_sight import Sight, steps, worth
from pbem.games.richard_iii.s2_2_shields import firepower
from pbem.games.richard_iii.s6_2_turns import Deed, Pass, must_retreat
from pbem.games.richard_iii.s6_3_attacks import field, reserves
from pbem.games.richard_iii.s6_4_combat import Charge, Fire
from pbem.games.richard_iii.s6_6_retreat import Retreat
from pbem.games.richard_iii.s6_9_treachery import Treachery, loyalty, role
from pbem.games.richard_iii.state import Contest, State

HOPELESS = 2.0
"""Enemy steps for each own one from which on a battle is lost."""


NOTHING = 0.01


def contest_of(state: State) -> Contest:
    return state.contests[state.fighting]


def turn(sight: Sight, action: Deed) -> float:
    """6.2 How good an action in battle looks: the expected steps that the enemy loses, or a retreat from a lost
    battle."""
    state, id = sight.state, action.block
    contest = contest_of(state)
    hits = state.blocks[id].strength * firepower(state, contest, id) / 6
    match action:
        case Fire():
            return hits
        case Charge(_, target):
            kills = hits >= state.blocks[target].strength and worth(state, target) > 5
            return hits + worth(state, target) / 4 if kills else NOTHING
        case Treachery(_, target):
            return 2 * 0.5 ** loyalty(target, role(state, id)) * state.blocks[target].strength
        case Retreat(_, to) if must_retreat(state, contest, id):
            return place(sight, to)
        case Retreat(_, to):
            return flight(state, contest, sight.side, id) + safety(sight, to) / 20
        case Pass():
            return NOTHING


def flight(state: State, contest: Contest, side: str, id: str) -> float:
    """6.6 Worth of leaving: much for the head of the house in a battle that goes badly."""
    own = steps(state, [*field(state, contest, side), *reserves(state, contest, side)])
    enemy = steps(state, field(state, contest, state.enemy(side)))
    if enemy > HOPELESS * own or (worth(state, id) > 10 and enemy > own):
        return 5 + worth(state, id)
    weak = state.blocks[id].strength == 1 and worth(state, id) > 5
    return 3 if weak and enemy > own else -1


def place(sight: Sight, to: str) -> float:
    """6.2, 6.7 Where to go, where there is no other choice."""
    return safety(sight, to) - (5 if sight.crowded(to) else 0)


def regroup(sight: Sight, to: str) -> float:
    """6.7 Only out of an area that cannot feed all (7.1)."""
    state, contest = sight.state, contest_of(sight.state)
    hungry = len(field(state, contest, sight.side)) + len(reserves(state, contest, sight.side))
    return place(sight, to) + 5 if hungry > 5 else -1


def treason(state: State, target: str) -> float:
    """5.1 The likeliest and strongest traitor; `no` is worth half a step."""
    return state.blocks[target].strength * 0.5 ** loyalty(target, "")
