"""11.3, 8.10 Sea movement: from a friendly port to another on the same or an adjacent sea zone, or abroad and back.

One point to a friendly port or a foreign territory, three to a neutral port (C46, C120); one sea move a card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.once import Once
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Option, Subset, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s11_3_2_interception as interception
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.s8_points import can_buy
from pbem.games.plantagenet_1450.s16_4_5_4_exile import route
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "sea_movement"
NEXT_ZONE = 2
"""Of how many zones a voyage between ports touches at most (C121)."""


@decision("{leader}: sail {to} [with {party}]", rule="11.3")
class Sail(Decision):
    """To an area with a port, where he stands in its usual hex (C118), to a hex of it, or to a foreign territory."""

    leader: Piece
    to: Place
    party: tuple[Piece, ...] = ()


class Voyage(Struct, frozen=True):
    """What it costs, and the sea zones that it touches (C48, C122)."""

    cost: int
    zones: tuple[str, ...]


def fill_voyages(menu: Menu, state: State, points: Points) -> None:
    menu.bar_more(partial(bar_voyages, state=state, points=points))
    if points.sailed or not can_buy(points, ACTION):
        return
    words = Once(partial(stacks.words, state, points.side))
    for leader in menu.pick("leader", stacks.able(state, points.side)):
        along = subset_of(stacks.company(state, leader))
        for end, voyage in voyages(state, leader).items():
            if not can_buy(points, ACTION, voyage.cost):
                continue
            make = partial(option, leader, partial(voyage_note, end, voyage), along)
            menu.offer_each(make, words[end])


def option(leader: str, note: Callable[[], str], along: Subset, to: str) -> Option:
    return Option(Sail(leader, to), "", note, along)


def voyage_note(end: str, voyage: Voyage) -> str:
    by = " and ".join(facts().zone_names[zone] for zone in voyage.zones)
    points = "1 point" if voyage.cost == 1 else f"{voyage.cost} points"
    return f"{points}, to {stacks.spoken(end)} by the {by}"


def cost(state: State, side: str, area: str) -> int:
    """C46, C120 What landing in an area costs: one point in a friendly port, three in a neutral one; 0: not there."""
    action = facts().actions[ACTION]
    match state.control.get(facts().areas[area].group, NEUTRAL):
        case held if held == side:
            return int(action["cost_min"])
        case held if held == NEUTRAL:
            return int(action["cost_max"])
    return 0


def voyages(state: State, id: str) -> dict[str, Voyage]:
    """The port areas and territories that a leader can sail to from where he is."""
    leader = state.leaders[id]
    if board.is_abroad(leader.at):
        return crossings_home(state, leader.side, board.territory(leader.at))
    area = facts().hexes[leader.at].area
    zones_here = board.port_zones(state, area)
    if not zones_here or state.control.get(facts().areas[area].group) != leader.side:
        return {}
    voyages_to = {}
    for to in facts().ports:
        paid, zones_there = cost(state, leader.side, to), board.port_zones(state, to)
        if (
            to != area
            and paid
            and zones_there
            and len(chain := route(zones_here, zones_there)) <= NEXT_ZONE
        ):
            voyages_to[to] = Voyage(paid, tuple(chain))
    for land in facts().territories.values():
        if area in land.sea_areas or set(zones_here) & set(land.port_zones):
            least = int(facts().actions[ACTION]["cost_min"])
            voyages_to[land.id] = Voyage(least, tuple(route(zones_here, land.zones)))
    return voyages_to


def crossings_home(state: State, side: str, territory: str) -> dict[str, Voyage]:
    """C119, C190 Back by the routes out: to friendly ports, and to the neutral Isle of Mann or Channel Islands."""
    land = facts().territories[territory]
    voyages_to = {}
    for to in facts().ports:
        ports, paid = board.port_zones(state, to), cost(state, side, to)
        friendly = state.control.get(facts().areas[to].group) == side
        from_here = to in land.sea_areas or (friendly and set(ports) & set(land.port_zones))
        if paid and ports and from_here:
            voyages_to[to] = Voyage(paid, tuple(route(land.zones, ports)))
    return voyages_to


def bar_voyages(menu: Menu, state: State, points: Points) -> None:
    for id in leaders.free(state, points.side):
        for end in (*facts().areas, *facts().territories):
            menu.bar(Sail(id, end), partial(why_not, state, points, id, end))


def why_not(state: State, points: Points, id: str, end: str) -> str:
    """11.3 Why a leader cannot sail to `end`, which no voyage in his menu does."""
    leader = state.leaders[id]
    if leader.mad:
        return "a king out of his wits cannot move alone: another leader can carry him (C145)"
    if points.uses and ACTION not in points.uses:
        return "these points buy no sea movement (C139)"
    if points.sailed:
        return "one sea move a card (11.3)"
    voyage = voyages(state, id).get(end)
    if voyage is not None:
        return (
            f"it costs {count_text(voyage.cost, 'point')} (C46, C120)"
            if points.left < voyage.cost
            else "all its hexes are the enemy's (C117)"
        )
    if board.is_abroad(leader.at):
        return "home from there by the routes out only, to friendly ports (C119)"
    area = facts().hexes[leader.at].area
    if not board.port_zones(state, area):
        return "he stands in no area with an open port (11.3)"
    if state.control.get(facts().areas[area].group) != leader.side:
        return "the port he stands in is not friendly (11.3)"
    if end in facts().territories:
        return "no ship goes there from this port (15.3)"
    if not board.port_zones(state, end):
        return "it has no open port (11.3)"
    if not cost(state, leader.side, end):
        return "the enemy holds that port (11.3)"
    return "it lies neither on the same sea zone nor on an adjacent one (11.3)"


async def sail(table: Table[State], points: Points, order: Sail) -> None:
    """C121, C123 A whole stack makes one sea move. If it is stopped, it stays, and what was paid is lost."""
    state = table.state
    leader = state.leaders[order.leader]
    start = leader.at
    to = stacks.meant(state, leader.side, order.to)
    area = board.area_of(to)
    voyage = voyages(state, order.leader)[area.id if area is not None else order.to]
    points.left -= voyage.cost
    points.sailed, points.apart = True, []
    along = f" with {leaders.the_names(order.party)}" if order.party else ""
    table.say(
        "11.3", f"{leaders.subject(order.leader)} sails for {stacks.spoken(order.to)}{along}."
    )
    if await interception.is_stopped(table, order.leader, to, list(voyage.zones)):
        return
    stacks.go(state, order.leader, order.party, to)
    lands = "lands at" if area is not None else "arrives in"
    along = leaders.along(state, order.leader, order.party)
    table.say(
        "11.3",
        f"{leaders.subject(order.leader)} {lands} {board.name(to)}{along}.",
        "move",
        about=leaders.move_event(state, order.leader, board.word(start), board.word(to)),
    )
