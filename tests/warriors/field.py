"""Positions for the tests: nobles put where a test wants them, everybody else in the cup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from pbem.engine.request import Menu, Request
from pbem.games.warriors.s3_setup import setup
from pbem.games.warriors.s6_3_aggressor import contested_regions
from pbem.games.warriors.s7_battles import battle
from pbem.games.warriors.state import Battle, NobleState, State
from tests.scripted import Scripted


def empty(step: str = "campaign", initiative: str = "york", value: int = 4) -> State:
    """Turn 2 of the standard game with nobody on the map and nothing controlled."""
    state = setup("standard_1455")
    for id in state.nobles:
        state.nobles[id] = NobleState()
    state.step, state.turn = step, 2
    state.initiative, state.value, state.next = initiative, value, initiative
    state.impulses = {initiative: value, state.enemy(initiative): value - 1}
    return state


def put(
    state: State, id: str, at: str, side: str, troops: int = 0, back: bool = False, **marks: bool
) -> None:
    state.nobles[id] = NobleState(at, side, back, troops, **marks)


def where(state: State, id: str) -> tuple[str, str]:
    """His place and who controls him."""
    return state.nobles[id].at, state.nobles[id].side


def menu(fill: Callable[..., None], **named: Any) -> Menu:
    filled = Menu()
    fill(filled, **named)
    return filled


def asking(
    answers: Any, kind: str, fill: Callable[[Menu], None], side: str = "york"
) -> Request[Any]:
    """A request as a rule puts it, with a menu of its own."""
    made = Request[answers](side, kind, "?", "C46", fill)  # type: ignore[valid-type]
    return cast("Request[Any]", made)


def lines(asked: Menu | Request, word: str = "") -> list[str]:
    return [o.line for o in asked.options if not word or word in o.line.split()]


def kinds(game: Scripted) -> list[str]:
    return [request.kind for request in game.asked]


def asked(game: Scripted, kind: str) -> list[Request]:
    return [request for request in game.asked if request.kind == kind]


def example() -> State:
    """7.5 The rulebook's battle: Talbot and Tuchet in the North Midlands, attacked from Yorkshire."""
    state = empty("battle")
    put(state, "talbot", "north_midlands", "lancaster", 4)
    put(state, "audley", "north_midlands", "lancaster", 2)
    put(state, "warwick", "north_midlands", "york", 4)
    put(state, "hastings", "north_midlands", "york", 2, back=True)
    state.aggressor["north_midlands"] = "york"
    state.control["north_midlands"] = "lancaster"
    return state


def fight(
    state: State, place: str, answers: Sequence[str] = (), dice: Sequence[int] = ()
) -> Scripted:
    """The whole battle of a region."""
    for contested in contested_regions(state):
        state.aggressor.setdefault(contested, "york")
    game = Scripted(state, answers, dice)
    game.run(battle, place)
    return game


def engaged(state: State, at: str, aggressor: str = "york", **commanders: str) -> Battle:
    """A battle in progress, commanders chosen."""
    state.aggressor[at] = aggressor
    state.battle = Battle(at, aggressor, commanders=dict(commanders))
    return state.battle
