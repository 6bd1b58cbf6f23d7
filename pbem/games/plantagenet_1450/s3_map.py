"""3.0 The map: areas and what is controlled as one, hexes and the ways between them, foreign territories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Annotated

from pbem.engine.decision import Kind
from pbem.engine.prose import listing
from pbem.games.plantagenet_1450.facts import ABROAD, NEUTRAL, SIDES, Area, Facts, facts
from pbem.games.plantagenet_1450.state import State

NOWHERE = 10_000
"""More movement points than any way costs."""

RIDINGS = "all three Ridings"
"""3.1.1 The only areas that have one control marker together."""


def control_group(area: str) -> tuple[str, ...]:
    """3.1.1 The areas that have one control marker with an area, itself included."""
    return facts().groups[facts().areas[area].group]


Marker = Annotated[str, Kind("place", also=control_group)]
"""An area as the place of a control marker: all areas that share the marker change with it."""


def area_of(at: str) -> Area | None:
    """The area of a hex; None abroad (3.1.4)."""
    return facts().area_at.get(at)


def is_abroad(at: str) -> bool:
    return at.startswith(ABROAD)


def territory(at: str) -> str:
    """The id of the foreign territory that a place is."""
    return at.removeprefix(ABROAD)


def in_england(at: str) -> bool:
    """C8 Everywhere but Calais, the Isle of Mann, the Channel Islands and abroad."""
    area = area_of(at)
    return area is not None and area.id not in facts().overseas


def hexes_in(at: str) -> tuple[str, ...]:
    """All hexes of the area of a hex."""
    game_facts = facts()
    return game_facts.area_hexes[game_facts.hexes[at].area]


def ways_in_words(place: str) -> dict[str, list[str]]:
    """What lies next to an area (11.2, 11.3, 15.3), to a hex (16.4.5, C17) or to a foreign territory."""
    if place in facts().areas:
        return _ways_of_area(facts().areas[place])
    if place in facts().hexes:
        return _ways_of_hex(place)
    return _ways_of_territory(place) if place in facts().territories else {}


def _ways_of_area(area: Area) -> dict[str, list[str]]:
    """The names of the places to which one can go from an area, by the kind of way: road, land or sea."""
    game_facts, names_by_way = facts(), dict[str, list[str]]()
    for to in map(game_facts.areas.__getitem__, area.adjacent):
        names_by_way.setdefault("road" if {*area.roads} & {*to.roads} else "land", []).append(
            to.name
        )
    for land in game_facts.territories.values():
        if area.id in land.land_areas:
            names_by_way.setdefault("land", []).append(land.name)
    zones = _zones_of(area.id)
    for port_area in map(game_facts.areas.__getitem__, game_facts.ports):
        if port_area.id != area.id and (
            sea_zones := [z for z in zones if z in _zones_of(port_area.id)]
        ):
            names_by_way.setdefault(_by_sea(sea_zones), []).append(port_area.name)
    for land in game_facts.territories.values():
        if area.id in land.sea_areas or {*zones} & {*land.port_zones}:
            names_by_way.setdefault(_by_sea(land.zones), []).append(land.name)
    return names_by_way


def _ways_of_hex(at: str) -> dict[str, list[str]]:
    game_facts, names_by_way = facts(), dict[str, list[str]]()
    for to in game_facts.beside[at]:
        way = "road" if frozenset((at, to)) in game_facts.roads else "land"
        if is_river(at, to):
            way += f" over the {game_facts.names_of_rivers[game_facts.river_names[frozenset((at, to))]]}"
        names_by_way.setdefault(way, []).append(name(to))
    for land in game_facts.territories.values():
        if at in land.land_hexes:
            names_by_way.setdefault("land", []).append(land.name)
    return names_by_way


def _ways_of_territory(place: str) -> dict[str, list[str]]:
    game_facts, names_by_way = facts(), dict[str, list[str]]()
    land = game_facts.territories[place]
    if land.land_areas:
        names_by_way["land"] = [game_facts.areas[area].name for area in land.land_areas]
    if land.land_hexes:
        names_by_way["land in a Campaign"] = [name(at) for at in land.land_hexes]
    ports = [
        area
        for area in game_facts.ports
        if area in land.sea_areas or {*_zones_of(area)} & {*land.port_zones}
    ]
    if ports:
        names_by_way[_by_sea(land.zones)] = [game_facts.areas[area].name for area in ports]
    return names_by_way


def _zones_of(area: str) -> tuple[str, ...]:
    ports = facts().ports.get(area, ())
    return tuple(dict.fromkeys(zone for at in ports for zone in facts().hexes[at].port))


def _by_sea(zones: Iterable[str]) -> str:
    return f"sea, {listing((facts().zone_names[zone] for zone in zones), 'or')}"


def controller(state: State, at: str) -> str:
    """3.1.6 Whose marker lies in the area of a hex; "" if it is neutral or abroad. The Ridings have one (3.1.1)."""
    area = area_of(at)
    return state.control.get(area.group, "") if area else ""


def control_name(area: str) -> str:
    """3.1.1 What loses or gains a control marker with an area: `Kent`, `York (all three Ridings)`."""
    name = facts().group_names[facts().areas[area].group]
    return f"{name} ({RIDINGS})" if len(control_group(area)) > 1 else name


def word(at: str) -> str:
    """How an order line names a hex or a territory."""
    return at.removeprefix(ABROAD)


def name(at: str) -> str:
    """`York (1612)`, `Lincoln (1817)` for a hex without a town, or `Scotland`."""
    if is_abroad(at):
        return facts().territories[territory(at)].name
    hex = facts().hexes[at]
    return f"{hex.town or facts().areas[hex.area].name} ({at})"


def hex_in(area: str, at: str) -> str:
    """Where in an area that was named before: `Canterbury (2229)`, `hex 0227` for the town of Pembroke in Pembroke."""
    town = name(at)
    return f"hex {at}" if town == f"{facts().areas[area].name} ({at})" else town


def short_name(at: str) -> str:
    """`York`: a town without the number of its hex, which reads like a year; any other hex as `name` has it."""
    town = "" if is_abroad(at) else facts().hexes[at].town
    return town or name(at)


def path_text(path: Sequence[str]) -> str:
    """`Hereford (0924, 1024) and Worcester (1224)`: hexes, those of a name in a row together."""
    runs: list[tuple[str, list[str]]] = []
    for at in path:
        area_or_town = name(at).removesuffix(f" ({at})")
        if not runs or runs[-1][0] != area_or_town:
            runs.append((area_or_town, []))
        runs[-1][1].append(at)
    return listing(f"{words} ({', '.join(hexes)})" for words, hexes in runs)


def road_text(road: str) -> str:
    """`Watling Street`, `the Fosse Way`."""
    return road if road.endswith("Street") else f"the {road}"


def at_place(at: str) -> str:
    """`at York (1612)`, `in Scotland`: where somebody is, in a sentence."""
    return f"in {name(at)}" if is_abroad(at) else f"at {name(at)}"


def side_name(side: str) -> str:
    return SIDES[side].name


def flag(side: str) -> str:
    """A side as maps and stories know it: "" for neutrals."""
    return "" if side == NEUTRAL else side


def is_river(a: str, b: str) -> bool:
    return frozenset((a, b)) in facts().rivers


def costs_to(goal: str) -> dict[str, int]:
    """Movement points from every hex to a hex, over an empty map."""
    return _costs_to(facts(), goal)


@lru_cache(maxsize=500)
def _costs_to(game_facts: Facts, goal: str) -> dict[str, int]:
    costs = {goal: 0}
    heap = [(0, goal)]
    while heap:
        cost, at = heappop(heap)
        if cost > costs[at]:
            continue
        for to in game_facts.beside[at]:
            longer = cost + game_facts.steps[to][at]
            if longer < costs.get(to, NOWHERE):
                costs[to] = longer
                heappush(heap, (longer, to))
    return costs


def nearest(spent: Mapping[str, int]) -> Mapping[str, str]:
    """From which of some hexes each hex of the map is reached for the fewest movement points, over an empty map.

    Args:
        spent: what it costs to come to each of them first: of several that are as near, the one with less.
    """
    return _nearest(facts(), tuple(spent.items()))


@lru_cache(maxsize=8)
def _nearest(game_facts: Facts, spent: tuple[tuple[str, int], ...]) -> dict[str, str]:
    nearest: dict[str, str] = {}
    heap = [(0, before, start, start) for start, before in spent]
    heapify(heap)
    while heap:
        cost, before, start, at = heappop(heap)
        if at in nearest:
            continue
        nearest[at] = start
        for to, step in game_facts.steps[at].items():
            if to not in nearest:
                heappush(heap, (cost + step, before, start, to))
    return nearest


def distance(a: str, b: str) -> int:
    """In hexes, straight over the grid; the Tower lies one beyond London (C9)."""
    return _distance(facts(), a, b)


@lru_cache(maxsize=50_000)
def _distance(game_facts: Facts, a: str, b: str) -> int:
    hex, other = game_facts.hexes[a], game_facts.hexes[b]
    if a == b:
        return 0
    for far, near in ((hex, other), (other, hex)):
        if far.r < 0:
            (gate,) = game_facts.beside[far.id]
            return 1 + _distance(game_facts, gate, near.id)
    q, r = hex.q - other.q, hex.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def is_reduced(state: State, at: str) -> bool:
    """14.3"""
    return at in state.sieges and state.sieges[at].reduced


def holder(state: State, at: str) -> str:
    """14.1 Whose the fortification of a hex is, reduced or not: a garrison holds it against the marker (C57, C191);
    "" for nobody's, and where there is none."""
    area = facts().forts.get(at)
    if area is None:
        return ""
    garrison = state.garrisons.get(at)
    if garrison is not None and garrison.units:
        return garrison.side
    return state.control.get(area.group, "")


