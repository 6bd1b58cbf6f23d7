"""A simple player: looks one order ahead, never rolls, and plays the same way every time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from pbem.engine.order import Order
from pbem.engine.request import Request
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.bot_sight import moved, odds, placed, quality, worth
from pbem.games.warriors.facts import facts
from pbem.games.warriors.policies import standing_order
from pbem.games.warriors.s7_1_commanders import army, current
from pbem.games.warriors.s7_2_intrigue import chance
from pbem.games.warriors.state import State

Score = Callable[[State, str, Order], float]

MARCH = 0.1
"""What a march must improve to be worth an impulse."""
LOST = 0.3
"""Odds below which a battle is given up."""


def choose(state: State, request: Request) -> str:
    """An order line for any request of this rule set."""
    score = SCORES.get(request.kind)
    if score is None:
        return standing_order(request)
    return best(state, request, score)


def best(state: State, request: Request, score: Score) -> str:
    """The line with the highest score; equal ones by a hash of the request."""
    return max(
        (line for option in request.options for line in option.lines()),
        key=lambda line: (
            score(state, request.side, Order.parse(line)),
            hashlib.sha256(f"{request.id} {line}".encode()).digest(),
        ),
    )


def campaign(state: State, side: str, order: Order) -> float:
    if order.verb == "pass":
        return worth(state, side) + (MARCH if not order.args else 0)
    return worth(moved(state, [order.actor, *order.group], order.args[0]), side)


def draft(state: State, side: str, order: Order) -> float:
    place = order.args[0]
    return worth(placed(state, order.actor, side, place, 2), side) + quality(state, order.actor) / 8


def place(state: State, side: str, order: Order) -> float:
    """The best noble first, where he helps; nobody into a lost battle."""
    if order.verb == "pass":
        return worth(state, side) - (1 if order.args else 0)
    there = placed(state, order.actor, side, order.args[0], 1)
    return worth(there, side) + quality(state, order.actor) / 50


def battle(state: State, side: str, order: Order) -> float:
    """The surest victory first."""
    at = order.args[0]
    return odds(state, nobles.at(state, at, side), nobles.at(state, at, state.enemy(side)))


def commander(state: State, side: str, order: Order) -> float:
    face = nobles.face(state, order.actor)
    return 3 * face.battle + face.leadership


def intrigue(state: State, side: str, order: Order) -> float:
    """C46 The best chance, then the highest rank."""
    if order.verb == "no":
        return 0
    target = order.args[0]
    return chance(state, side, target) * 10 + quality(state, target) / 10


def reinforcement(state: State, side: str, order: Order) -> float:
    """C46 The best of one's own; an enemy goes back into the cup."""
    mine = order.verb == "take"
    return quality(state, order.actor) * (1 if mine else -1) - 100 * (order.verb == "give")


def withdraw(state: State, side: str, order: Order) -> float:
    """Fight while there is hope; else the way that saves most, to the best place."""
    fought = current(state)
    own, enemy = army(state, side), army(state, state.enemy(side))
    if order.verb == "fight":
        return odds(state, own, enemy)
    to = order.args[0]
    limit = board.crossing_limit(board.ways(fought.at)[to])
    saved = min(1.0, limit / len(own))
    exile = 0.05 if board.is_foreign(to) else 0
    return LOST * saved - exile + 0.001 * facts().places[to].vp


def party(state: State, side: str, order: Order) -> float:
    return sum(quality(state, id) + 3 * state.nobles[id].troops for id in order.args)


def trial(state: State, side: str, order: Order) -> float:
    """Pardon friends; execute those who would not come back, and 3-star nobles for the VP."""
    if order.verb == "none":
        return 0
    value = quality(state, order.actor)
    if order.verb == "pardon":
        return value
    gone = state.nobles[order.actor].back or order.actor == facts().henry
    return value / 2 if gone or nobles.stars(state, order.actor) > 2 else -1


def exile(state: State, side: str, order: Order) -> float:
    """Where there are more ways back that no enemy bars."""
    ways = board.ways(order.args[0])
    return sum(not nobles.at(state, to, state.enemy(side)) for to in ways)


SCORES: dict[str, Score] = {
    "campaign": campaign,
    "draft": draft,
    "place": place,
    "battle": battle,
    "commander": commander,
    "intrigue": intrigue,
    "reinforcement": reinforcement,
    "withdraw": withdraw,
    "forced_withdrawal": withdraw,
    "withdraw_party": party,
    "trial": trial,
    "exile": exile,
}
"""Other requests (losses, control, levy, ...) are answered by standing orders (C46)."""
