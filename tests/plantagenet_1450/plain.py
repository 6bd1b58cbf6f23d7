"""Plain twins of the predicates that were made fast: each written from a sentence of the rules or of a ruling, slow,
with nothing but the map (`facts`) and the pieces (the state). They call no rule."""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import cache

from pbem.games.plantagenet_1450 import bot_politics as politics
from pbem.games.plantagenet_1450.facts import ABROAD, facts
from pbem.games.plantagenet_1450.state import Garrison, LeaderState, Siege, State, Unit
from tests.plantagenet_1450.realm import realm

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The hexes around one, in the coordinates of the grid."""
OPPONENT = {"york": "lancaster", "lancaster": "york"}
CENTRES = ("1612", "1513", "1826", "1928", "1006", "1302", "1406", "2531", "0817", "1026")
"""Towns, castles, ports, the Scottish border, areas of one hex: pieces are strewn around one of them."""


def strewn(seed: str) -> State:
    """Leaders in every state, armies, markers, garrisons and sieges, close together on some part of the map."""
    chance = random.Random(seed)
    state = realm()
    state.in_campaign = True
    near = {chance.choice(CENTRES)}
    for _ in range(3):
        near |= {to for at in near for to in beside(at)}
    spots = [*sorted(near), *(ABROAD + land for land in facts().territories)]
    for id, known in facts().leaders.items():
        status = chance.choice(("free", "free", "free", "captive", "dead", "waiting"))
        side = chance.choice(sorted(known.ratings))
        if status in ("dead", "waiting"):
            state.leaders[id] = LeaderState(side, status=status)
            continue
        one = LeaderState(side, chance.choice(spots), status)
        if status == "free":
            one.army = [Unit("billmen")] * chance.choice((0, 0, 1, 2))
            one.inside = one.at in castles() and chance.random() < 0.3
            one.fatigue = chance.randint(0, 4)
        state.leaders[id] = one
    for area in facts().areas.values():
        if whose := chance.choice(("york", "lancaster", "")):
            state.control[area.group] = whose
    for at in castles():
        match chance.randint(0, 5):
            case 0:
                state.sieges[at] = Siege(chance.choice(("york", "lancaster")), reduced=True)
            case 1:
                state.sieges[at] = Siege(chance.choice(("york", "lancaster")), 1)
            case 2 | 3:
                units = [Unit("men_at_arms")] * chance.choice((0, 1, 2))
                state.garrisons[at] = Garrison(chance.choice(("york", "lancaster")), units)
    if chance.random() < 0.6:
        state.flags[facts().berwick_lost] = ""
    return state


# -- the map ----------------------------------------------------------------------------------------


@cache
def castles() -> list[str]:
    return [area.fort_hex for area in facts().areas.values() if area.fort_hex]


@cache
def beside(at: str) -> list[str]:
    """3.0 The six hexes around; C9 the Tower has London alone; C17 not across an estuary."""
    here, found = facts().hexes[at], []
    for to, there in facts().hexes.items():
        if here.r < 0 or there.r < 0:
            touches = {here.area, there.area} == {"tower", "london"}
        else:
            q, r = there.q - here.q, there.r - here.r
            touches = max(abs(q), abs(r), abs(q + r)) == 1
        if touches and frozenset((at, to)) not in facts().estuaries:
            found.append(to)
    return found


def price(at: str, to: str) -> int:
    """16.4.5.1-2 By the terrain that is entered, or one along a road."""
    if frozenset((at, to)) in facts().roads:
        return 1
    return {"clear": 2, "woods": 3, "rough": 4, "moor": 4, "mountain": 5}.get(
        facts().hexes[to].terrain, 2
    )


def berwick_is_lost(state: State) -> bool:
    return "berwick_scottish" in state.flags


# -- who holds what ---------------------------------------------------------------------------------


def people(state: State, side: str, at: str) -> list[str]:
    """The free leaders of a side in a hex."""
    found = []
    for id in facts().leaders:
        one = state.leaders[id]
        if one.status == "free" and one.side == side and one.at == at:
            found.append(id)
    return found


def holder(state: State, at: str) -> str:
    """C57, C191 The fort belongs to the owner of its garrison; without a man in it to whose marker lies there."""
    if at not in castles():
        return ""
    if at in state.garrisons and len(state.garrisons[at].units) > 0:
        return state.garrisons[at].side
    return state.control.get(facts().areas[facts().hexes[at].area].group, "")


def is_closed(state: State, side: str, at: str) -> bool:
    """C66 An enemy-held unreduced fortification; C11 Berwick while it is Scottish."""
    if facts().hexes[at].town == "Berwick" and berwick_is_lost(state):
        return True
    reduced = at in state.sieges and state.sieges[at].reduced
    return at in castles() and not reduced and holder(state, at) == OPPONENT[side]


def is_in_zone(state: State, side: str, at: str, leaving: str = "") -> bool:
    """16.4.5.3, C67, C70, C116 Beside an enemy leader with a unit who is not inside; not across a river, nor into a
    fortification; who shares the hex that is left does not count."""
    for to in beside(at):
        if to == leaving or at in castles() or frozenset((at, to)) in facts().rivers:
            continue
        for id in people(state, OPPONENT[side], to):
            one = state.leaders[id]
            if one.army and not one.inside and not one.rides:
                return True
    return False


def may_enter(state: State, id: str, at: str) -> bool:
    """C16, C180 Not with enemies in the hex, but for a force where all of them are alone and in the open."""
    one = state.leaders[id]
    if is_closed(state, one.side, at):
        return False
    foes = [state.leaders[foe] for foe in people(state, OPPONENT[one.side], at)]
    if not foes:
        return True
    return bool(one.army) and not any(foe.army or foe.inside for foe in foes)


def may_stand(state: State, side: str, at: str) -> bool:
    """C117 A hex without an enemy leader that is not closed."""
    return not is_closed(state, side, at) and not people(state, OPPONENT[side], at)


# -- ways -------------------------------------------------------------------------------------------


def ways(
    state: State, id: str, points: int, bound: bool, moved: bool, unseen: bool
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """16.4.5 Every way hex by hex, with what it costs; the cheapest to each hex, of those with one price that of fewer
    hexes and lower ids. C162 At least one hex as the first step."""
    one = state.leaders[id]
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {}

    def go_on(here: str, paid: int, path: tuple[str, ...]) -> None:
        for to in beside(here):
            cost = paid + price(here, to)
            from_zone = bound and not path and is_in_zone(state, one.side, to, leaving=one.at)
            if (
                to == one.at
                or to in path
                or cost > points
                or from_zone
                or not may_enter(state, id, to)
            ):
                continue
            way = (*path, to)
            found = (cost, len(way), way)
            if to not in best or found < best[to]:
                best[to] = found
            stops = not unseen and is_in_zone(state, one.side, to)
            if not stops and not people(state, OPPONENT[one.side], to):
                go_on(to, cost, way)

    go_on(one.at, 0, ())
    for to in beside(one.at) if not moved else ():
        from_zone = bound and is_in_zone(state, one.side, to, leaving=one.at)
        if to not in best and may_enter(state, id, to) and not from_zone:
            best[to] = (points, 1, (to,))
    return {to: (cost, path) for to, (cost, _, path) in best.items()}


def retreats(state: State, id: str, most: int) -> dict[str, tuple[int, tuple[str, ...]]]:
    """16.4.6.13, C179 Where a leader gets with so many steps: the fewest hexes of enemy Zones on his way, of such ways
    the shortest, then the lower ids."""
    one = state.leaders[id]
    now: dict[str, tuple[int, tuple[str, ...]]] = {one.at: (0, ())}
    found: dict[str, tuple[int, int, tuple[str, ...]]] = {}
    for step in range(most):
        then: dict[str, tuple[int, tuple[str, ...]]] = {}
        for here, (many, before) in now.items():
            way = (*before, here) if step else ()
            for to in beside(here):
                if may_stand(state, one.side, to):
                    breaches = many + is_in_zone(state, one.side, to)
                    then[to] = min((breaches, way), then.get(to, (breaches, way)))
            if is_on_the_border(state, here):
                abroad = ABROAD + "scotland"
                found[abroad] = min((many, step, way), found.get(abroad, (many, step, way)))
        now = then
        for to, (many, way) in then.items():
            found[to] = min((many, step, way), found.get(to, (many, step, way)))
    found.pop(one.at, None)
    return {to: (many, way) for to, (many, _, way) in found.items()}


def is_on_the_border(state: State, at: str) -> bool:
    """C10 The Carlisle hex or the Berwick hex; any hex beside Berwick while the Scots hold it."""
    town = facts().hexes[at].town
    if not berwick_is_lost(state):
        return town in ("Carlisle", "Berwick")
    return town == "Carlisle" or any(facts().hexes[to].town == "Berwick" for to in beside(at))


def open_port(state: State, at: str) -> tuple[str, ...]:
    """C11, C121 The sea zones of a port that is not closed."""
    shut = facts().hexes[at].town == "Berwick" and berwick_is_lost(state)
    return () if shut else facts().hexes[at].port


def flights(state: State, at: str) -> set[str]:
    """C69, C125 From a port hex to any territory; Scotland over the border."""
    found = set(facts().territories) if open_port(state, at) else set()
    return found | ({"scotland"} if is_on_the_border(state, at) else set())


# -- outside Campaigns ------------------------------------------------------------------------------


def controlled(state: State, area: str) -> str:
    return state.control.get(facts().areas[area].group, "")


def stations(state: State, side: str, area: str) -> set[str]:
    """C115, C117 Any hex of the area in which he may stand; a one-hex area may always be entered."""
    there = {at for at, one in facts().hexes.items() if one.area == area}
    return there if len(there) == 1 else {at for at in there if may_stand(state, side, at)}


def voyages(state: State, side: str, area: str) -> dict[str, int]:
    """11.3, C46, C121 From a friendly open port to one on the same or the next sea zone: a friendly one for a point, a
    neutral one for three. 15.3 Ireland from the Isle of Mann, France from the Channel Islands, Scotland from any
    North Sea port."""

    def zones_of(one: str) -> set[str]:
        return {
            z for at, hex in facts().hexes.items() if hex.area == one for z in open_port(state, at)
        }

    mine, found = zones_of(area), dict[str, int]()
    if not mine or controlled(state, area) != side:
        return {}
    reach = mine | {near for zone in mine for near in facts().zones[zone]}
    for to in facts().areas:
        if to != area and zones_of(to) & reach and controlled(state, to) != OPPONENT[side]:
            found[to] = 1 if controlled(state, to) == side else 3
    if area == "isle_of_mann":
        found["ireland"] = 1
    if area == "channel_islands":
        found["france"] = 1
    if "north_sea" in mine:
        found["scotland"] = 1
    return found


def marches(state: State, side: str, start: str) -> set[str]:
    """11.1, 11.2, C198 Any adjacent area; along a road any that is friendly or neutral, through such areas; a besieged
    friendly one is entered and not left."""
    found = set(facts().areas[start].adjacent)
    for road in facts().highways:
        links = {frozenset(road.areas[at : at + 2]) for at in range(len(road.areas) - 1)}
        seen = {start} if start in road.areas else set()
        edge = list(seen)
        while edge:
            here = edge.pop()
            siege = state.sieges.get(facts().areas[here].fort_hex)
            held = siege is not None and not siege.reduced and siege.by == OPPONENT[side]
            if here != start and held and controlled(state, here) == side:
                continue
            for link in links:
                for to in link - {here} if here in link else ():
                    if to not in seen and controlled(state, to) != OPPONENT[side]:
                        seen.add(to)
                        edge.append(to)
        found |= seen - {start}
    return found


def homecomings(state: State, side: str, territory: str) -> dict[str, int]:
    """C119 Home by the routes out, to friendly ports; C190 to the neutral Isle of Mann from Ireland and the neutral
    Channel Islands from France for three points. 15.3 Burgundy and France are reached from Calais by land."""
    islands = {"ireland": "isle_of_mann", "france": "channel_islands"}
    found = {}
    for to in facts().areas:
        zones = {
            zone
            for at, hex in facts().hexes.items()
            if hex.area == to
            for zone in open_port(state, at)
        }
        if not zones or controlled(state, to) == OPPONENT[side]:
            continue
        friendly = controlled(state, to) == side
        northern = territory == "scotland" and friendly and "north_sea" in zones
        if to == islands.get(territory) or northern:
            found[to] = 1 if friendly else 3
    return found


def over_borders(start: str) -> set[str]:
    """3.1.5.2 Scotland from Carlisle and Bamburgh, France and Burgundy from Calais; and back."""
    gates = {"scotland": {"carlisle", "bamburgh"}, "france": {"calais"}, "burgundy": {"calais"}}
    if start in facts().territories:
        return gates.get(start, set())
    return {land for land, some in gates.items() if start in some}


def beach_at(state: State, side: str, port: str) -> set[str]:
    """C124 The port, or where the enemy holds its fortification an open hex of that area beside it."""
    if not is_closed(state, side, port):
        return {port} if may_stand(state, side, port) else set()
    area = facts().hexes[port].area
    open_ = [
        to for to in beside(port) if facts().hexes[to].area == area and may_stand(state, side, to)
    ]
    return {min(open_)} if open_ else set()


def landings(state: State, side: str, territory: str) -> set[str]:
    """C69 Ports on the sea of a territory (C12), each as C124 has it; C125 Scotland also by the border hexes."""
    sea = {
        "scotland": "north_sea",
        "ireland": "irish_sea",
        "france": "english_channel",
        "burgundy": "north_sea",
    }[territory]
    found: set[str] = set()
    for at in facts().hexes:
        if sea in open_port(state, at):
            found |= beach_at(state, side, at)
        if territory == "scotland" and is_on_the_border(state, at) and may_stand(state, side, at):
            found.add(at)
    return found


@cache
def prices() -> dict[tuple[str, str], int]:
    return {(at, to): price(at, to) for at in facts().hexes for to in beside(at)}


def cheapest(goal: str, shut: Collection[str] = ()) -> dict[str, int]:
    """16.4.5.1-2 From everywhere, over a map of which only some hexes are shut: prices are taken off until nothing
    gets cheaper."""
    found, changed = {goal: 0}, True
    while changed:
        changed = False
        for at in facts().hexes:
            known = [
                prices()[at, to] + found[to] for to in beside(at) if to in found and to not in shut
            ]
            if at != goal and known and min(known) < found.get(at, min(known) + 1):
                found[at], changed = min(known), True
    return found


def apart(a: str, b: str) -> int:
    """In hexes, straight over the grid and the sea, ring by ring; C9 the Tower lies one beyond London."""
    if a != b and "tower" in (facts().hexes[a].area, facts().hexes[b].area):
        tower, other = (a, b) if facts().hexes[a].area == "tower" else (b, a)
        return 1 + apart(beside(tower)[0], other)
    spots = {id: (one.q, one.r) for id, one in facts().hexes.items()}
    ring, steps = {spots[a]}, 0
    while spots[b] not in ring:
        ring |= {(q + x, r + y) for q, r in ring for x, y in SIX}
        steps += 1
    return steps


def joins_on(state: State, main: str, target: str, at: str) -> int:
    """16.4.6.2, C72, C167 A die of the main leader's Quality less the points from his hex to the force's, not through
    the target, enemies or what is closed; always a 1."""
    one = state.leaders[main]
    shut = {
        to
        for to in facts().hexes
        if to == target or (to != at and not may_stand(state, one.side, to))
    }
    far = cheapest(at, shut).get(one.at, 1000) if at != target else 1000
    quality = facts().leaders[main].ratings[one.side].quality
    return max(1, min(6, quality - far))


# -- the order of things ------------------------------------------------------------------------------


def heirs(side: str) -> list[str]:
    """18.2 The royal leaders of a side in their fixed order, short of the Pretender; Henry VI before the Prince (C213)."""
    return {
        "york": ["edward_march", "gloucester"],
        "lancaster": ["henry_vi", "edward_wales", "henry_tudor"],
    }[side]


def prospects(state: State, side: str, area: str) -> float:
    """For robots: the best of what areas are worth, each less for every step that it is away."""
    worth, far = {area: politics.target(state, side, area)}, {area}
    for steps in range(1, politics.STEPS):
        far = {to for one in far for to in facts().areas[one].adjacent} - set(worth)
        for to in far:
            worth[to] = politics.FARTHER**steps * politics.target(state, side, to)
    return max(worth.values())