def holds_fort(state: State, side: str, at: str) -> bool:
    """14.1 Is there an unreduced fortification in this hex that the side holds?"""
    return holder(state, at) == side and not is_reduced(state, at)


def forts_of(state: State, side: str) -> set[str]:
    """14.1 The hexes of all unreduced fortifications that the side holds, as `holds_fort` says of each."""
    forts, groups = facts().forts, {group for group, of in state.control.items() if of == side}
    held = {at for at, area in forts.items() if area.group in groups}
    for at, garrison in state.garrisons.items():
        if garrison.units and at in forts:
            (held.add if garrison.side == side else held.discard)(at)
    return held.difference(at for at, siege in state.sieges.items() if siege.reduced)


def is_scottish(state: State, at: str) -> bool:
    """C11 Berwick in Scottish hands: nobody enters it, and its port is closed."""
    return at == facts().berwick and facts().berwick_lost in state.flags


def borders(state: State, territory: str) -> list[str]:
    """C10, 15.3 The hexes from which a territory is reached over land in a Campaign; while the Scots hold
    Berwick, the hexes beside it stand for it."""
    hexes: list[str] = []
    for at in facts().territories[territory].land_hexes:
        hexes += facts().beside[at] if is_scottish(state, at) else [at]
    return list(dict.fromkeys(hexes))


def port(state: State, at: str) -> tuple[str, ...]:
    """C121 The sea zones of the open port in a hex, () if it has none: that of Berwick is closed while the Scots
    hold it (C11)."""
    return () if is_scottish(state, at) else facts().hexes[at].port


def port_zones(state: State, area: str) -> tuple[str, ...]:
    """3.1, C121 The sea zones of an area's open ports, () if it has none."""
    zones = [zone for at in facts().ports.get(area, ()) for zone in port(state, at)]
    return tuple(dict.fromkeys(zones))
