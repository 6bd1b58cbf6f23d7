"""11.3.1, C60 Leaders whom a card moves: landings with an army, the invasion of France, journeys without one."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s11_3_2_interception as interception
from pbem.games.plantagenet_1450 import s16_4_4_attrition as attrition
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_selectors import (
    Resolution,
    areas_named,
    bind_area,
    leaders_named,
    where,
)
from pbem.games.plantagenet_1450.s16_4_5_4_exile import route
from pbem.games.plantagenet_1450.state import State

SEA = "sea"
REACH = 2
"""Of how many zones a landing touches at most: that which he leaves, and the next (C184)."""


@decision("{leader}: go {area} [with {hexes}]", rule="6.2.5")
class Go(Decision):
    """A hex of it other than the first may be named (C118)."""

    leader: Piece
    area: Place
    hexes: tuple[Place, ...] = ()


@decision("{leader}: wait", rule="6.2.5", passes=True)
class StayThere(Decision):
    leader: Piece


async def by_card(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """`move` in `effects.md`."""
    for id in leaders_named(table.state, play, step["leader"]):
        if not leaders.is_free(table.state, id):
            continue
        if step["mode"] == SEA:
            await sail(table, play, id, step)
        else:
            await travel(table, play, id, step)


async def travel(table: Table[State], play: Resolution, id: str, step: dict[str, Any]) -> None:
    """To one of the areas that the card names, unless he is there; nobody intercepts."""
    state = table.state
    ends = areas_named(state, play, step["to"])
    if where(state, id) in ends:
        return
    hexes = {end: stacks.stations(state, state.leaders[id].side, end) for end in ends}
    to = await chosen(table, play, id, hexes, bool(step.get("optional")))
    if to:
        land(table, play, step, id, to)


async def sail(table: Table[State], play: Resolution, id: str, step: dict[str, Any]) -> None:
    """A card sends a leader by sea with his army, of which the crossing takes its toll (11.3.1).

    Who is kept in harbour or intercepted stays where he is, and nothing more comes of the card (C123).
    """
    state = table.state
    if isinstance(step["to"], str) and board.is_abroad(step["to"]):
        to, ends = step["to"], facts().territories[board.territory(step["to"])].zones
    else:
        some = [end for end in areas_named(state, play, step["to"]) if can_land(state, id, end)]
        hexes = {end: beaches(state, state.leaders[id].side, end) for end in some}
        to = await chosen(table, play, id, hexes, optional=False)
        if not to:
            play.stopped = True
            return
        ends = board.port_zones(state, facts().hexes[to].area)
    zones = list(dict.fromkeys((*own_zones(state, id, to), *route(zones_of(state, id), ends))))
    if await interception.is_stopped_by_card(table, id, to):
        play.stopped = True
        return
    await attrition.attrition(table, id, step["attrition"], "11.3.1")
    if await interception.is_intercepted(table, id, to, zones):
        table.say(
            "11.3.2",
            f"{leaders.subject(id)} is intercepted and stays {board.at_place(state.leaders[id].at)}.",
            about=(id,),
        )
        play.stopped = True
        return
    land(table, play, step, id, to)


def zones_of(state: State, id: str) -> tuple[str, ...]:
    """The sea zones of the place from which he sails."""
    at = state.leaders[id].at
    if board.is_abroad(at):
        return facts().territories[board.territory(at)].zones
    return board.port_zones(state, facts().hexes[at].area)


def own_zones(state: State, id: str, to: str) -> tuple[str, ...]:
    """C220 Who invades France may be met on every zone of his ports."""
    return zones_of(state, id) if board.is_abroad(to) else ()


def can_land(state: State, id: str, area: str) -> bool:
    """C184 A port area of England on a zone that touches the place he leaves, or on the next zone."""
    ports = board.port_zones(state, area)
    if area in facts().overseas or not ports or area == where(state, id):
        return False
    return len(route(zones_of(state, id), ports)) <= REACH and bool(
        beaches(state, state.leaders[id].side, area)
    )


def beaches(state: State, side: str, area: str) -> list[str]:
    """The hexes in which he may come ashore: any of C117, but beside the port if its fortification is the enemy's
    (C124)."""
    able = stacks.stations(state, side, area)
    ports = [at for at in facts().area_hexes[area] if board.port(state, at)]
    if any(at in able for at in ports):
        return able
    return [at for at in able if any(at in facts().beside[port] for port in ports)]


async def chosen(
    table: Table[State], play: Resolution, id: str, hexes: dict[str, list[str]], optional: bool
) -> str:
    """The hex to which his side sends him; "" if it lets him stay, or there is none.

    Args:
        hexes: those in which he may stand, by area, the usual one first.
    """
    if not any(hexes.values()):
        return ""
    answer = await table.ask(
        Request[Go | StayThere](
            table.state.leaders[id].side,
            "card_move",
            f"{play.title}: where does {leaders.the(id, goes_on=True)} go?",
            "6.2.5",
            partial(fill_ends, id=id, hexes=hexes, optional=optional),
        )
    )
    if not isinstance(answer, Go):
        return ""
    return answer.hexes[0] if answer.hexes else hexes[answer.area][0]


def fill_ends(menu: Menu, id: str, hexes: dict[str, list[str]], optional: bool) -> None:
    for area in menu.pick("area", [area for area, able in hexes.items() if able]):
        first, *others = hexes[area]
        note = f"at {board.hex_in(area, first)}"
        menu.offer(Go(id, area), note, hexes=subset_of(others, 1))
    if optional:
        menu.offer(StayThere(id))


def land(table: Table[State], play: Resolution, step: dict[str, Any], id: str, to: str) -> None:
    state = table.state
    leader = state.leaders[id]
    start, leader.carrier = leader.at, ""
    leaders.go(state, id, to)
    bind_area(play, step["to"], where(state, id))
    text = f"{leaders.subject(id)} comes to {board.name(to)}{leaders.along(state, id)}."
    about = leaders.move_event(state, id, board.word(start), board.word(to))
    table.say("11.3.1" if step["mode"] == SEA else "6.2.5", text, "move", about)
