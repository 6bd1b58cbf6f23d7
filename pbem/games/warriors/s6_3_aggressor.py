"""6.3 Aggressor markers: who came second into a region that both sides occupy."""

from __future__ import annotations

from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.state import State


def becomes_aggressor(state: State, side: str, place: str) -> bool:
    """6.3 Enemy nobles are there, and none of his own."""
    return nobles.sides_at(state, place) == {state.enemy(side)}


def enter(state: State, side: str, place: str) -> bool:
    """6.3 Note the aggressor before a noble of `side` enters; an existing marker stays (C6)."""
    if place in state.aggressor or not becomes_aggressor(state, side, place):
        return False
    state.aggressor[place] = side
    return True


def settle(state: State, place: str) -> None:
    """C6 The marker goes when one side has left completely."""
    if not nobles.contested(state, place):
        state.aggressor.pop(place, None)


def contested_regions(state: State) -> list[str]:
    armies = nobles.armies(state)
    return [place for place in facts().regions if all(place in armies[side] for side in SIDES)]


def mark_contested(state: State, side: str) -> list[str]:
    """3.0 At the start the scenario's aggressor is marked in every contested region."""
    places = contested_regions(state)
    for place in places:
        state.aggressor[place] = side
    return places
