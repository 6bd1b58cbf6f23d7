"""1.3 Game Board and Map: Favour, adjacency, seas, Depletion, and Routes."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State


def name(place: str) -> str:
    """The printed name of a Locale or Sea, or of the field of a scenario that is but a Battle."""
    locale = facts().locales.get(place)
    return locale.name if locale else {**facts().seas, **facts().fields}.get(place, place)


def at_place(place: str) -> str:
    """`at York`, `in France`, `in the Irish Sea`: where somebody is, in a sentence."""
    if is_box(place):
        return f"in {name(place)}"
    return f"in the {name(place)}" if place in facts().seas else f"at {name(place)}"


def is_box(place: str) -> bool:
    """An Exile box?"""
    return place in facts().box_sea


def is_stronghold(place: str) -> bool:
    return place in facts().locales and not is_box(place)


def is_locale(place: str) -> bool:
    return place in facts().locales


def sea_of(place: str) -> str:
    """The Sea of a Port or Exile box, or a Sea itself; "" inland and off the map."""
    if place in facts().seas:
        return place
    if is_box(place):
        return facts().box_sea[place]
    if not is_locale(place):
        return ""
    port = facts().locales[place].port
    return "" if port == "none" else port


def is_port(place: str) -> bool:
    """A Port Stronghold; Exile boxes are none (1.3.1)."""
    return is_stronghold(place) and facts().locales[place].port != "none"


def favour(state: State, place: str) -> str:
    """The side that a Locale is Friendly to, or "" if Neutral; an Exile box follows its marker."""
    if is_box(place):
        return state.exile_boxes.get(place, "")
    return state.favour.get(place, "")


def lords_at(state: State, place: str, side: str = "") -> list[str]:
    """Lords at a Locale or Sea, of one side or of both."""
    cards = facts().lords
    return [
        id for id, lord in state.lords.items() if lord.at == place and side in ("", cards[id].side)
    ]


def lords_by_place(state: State) -> dict[str, list[str]]:
    """Lords of both sides by where they are, for those that look at the whole map."""
    by_place: dict[str, list[str]] = {}
    for id, lord in state.lords.items():
        by_place.setdefault(lord.at, []).append(id)
    return by_place


def occupied(state: State, side: str) -> set[str]:
    """Wherever Lords of a side stand: to look up many places, for membership alone."""
    lords = state.lords
    return {lords[id].at for id in facts().lords_of[side] if id in lords}


def secure(state: State, side: str) -> set[str]:
    """Strongholds Friendly to a side and free of Enemy Lords: likewise for membership."""
    own = {place for place, owner in state.favour.items() if owner == side}
    return own - occupied(state, state.enemy(side))


def friendly(state: State, place: str, side: str) -> bool:
    """Friendly to `side`. An Exile box is Friendly to the Lords who are in it (3.4)."""
    if is_box(place):
        return bool(lords_at(state, place, side)) or state.exile_boxes.get(place) == side
    return state.favour.get(place) == side


def enemies_at(state: State, place: str, side: str) -> list[str]:
    """Lords of the other side at a place."""
    return lords_at(state, place, state.enemy(side))


def set_favour(state: State, place: str, side: str) -> None:
    """Make a Stronghold Friendly to `side`, or Neutral if "". Both London markers go together (C37)."""
    if side:
        state.favour[place] = side
    else:
        state.favour.pop(place, None)
    if place == "london" and side != "york":
        state.london_twice = False


def shift_favour(state: State, place: str, towards: str) -> None:
    """One level towards a side: Enemy to Neutral, or Neutral to Friendly (3.4.1, 3.2.1)."""
    now = favour(state, place)
    if now == towards:
        return
    set_favour(state, place, "" if now else towards)


def exhausted(state: State, place: str) -> bool:
    return state.wear.get(place) == "exhausted"


def deplete(state: State, place: str) -> str:
    """Mark a Locale Depleted, or flip it to Exhausted; returns the new mark."""
    state.wear[place] = "exhausted" if place in state.wear else "depleted"
    return state.wear[place]


def ways(place: str) -> dict[str, str]:
    """Locales adjacent by Way, with the Way's type. From Scotland: the one-way Paths."""
    return facts().ways.get(place, {})


def ways_in_words(place: str) -> dict[str, list[str]]:
    """1.3.1 The Locales adjacent to one by the type of their Way, and the other Ports of its Sea."""
    names_by_way: dict[str, list[str]] = {}
    for to, kind in ways(place).items():
        names_by_way.setdefault(kind.capitalize(), []).append(name(to))
    if ports := sea_links(place):
        names_by_way[f"ship on the {name(sea_of(place))}"] = [name(port) for port in ports]
    return names_by_way


def enemy_adjacent(state: State, place: str, side: str) -> bool:
    """Is an Enemy Lord adjacent by Way? One in Scotland is not adjacent to Carlisle (C33)."""
    return not occupied(state, state.enemy(side)).isdisjoint(ways(place))


def sea_links(place: str, great: bool = False, closed: Sequence[str] = ()) -> Sequence[str]:
    """Ports one Way distant by Sea from a Port or Exile box, for a Lord with a Ship (1.3.1).

    Args:
        great: all Seas count as one.
        closed: Seas whose Ports are of no use.
    """
    links = facts().great_links if great else facts().sea_links
    ports = links.get(place, ())
    if not closed or not ports:
        return ports
    if is_port(place) and sea_of(place) in closed:
        return ()
    return [port for port in ports if sea_of(port) not in closed]


def routes(
    state: State,
    side: str,
    start: str,
    ships: bool,
    great: bool = False,
    closed: Sequence[str] = (),
    any_start: bool = False,
    within: int | None = None,
) -> dict[str, int]:
    """Strongholds reachable by a Route from `start`, with the shortest distance in Ways (3.4.1).

    A Route is an unbroken chain of adjacent Locales free of Enemy Lords; all but the last are
    Friendly. With `ships`, Ports of one Sea (and the Exile box it starts in) count as adjacent;
    `great` and `closed` as in `sea_links`. With `any_start`, the start need not be Friendly. No
    farther than `within`.
    """
    through = {place for place, owner in state.favour.items() if owner == side}
    if any_start or friendly(state, start, side):
        through.add(start)
    places_passed = {start, *occupied(state, state.enemy(side)), *facts().box_sea}
    distances, edge, distance = {start: 0}, [start], 0
    while edge and distance != within:
        distance += 1
        wave: list[str] = []
        for origin in edge:
            if origin not in through:
                continue
            for neighbour in (*ways(origin), *(sea_links(origin, great, closed) if ships else ())):
                if neighbour not in places_passed:
                    places_passed.add(neighbour)
                    wave.append(neighbour)
        distances.update(dict.fromkeys(wave, distance))
        edge = wave
    if is_box(start):
        del distances[start]
    return distances


def dominates(state: State, side: str, area: str) -> bool:
    """Favour in all Strongholds of an Area (1.3.1), or a card that says so (C41)."""
    if all(state.favour.get(place) == side for place in facts().areas[area]):
        return True
    return any(card(state, lord, area) for lord, card in hooks.DOMINATES.at_mats(state, side))


def net_favour(state: State, kind: str) -> int:
    """Strongholds of one kind with Yorkist Favour minus those with Lancastrian (1.3.1)."""
    favours = [state.favour.get(place, "") for place in facts().strongholds_by_kind[kind]]
    return favours.count("york") - favours.count("lancaster")
