"""2.1 The map: regions, friendly foreign areas, boundaries, who controls what."""

from __future__ import annotations

from pbem.games.warriors.facts import facts
from pbem.games.warriors.state import State

WAY = {"clear": "clear boundary", "obstructed": "obstructed boundary", "sea": "sea route"}


def name(place: str) -> str:
    return facts().places[place].name


def the(place: str) -> str:
    """Within a sentence: `Wales`, `the East`, `the North Midlands`."""
    article = name(place).lower().endswith(("east", "west", "midlands"))
    return f"the {name(place)}" if article else name(place)


def is_region(place: str) -> bool:
    return place in facts().regions


def is_foreign(place: str) -> bool:
    return place in facts().exile_penalty


def on_map(place: str) -> bool:
    return place in facts().places


def ways(place: str) -> dict[str, str]:
    """Adjacent places and the kind of boundary to each."""
    return facts().boundaries[place]


def may_enter(side: str, place: str) -> bool:
    """6.2 A foreign area only if it is friendly."""
    return facts().places[place].side in ("", side)


def ways_in_words(place: str) -> dict[str, list[str]]:
    """2.1 The places adjacent to one, by the kind of their boundary."""
    names_by_way: dict[str, list[str]] = {}
    for to, kind in facts().boundaries.get(place, {}).items():
        names_by_way.setdefault(WAY[kind], []).append(name(to))
    return names_by_way


def open_ways(side: str, place: str) -> dict[str, int]:
    """6.2 Adjacent places that a side may enter, and how many nobles may cross to each (6.1)."""
    return facts().open_ways[side][place]


def crossing_limit(kind: str) -> int:
    """6.1 How many nobles may cross a boundary in one campaign."""
    return facts().crossing[kind]


def controller(state: State, place: str) -> str:
    """8.0 Who controls a region; a foreign area is always the friendly side's (8.9)."""
    return facts().places[place].side or state.control.get(place, "")


def london(state: State) -> str:
    """Who controls London, "" if nobody does."""
    return state.control.get(facts().capital, "")
