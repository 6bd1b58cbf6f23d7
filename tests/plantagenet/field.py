"""Positions for the Campaign tests: Lords put where a test wants them, and Command cards played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.request import Menu
from pbem.games.plantagenet.s3_2_4_disband import disband_lord
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s4_2_1_actions import activate
from pbem.games.plantagenet.s4_2_command import actions, menu_of
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State, Troops, VassalState
from tests.scripted import Scripted


def empty(scenario: str = "Ia") -> State:
    """A scenario's start without anybody on the map, Favour anywhere or Influence."""
    state = setup(scenario)
    for id, lord in state.lords.items():
        if lord.at != "calendar":
            disband_lord(state, id)
    state.favour.clear()
    return state


def put(state: State, lord: str, at: str, **assets: int) -> None:
    """A Lord with the Troops and Assets of his card, Assets then as given; no Favour changes."""
    favour = dict(state.favour)
    muster_lord(state, lord, at)
    state.favour = favour
    for name, value in assets.items():
        setattr(state.lords[lord], name, value)


def army(state: State, lord: str, **troops: int) -> None:
    state.lords[lord].troops = Troops(**troops)


def vassal(state: State, lord: str, id: str, box: int = 3) -> None:
    state.lords[lord].vassals.append(id)
    state.vassals[id] = VassalState("mustered", lord, box)


def favour(state: State, side: str, *places: str) -> None:
    for place in places:
        state.favour[place] = side


def menu(state: State, lord: str, left: int | None = None) -> Menu:
    """His Command menu with a whole card, or with so many actions left."""
    activate(state, lord)
    state.actions = state.granted if left is None else left
    filled = Menu()
    menu_of(filled, state, lord)
    return filled


def lines(menu: Menu, word: str = "") -> list[str]:
    return [option.line for option in menu.options if not word or word in option.line.split()]


def kinds(game: Scripted) -> list[str]:
    """What was asked, apart from the sharing out of Spoils."""
    return [request.kind for request in game.asked if request.kind != "spoils"]


def card(
    state: State, lord: str, answers: Sequence[str], dice: Sequence[int] = (), **named: Any
) -> Scripted:
    """Play his Command card."""
    game = Scripted(state, answers, dice, **named)
    game.run(actions, lord)
    return game
