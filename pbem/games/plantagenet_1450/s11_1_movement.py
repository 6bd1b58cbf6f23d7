"""11.1-2, 8.10 Area movement and road movement: a point moves a leader and those whom he carries.

To an adjacent area, whatever its control; or along one road through friendly and neutral areas (C45). From the
border areas also to Scotland, Burgundy and France, and back (C119, 15.3).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu, Option, Subset, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450.facts import NEUTRAL, Road, facts
from pbem.games.plantagenet_1450.s8_points import can_buy
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "movement"


@decision("{leader}: move {to} [with {party}]", rule="11.1")
class Move(Decision):
    """To an area, where he stands in its usual hex (C118), to a hex of it, or over a border."""

    leader: Piece
    to: Place
    party: tuple[Piece, ...] = ()


class Way(Struct, frozen=True):
    """How an area is reached: `road`: its name, "" for a step into the next area; `path`: the areas between."""

    road: str = ""
    path: tuple[str, ...] = ()

    @property
    def rule(self) -> str:
        return "11.2" if self.road else "11.1"


def fill_moves(menu: Menu, state: State, points: Points) -> None:
    words = Once(partial(stacks.words, state, points.side))
    for leader in menu.pick("leader", movers(state, points)):
        free = leader in points.apart
        along = subset_of(stacks.company(state, leader))
        for end, way in ways(state, leader).items():
            make = partial(option, leader, way, partial(way_note, end, way, free), along)
            menu.offer_each(make, words[end])
    menu.bar_more(partial(bar_moves, state=state, points=points))


def option(leader: str, way: Way, note: Callable[[], str], along: Subset, to: str) -> Option:
    return Option(Move(leader, to), way.rule, note, along)


def movers(state: State, points: Points) -> list[str]:
    """Who can be activated with a point, or was with the last one (11.1)."""
    some = stacks.able(state, points.side)
    return some if can_buy(points, ACTION) else [id for id in some if id in points.apart]


def way_note(end: str, way: Way, free: bool) -> str:
    through = ", ".join(facts().areas[area].name for area in way.path)
    by = f" by {board.road_text(way.road)}" if way.road else ""
    by += f" through {through}" if through else ""
    return f"{'free' if free else '1 point'}, to {stacks.spoken(end)}{by}"


def ways(state: State, id: str) -> dict[str, Way]:
    """The areas and territories that a leader can reach with one point, adjacent ones first."""
    leader = state.leaders[id]
    if board.is_abroad(leader.at):
        home = facts().territories[board.territory(leader.at)]
        return {area: Way() for area in home.land_areas}
    start = facts().hexes[leader.at].area
    ways_to = {area: Way() for area in facts().areas[start].adjacent}
    for territory in facts().territories.values():
        if start in territory.land_areas:
            ways_to[territory.id] = Way()
    for road in facts().roads_by[start]:
        for area, way in by_road(state, leader.side, start, road).items():
            if area not in ways_to or len(way.path) < len(ways_to[area].path):
                ways_to[area] = way
    return ways_to


def by_road(state: State, side: str, start: str, road: Road) -> dict[str, Way]:
    """11.2, C198 The areas that a side reaches from `start` along a road, each with its way.

    Enemy areas stop it before their border, a friendly one whose fortification the enemy besieges stops it there.
    """
    areas, able = facts().areas, (side, NEUTRAL)
    ways_to: dict[str, Way] = {}
    paths: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    while paths:
        area, path = paths.pop(0)
        if area != start and is_besieged(state, side, area):
            continue
        for to in road.beside[area]:
            if to == start or to in ways_to:
                continue
            if state.control.get(areas[to].group, NEUTRAL) not in able:
                continue
            ways_to[to] = Way(road.name, path)
            paths.append((to, (*path, to)))
    return ways_to


def is_besieged(state: State, side: str, area: str) -> bool:
    """11.2 A friendly area with a fortification that the enemy besieges."""
    area_facts = facts().areas[area]
    siege = state.sieges.get(area_facts.fort_hex)
    friendly = state.control.get(area_facts.group) == side
    return friendly and siege is not None and siege.by == state.enemy(side) and not siege.reduced


def bar_moves(menu: Menu, state: State, points: Points) -> None:
    for id in leaders.free(state, points.side):
        reach = ways(state, id)
        for end in (*facts().areas, *facts().territories):
            menu.bar(Move(id, end), partial(why_not, state, points, id, end, end in reach))


def why_not(state: State, points: Points, id: str, end: str, in_reach: bool) -> str:
    if state.leaders[id].mad:
        return "a king out of his wits cannot move alone: another leader can carry him (C145)"
    if points.uses and ACTION not in points.uses:
        return "these points buy no movement (C139)"
    if points.left < 1:
        return "no point is left (8.10)"
    if in_reach:
        return "all its hexes are the enemy's (C117)"
    area = board.area_of(state.leaders[id].at)
    if area is not None and area.id == end:
        return "already there (11.1)"
    if end in facts().territories:
        return "he stands in no area on its border (15.3)"
    return "it is not adjacent, and no road leads there through friendly and neutral areas (11.2)"


def move(table: Table[State], points: Points, order: Move) -> None:
    """8.10 Move a leader and his party for a point, or for none with the stack that has just moved (C47)."""
    state = table.state
    leader = state.leaders[order.leader]
    start = leader.at
    to = stacks.meant(state, leader.side, order.to)
    area = board.area_of(to)
    way = ways(state, order.leader)[area.id if area is not None else order.to]
    stacks.activate(state, points, order.leader, order.party, 1)
    stacks.go(state, order.leader, order.party, to)
    along = leaders.along(state, order.leader, order.party)
    by = f" by {board.road_text(way.road)}" if way.road else ""
    table.say(
        way.rule,
        f"{leaders.subject(order.leader)} moves{along} to {board.name(to)}{by}.",
        "move",
        about=leaders.move_event(state, order.leader, board.word(start), board.word(to)),
    )
