"""The facet `rules.robot`: how a program plays a side. Here it plays any legal line."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from math import inf
from typing import Any, Generic, TypeVar

from msgspec import Struct

from pbem.engine.request import Request
from pbem.engine.standing import StandingOrders
from pbem.engine.state import GameState
from pbem.engine.table import cards_in
from pbem.errors import Impossible

S = TypeVar("S", bound=GameState)
T = TypeVar("T")
MOST_SHUFFLES = 1000


class Level(StrEnum):
    """A word that stands for a card (`--lancaster simple`) and behind `robot SIDE`."""

    SIMPLE = "simple"
    STEADY = "steady"
    STRONG = "strong"


class Foresight(Struct, frozen=True):
    """What a steady robot plays ahead at a request.

    Attributes:
        lines: what to try, the one first that wins a tie.
        outlook: how a side stands in a whole state that was played ahead to: the more the better.
        better: how much another line must be better than the first, in what `outlook` counts.
    """

    lines: Sequence[str]
    outlook: Callable[[Any, str], float]
    better: float = 0.0


class Robot(Generic[S]):
    """It hangs on nothing but what is given: no clock, no chance, nobody's secrets.

    Attributes:
        tried: kinds of reactions to enemy moves at which playing ahead wins games (`foresight`).
        worlds: imagined worlds in which a strong robot plays on the lines that are left.
    """

    tried: Collection[str] = ()
    worlds: int = 16

    def choose(
        self, state: S, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        """An order line that a robot of this level would choose, looking at what is there alone. Here: any, by a
        hash."""
        if request.stack is not None:
            return " ".join([request.stack.verb, *_any_stack(request)])
        cards_held = cards_in(request.slots, known)
        possible = [option.line for option in request.menu.possible(cards_held)]
        return min(possible, key=lambda line: order_of(request, line))

    def foresight(self, state: S, request: Request, known: Mapping[str, str]) -> Foresight | None:
        """What a steady robot plays ahead before it answers a request; None where a look does.

        In Plantagenet alone it wins games (at an Approach and an Intercept); elsewhere a look does as well.
        """
        return None

    def standing_orders(
        self, state: S, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """What a robot prepares: policies, and for a secret stack `plan` scripts by card number, 1 on top. Here:
        the last of the presets.

        Args:
            state: veiled for `side`.
            plan: empty where no stack is asked for.
            presets: the game's ready-made sets of policies, by name.
        """
        return StandingOrders(dict(list(presets.values())[-1]) if presets else {})

    def duel_policies(self, state: S, side: str, plan: Sequence[str]) -> Mapping[str, str]:
        """What a robot's policies say of the kinds that only duels have (`PolicyRules.duel_kinds`). Here: nothing.

        Args:
            state: veiled for `side`.
            plan: the cards of its secret stack that are still covered, top card first.
        """
        return {}

    def on_the_way(self, state: S, side: str, policies: Mapping[str, str]) -> Mapping[str, str]:
        """What a robot answers in a duel while its own orders are carried out, for all to read, kind to text. Here: what
        its policies say, without those that only answer enemy moves.

        Args:
            policies: all that it has, kind to text.
        """
        return {kind: text for kind, text in policies.items() if kind not in self.tried}

    def lines_ahead(self, state: S, side: str) -> tuple[str, ...]:
        """Guarded lines for its further opportunities in this step, where the sides alternate; `state` is veiled
        for `side`. In Warriors they save an email for each campaign (6.1)."""
        return ()


def highest(
    request: Request, options: Iterable[T], liking: Callable[[T], float], line: Callable[[T], str]
) -> T:
    """The option that a robot likes best; of equal ones the last by a hash, so that games differ but replay. Only
    where some are equal are their lines written. Raises ValueError: there is none."""
    most, equal = -inf, list[T]()
    for option in options:
        value = liking(option)
        if value > most:
            most, equal = value, [option]
        elif value == most:
            equal.append(option)
    return equal[0] if len(equal) == 1 else max(equal, key=lambda one: order_of(request, line(one)))


def order_of(request: Request, what: str) -> str:
    """An order of what can be answered to a request that nobody can foresee, the same each time."""
    return hashlib.sha256(f"{request.id} {what}".encode()).hexdigest()


def _any_stack(request: Request) -> list[str]:
    """The cards of a stack that the rules allow: the first such in an order that hashes give."""
    stack = request.stack
    if stack is None:
        raise Impossible("no stack is asked for")
    copies = [
        (name, n)
        for name, limit in stack.limits.items()
        for n in range(limit if limit >= 0 else stack.size)
    ]
    for shuffle in range(MOST_SHUFFLES):
        shuffled_copies = sorted(copies, key=lambda copy: order_of(request, f"{shuffle} {copy}"))
        cards = [name for name, _ in shuffled_copies[: stack.size]]
        if stack.trouble is None or not stack.trouble(tuple(cards)):
            return cards
    raise Impossible(f"no {stack.verb} was found that the rules allow")
