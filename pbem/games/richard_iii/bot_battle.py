"""The simple player in battle: it sees the blocks on both fields, not the enemy's Reserve."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.bot_actions import safety
from pbem.games.richard_iii.bot_sight import crowded, steps, worth
from pbem.games.richard_iii.s2_2_shields import firepower
from pbem.games.richard_iii.s6_3_attacks import field, reserves
from pbem.games.richard_iii.s6_9_treachery import loyalty, role
from pbem.games.richard_iii.state import Contest, State

HOPELESS = 2.0
"""Enemy steps for each own one from which on a battle is lost."""


NOTHING = 0.01


def contest_of(state: State) -> Contest:
    return state.contests[state.fighting]


def turn(state: State, side: str, order: Order) -> float:
    """6.2 Expected steps that the enemy loses, or a retreat from a lost battle."""
    contest = contest_of(state)
    id, enemy = blocks.by_word(side, order.actor), state.enemy(side)
    hits = state.blocks[id].strength * firepower(state, contest, id) / 6
    if order.verb == "fire":
        return hits
    if order.verb == "retreat":
        return flight(state, contest, side, id) + safety(state, side, order.args[0]) / 20
    if order.verb == "pass":
        return NOTHING
    target = blocks.by_word(enemy, order.args[0])
    if order.verb == "charge":
        kills = hits >= state.blocks[target].strength
        return hits + worth(state, target) / 4 if kills and worth(state, target) > 5 else NOTHING
    chance = 0.5 ** loyalty(target, role(state, id))
    return 2 * chance * state.blocks[target].strength


def flight(state: State, contest: Contest, side: str, id: str) -> float:
    """6.6 Worth of leaving: much for the head of the house in a battle that goes badly."""
    own = steps(state, [*field(state, contest, side), *reserves(state, contest, side)])
    enemy = steps(state, field(state, contest, state.enemy(side)))
    if enemy > HOPELESS * own or (worth(state, id) > 10 and enemy > own):
        return 5 + worth(state, id)
    weak = state.blocks[id].strength == 1 and worth(state, id) > 5
    return 3 if weak and enemy > own else -1


def retreat(state: State, side: str, order: Order) -> float:
    """6.2 In round 4 there is no choice but where to."""
    return place(state, side, order.args[0])


def place(state: State, side: str, to: str) -> float:
    return safety(state, side, to) - (5 if crowded(state, side, to) else 0)


def regroup(state: State, side: str, order: Order) -> float:
    """6.7 Only out of an area that cannot feed all (7.1)."""
    if order.verb == "done":
        return 0
    hungry = len(field(state, contest_of(state), side)) + len(
        reserves(state, contest_of(state), side)
    )
    return place(state, side, order.args[0]) + 5 if hungry > 5 else -1


def treason(state: State, side: str, order: Order) -> float:
    """5.1 The likeliest and strongest traitor."""
    if order.verb == "no":
        return 0.5
    target = blocks.by_word(state.enemy(side), order.args[0])
    return state.blocks[target].strength * 0.5 ** loyalty(target, "")
