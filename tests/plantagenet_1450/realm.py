"""Positions of the whole game for the tests: turn 3 of 20.1, nobody on the map, tracks as a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.games.plantagenet_1450 import s8_intrigue
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import LeaderState, Points, State
from tests.plantagenet_1450.field import empty
from tests.scripted import Scripted

HIDDEN = "deck:intrigue_1:"
"""How the slots of hidden cards begin."""


def realm(**control: str) -> State:
    """Legitimacy 10 and Treasury 0 on both sides; every leader waits for his entry."""
    state = empty(**control)
    state.scenario, state.step, state.turn, state.shuffles = "wars_of_the_roses", "intrigue", 3, 1
    state.impulse, state.plays, state.in_campaign = 1, "york", False
    state.leaders = {id: LeaderState(known.faction) for id, known in facts().leaders.items()}
    state.heirs = {id: known.enters for id, known in facts().leaders.items() if known.enters}
    state.legitimacy = dict.fromkeys(SIDES, 10)
    state.treasury = dict.fromkeys(SIDES, 0)
    state.cards = [card.id for card in facts().cards.values() if card.deck == "lancastrian"]
    return state


def points(side: str, many: int = 3, *uses: str, card: str = "L38") -> Points:
    return Points(side, card, many, many, list(uses))


def hold(state: State, side: str, *cards: str) -> dict[str, str]:
    """Hidden cards in a hand; returns what their slots hold."""
    slots = {f"{HIDDEN}{side}{number}": card for number, card in enumerate(cards)}
    state.hands[side] += slots
    state.cards += [card for card in cards if card not in state.cards]
    return slots


def orders(**kinds: str) -> Callable[[Request], str]:
    """What standing orders say at moments of these kinds."""
    return lambda request: kinds.get(request.kind, "")


def play(
    rule: Callable[..., Any],
    state: State,
    *args: Any,
    answers: tuple[str, ...] = (),
    dice: tuple[int, ...] = (),
    secrets: dict[str, str] | None = None,
    moments: Callable[[Request], str] | None = None,
    **named: Any,
) -> tuple[Any, Scripted]:
    """What the rule returns, and the game as it was run."""
    game = Scripted(state, answers, dice, secrets)
    if moments is not None:
        game.at_moment = moments
    return game.run(rule, *args, **named), game


def spend(
    state: State,
    side: str,
    many: int,
    *answers: str,
    dice: tuple[int, ...] = (),
    card: str = "L38",
    uses: tuple[str, ...] = (),
    **named: Any,
) -> Scripted:
    """One side spends points of a card, line by line, until the answers are used up."""
    state.points = [points(side, many, *uses, card=card)]

    async def go_on(table: Any) -> None:
        while state.points and game.answers:
            await s8_intrigue.spend(table)

    game = Scripted(state, answers, dice, named.get("secrets"))
    if "moments" in named:
        game.at_moment = named["moments"]
    game.run(go_on)
    return game


def offered(
    state: State, side: str, many: int, uses: tuple[str, ...] = (), card: str = "L38"
) -> Menu:
    """What so many points may be spent on."""
    filled = Menu()
    s8_intrigue.fill_actions(filled, state, points(side, many, *uses, card=card))
    return filled
