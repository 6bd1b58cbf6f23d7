"""8.6, 16.4.6.11.1-2 Captives escape, or are executed."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.s8_points import at_least, can_buy
from pbem.games.plantagenet_1450.state import Points, State

ESCAPE = "escape"
EXECUTION = "execution"
CALAIS = "calais"
"""What no execution neutralises (C91)."""


@decision("escape {leader} [with {hexes}]", rule="16.4.6.11.1")
class Escape(Decision):
    """To the first hex of the area, or the one that is named."""

    leader: Piece
    hexes: tuple[Place, ...] = ()


@decision("execute {leader}", rule="16.4.6.11.2")
class Execute(Decision):
    leader: Piece


@decision("neutralise {area}", rule="16.4.6.11.2")
class Neutralise(Decision):
    area: board.Marker


# -- escape -----------------------------------------------------------------------------------------


def fill_escapes(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ESCAPE):
        return
    for leader in menu.pick("leader", captives(state, points.side)):
        others = refuges(state, leader)[1:]
        note = partial(escape_note, state, leader)
        menu.offer(Escape(leader), note, hexes=subset_of(others, 1))


def captives(state: State, side: str) -> list[str]:
    """The captive leaders of a side."""
    return [id for id, one in state.leaders.items() if one.side == side and one.status == "captive"]


def refuges(state: State, id: str) -> list[str]:
    """Where in the area he may stand when he is free, the usual hex first (C118)."""
    leader = state.leaders[id]
    area = board.area_of(leader.at)
    if area is None:
        return [leader.at]
    inside = stacks.stations(state, leader.side, area.id)
    return inside or [zones.nearest_free(state, leader.side, leader.at)]


def walls(state: State, id: str) -> int:
    """C90 What his die must exceed before Treasury: fortification value, none of a reduced one, and the
    garrison; C147 who is taken along by a captor has another value."""
    leader = state.leaders[id]
    if leader.captor or leader.at not in facts().forts:
        return int(facts().tables["escape"]["value_with_captor"])
    garrison = state.garrisons.get(leader.at)
    guards = garrison is not None and garrison.side != leader.side
    value = 0 if board.is_reduced(state, leader.at) else facts().forts[leader.at].fort_value
    return value + (len(garrison.units) if garrison is not None and guards else 0)


def escape_note(state: State, id: str) -> str:
    to = board.name(refuges(state, id)[0])
    return f"on {at_least(walls(state, id) + 1)} before Treasury, to {to}"


async def escape(table: Table[State], points: Points, order: Escape) -> None:
    """16.4.6.11.1 A captive who rolls above the walls of his castle, with Treasury, is free; else he stays."""
    state = table.state
    points.left -= 1
    id = order.leader
    name = leaders.subject(id)
    least = walls(state, id) + 1
    least -= await treasury.bid(
        table, points.side, f"the escape of {leaders.the(id)}", about=ESCAPE
    )
    if await table.roll(f"escape of {id}", at_least(least), "16.4.6.11.1") < least:
        table.say("16.4.6.11.1", f"{name} does not escape.", about=(id,))
        return
    leader = state.leaders[id]
    leader.status, leader.captor = "free", ""
    leader.at = order.hexes[0] if order.hexes else refuges(state, id)[0]
    table.say("16.4.6.11.1", f"{name} escapes to {board.name(leader.at)}.", about=(leader.side, id))


# -- execution --------------------------------------------------------------------------------------


def fill_executions(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, EXECUTION):
        return
    prisoners = captives(state, state.enemy(points.side))
    for leader in menu.pick("leader", prisoners):
        why = mercy(state, points.side, leader)
        if why:
            menu.bar(Execute(leader), why)
        else:
            side = board.side_name(state.leaders[leader].side)
            many = price(state, leader)
            menu.offer(Execute(leader), f"{side} neutralises {many} areas of yours")


def mercy(state: State, side: str, id: str) -> str:
    """Why a captive cannot be executed; "" if he can (C148)."""
    leader = state.leaders[id]
    able = [other for other in leaders.at(state, leader.at, side) if leaders.commands(state, other)]
    if facts().leaders[id].never_executed:
        return f"{leaders.the(id, goes_on=True)} is never executed (16.4.6.11.3)"
    if leader.captor or leader.at not in facts().forts:
        return f"{leaders.the(id, goes_on=True)} is held in no fortification (C147)"
    if not able:
        return f"no leader of yours who can act is in the hex, {board.name(leader.at)} (C148)"
    return ""


def price(state: State, id: str) -> int:
    """16.4.6.11.2 How many areas his death costs: his loyalty, or six for one whose loyalty is `*`."""
    return leaders.rating(state, id).loyalty or facts().execution_of_star


async def execute(table: Table[State], points: Points, id: str) -> None:
    """Execute a captive, unless a Response saves him (6.4); his side neutralises areas of the other's (C91)."""
    state = table.state
    points.left -= 1
    side, many = state.leaders[id].side, price(state, id)
    if await captures.reaches_sanctuary(table, id, "executed"):
        return
    captures.die(table, id, "16.4.6.11.2", "is executed")
    for areas_due in range(many, 0, -1):
        areas = losses(state, points.side)
        if len(areas) <= areas_due:
            for area in areas:
                convert(table, facts().areas[area], NEUTRAL, "16.4.6.11.2")
            return
        answer = await table.ask(
            Request[Neutralise](
                side,
                "avenge",
                f"{leaders.subject(id)} is executed. Which area that "
                f"{board.side_name(points.side)} controls becomes neutral? {areas_due} to go.",
                "16.4.6.11.2",
                partial(fill_losses, areas=areas),
            )
        )
        convert(table, facts().areas[answer.area], NEUTRAL, "16.4.6.11.2")


def losses(state: State, side: str) -> list[str]:
    """C91, C148 The control units of a side, Calais excepted: the first area of each."""
    some = [
        facts().groups[group][0] for group in facts().groups if state.control.get(group) == side
    ]
    return [area for area in some if area != CALAIS]


def fill_losses(menu: Menu, areas: list[str]) -> None:
    for area in menu.pick("area", areas):
        menu.offer(Neutralise(area), board.control_name(area))
