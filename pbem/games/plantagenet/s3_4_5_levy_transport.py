"""3.4.5 Levy Transport: two Carts, or one Ship."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import LevyAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_3_1_blockade import blockade, uses_closed_port, warning
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("{lord}: carts", rule="3.4.5")
class LevyCarts(LevyAction):
    """3.4.5 Two Carts."""


@decision("{lord}: ship", rule="3.4.5")
class LevyShip(LevyAction):
    """3.4.5 One Ship."""


def no_ship(state: State, lord: str) -> str:
    """1.7.3, 3.4.5 Why a Lord cannot add a Ship, or "".

    He must be at a Friendly Port or in an Exile box, have fewer than two Ships, and fewer than nine
    Lords of both sides, himself counted, may have any (C29).
    """
    limits, place = facts().limits, state.lords[lord].at
    if not board.is_port(place) and not board.is_box(place):
        return f"{board.name(place)} is neither a Port nor an Exile box (3.4.5)"
    if state.lords[lord].ships >= limits["ships_per_lord"]:
        return f"{lords.name(lord)} has two Ships already (1.7.3)"
    if not lords.room_for_ships(state, seen_by=lords.side_of(lord)):
        return "nine Lords of both sides have Ships already (3.4.5)"
    return ""


def fill_levy_transport(menu: Menu, state: State, lord: str) -> None:
    if menu.wants(LevyCarts):
        menu.offer(LevyCarts(lord), partial(carts_note, state))
    if menu.wants(LevyShip):
        if reason := no_ship(state, lord):
            menu.bar(LevyShip(lord), reason)
        else:
            menu.offer(LevyShip(lord), partial(ship_note, state, lord))


def carts_note(state: State) -> str:
    adds = f"adds {facts().limits['carts_per_levy_action']} Carts"
    return "; ".join(filter(None, [adds, forecast.waste_note(state, "carts")]))


def ship_note(state: State, lord: str) -> str:
    adds = f"adds {facts().limits['ships_per_levy_action']} Ship"
    adds += warning(state, lord, state.lords[lord].at)
    return "; ".join(filter(None, [adds, forecast.waste_note(state, "ships")]))


async def levy_transport(table: Table[State], action: LevyCarts | LevyShip) -> None:
    """3.4.5 A Lord gathers Carts or a Ship. Depletion of the place does not matter, and is not caused by it."""
    lord, limits = action.lord, facts().limits
    mat, side, name = table.state.lords[lord], lords.side_of(lord), lords.name(lord)
    openly = f"{name} gathers Transport."
    match action:
        case LevyCarts():
            carts = limits["carts_per_levy_action"]
            mat.carts += carts
            tell(table, "3.4.5", side, f"{name} gathers {carts} Carts.", openly)
        case LevyShip():
            by_closed_port = uses_closed_port(table.state, lord, mat.at)
            if by_closed_port and not await blockade(table, lord, "ship", "3.4.5"):
                return
            if not lords.room_for_ships(table.state):  # unseen behind the screens (C29)
                text = f"{name} gets no Ship: nine Lords of both sides have Ships already."
                table.say("3.4.5", text, about=(lord,))
                return
            mat.ships += limits["ships_per_levy_action"]
            tell(table, "3.4.5", side, f"{name} fits out a Ship.", openly)
