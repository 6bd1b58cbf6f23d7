"""The beginner: each leader goes to what his side must hold, or for the nearest enemy, and attacks whoever has no
more units.

It reckons no terrain and nobody who could join, lets none wait for another or keep away from a stronger enemy, never
passes to see what the enemy does, commits nobody to a battle and breaks none off. Cards and Intrigue points it spends
as the better player does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.request import Option, Request
from pbem.games.plantagenet_1450 import bot
from pbem.games.plantagenet_1450 import bot_sight as sight
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.s16_4_1_initiative import PassInitiative
from pbem.games.plantagenet_1450.s16_4_3_activation import Activate
from pbem.games.plantagenet_1450.s16_4_5_movement import Halt, March
from pbem.games.plantagenet_1450.s16_4_6_combat import Attack
from pbem.games.plantagenet_1450.s20_neutrals import MoveNobody
from pbem.games.plantagenet_1450.state import State


def choose(state: State, request: Request, known: Mapping[str, str]) -> str:
    """An order line of the request."""
    if request.stack is not None:
        return bot.choose(state, request, known)
    return bot.best_line(state, request, known, KINDS)


def act(state: State, request: Request, options: Sequence[Option]) -> Option:
    """An attack on no more units than its own, else the largest force that is not where it wants to be."""
    best, most = bot.of_kind(options, PassInitiative), -1
    for option in options:
        match option.decision:
            case Attack(leader, at) if outnumbers(state, leader, at):
                return option
            case Activate(leader, "") if wants_to_go(state, leader):
                if (units := len(state.leaders[leader].army)) > most:
                    best, most = option, units
            case _:
                pass
    return best


def outnumbers(state: State, leader: str, at: str) -> bool:
    piece = state.leaders[leader]
    mine = sight.strength(state, piece.at, piece.side)
    return mine >= sight.strength(state, at, state.enemy(piece.side))


def wants_to_go(state: State, leader: str) -> bool:
    to = goal(state, leader)
    return (
        sight.Goals(state).should_move(leader, bot.LAST_TURN)
        and to != state.leaders[leader].at
        and sight.can_advance(state, leader, to, careful=False)
    )


def goal(state: State, leader: str) -> str:
    """A hex that his side must hold and where nobody of it is yet, else the nearest enemy force."""
    piece = state.leaders[leader]
    aims = sight.named(state, piece.side, "leader_in_hex")
    if piece.at in aims:
        return piece.at
    empty = [at for at in aims if not sight.strength(state, at, piece.side)]
    foes = [state.leaders[id].at for id in sight.hunters(state, state.enemy(piece.side))]
    places = dict.fromkeys(empty or foes)
    far = {at: board.costs_to(at).get(piece.at, board.NOWHERE) for at in places}
    return min(far, key=lambda at: far[at], default=piece.at)


def march(state: State, request: Request, options: Sequence[Option]) -> Option:
    """The reachable hex nearest to the goal."""
    halt = bot.of_kind(options, Halt)
    if not isinstance(halt.decision, Halt):
        return halt
    leader = halt.decision.leader
    far = board.costs_to(goal(state, leader))
    best, least = halt, far.get(state.leaders[leader].at, board.NOWHERE)
    for option in options:
        if isinstance(option.decision, March):
            distance = far.get(option.decision.to, board.NOWHERE)
            if distance < least:
                best, least = option, distance
    return best


def first(state: State, request: Request, options: Sequence[Option]) -> Option:
    """Fight on."""
    return options[0]


def nobody(state: State, request: Request, options: Sequence[Option]) -> Option:
    """No leader is risked."""
    return options[-1]


def neutral(state: State, request: Request, options: Sequence[Option]) -> Option:
    """They stay where they are."""
    return bot.of_kind(options, MoveNobody)


KINDS: dict[str, bot.Choice] = {
    **bot.KINDS,
    "act": act,
    "march": march,
    "commit": nobody,
    "break_off": first,
    "neutral": neutral,
}
