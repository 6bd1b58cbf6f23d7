"""8.7, 13.1 Garrisons: Men-at-Arms of the Force Pool hold a fortification."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import Area, facts
from pbem.games.plantagenet_1450.s8_2_control import areas_of
from pbem.games.plantagenet_1450.s8_points import can_buy
from pbem.games.plantagenet_1450.s16_4_6_0_withdrawal import GARRISON, places
from pbem.games.plantagenet_1450.state import Garrison, Points, State, Unit

ACTION = "garrison"


@decision("garrison {area}", rule="8.7")
class PutGarrison(Decision):
    """One unit for one point."""

    area: Place


def fill_garrisons(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ACTION):
        return
    for area in menu.pick("area", [one.id for one in facts().forts.values()]):
        if not bar(state, points.side, facts().areas[area]):
            menu.offer(PutGarrison(area), partial(note, state, facts().areas[area]))
    menu.bar_more(partial(bar_garrisons, state=state, side=points.side))


def note(state: State, area: Area) -> str:
    room = places(state, area.fort_hex)
    return f"{area.fort_name} has room for {room}; 1 Treasury a unit each turn (13.1.4)"


def bar_garrisons(menu: Menu, state: State, side: str) -> None:
    for area in facts().forts.values():
        menu.bar(PutGarrison(area.id), bar(state, side, area))


def bar(state: State, side: str, area: Area) -> str:
    """Why a side can put no unit there; "" if it can."""
    if state.control.get(area.group) != side:
        return "the area is not yours (8.7)"
    if board.is_reduced(state, area.fort_hex):
        return f"{area.fort_name} is reduced (C203)"
    if not board.holds_fort(state, side, area.fort_hex):
        return f"an enemy garrison holds {area.fort_name} (C57)"
    if area.id not in areas_of(state, side):
        return f"no leader of yours who can act is in {area.name} (13.1.1, C203)"
    if not places(state, area.fort_hex):
        return f"{area.fort_name} holds no more than {area.fort_value} (13.1.2)"
    if not state.pool[side].get(GARRISON):
        return "no Men-at-Arms are in your Force Pool (13.1.1)"
    return ""


def put(table: Table[State], points: Points, area: str) -> None:
    """13.1.3 It never moves again."""
    state = table.state
    points.left -= 1
    side, known = points.side, facts().areas[area]
    remainder = state.pool[side][GARRISON] - 1
    pool = {**state.pool[side], GARRISON: remainder}
    state.pool[side] = {kind: many for kind, many in pool.items() if many}
    garrison = state.garrisons.setdefault(known.fort_hex, Garrison(side))
    garrison.side = side
    garrison.units.append(Unit(GARRISON))
    units = leaders.army_text(garrison.units)
    text = f"{board.side_name(side)} now garrisons {known.fort_name} with {units}."
    table.say("13.1.1", text, about=(known.fort_hex,))
