"""C46 What a side does that has given no orders: nothing rash, nothing that costs nothing is left undone."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.engine.request import Request
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.s7_2_intrigue import chance
from pbem.games.warriors.state import State

IDLE = {
    "campaign": "pass",
    "withdraw": "fight",
    "luckless": "force",
    "losses": "default",
    "trial": "none",
    "place": "pass",
}
"""Lines that are always legal. Control and levy offer all first, losses the default of C13."""


def standing_order(state: State, request: Request) -> str:
    """The line for a request that nobody has answered."""
    if request.kind in IDLE:
        return IDLE[request.kind]
    if request.kind == "intrigue":
        return min(
            (option.line for option in request.options if option.line != "no"),
            key=lambda line: intrigue_order(state, request.side, line),
            default="no",
        )
    if request.kind == "reinforcement":
        wanted = [o.line for o in request.options if Order.parse(o.line).verb != "give"]
        return min(wanted, key=lambda line: choice_order(state, line))
    return request.options[0].line


def intrigue_order(state: State, side: str, line: str) -> tuple[int, int, str]:
    """The best chance, then the highest rank."""
    target = Order.parse(line).args[0]
    return (-chance(state, side, target), -nobles.stars(state, target), target)


def choice_order(state: State, line: str) -> tuple[int, int, str]:
    """The highest rank, then the best battle rating."""
    face = nobles.face(state, Order.parse(line).actor)
    return (-face.stars, -face.battle, line)
