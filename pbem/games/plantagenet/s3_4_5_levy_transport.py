"""3.4.5 Levy Transport: two Carts, or one Ship."""

from __future__ import annotations

from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_3_1_blockade import blockade, uses_closed_port, warning
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


def no_ship(state: State, lord: str) -> str:
    """1.7.3, 3.4.5 Why a Lord cannot add a Ship, or "".

    He must be at a Friendly Port or in an Exile box, have fewer than two Ships, and fewer than nine
    Lords of both sides, himself counted, may have any (C29).
    """
    limits, here = facts().limits, state.lords[lord].at
    if not board.is_port(here) and not board.is_box(here):
        return f"{board.name(here)} is neither a Port nor an Exile box (3.4.5)"
    if state.lords[lord].ships >= limits["ships_per_lord"]:
        return f"{lords.name(lord)} has two Ships already (1.7.3)"
    if not lords.room_for_ships(state, seen_by=lords.side_of(lord)):
        return "nine Lords of both sides have Ships already (3.4.5)"
    return ""


def fill_levy_transport(menu: Menu, state: State, lord: str) -> None:
    carts = facts().limits["carts_per_levy_action"]
    menu.offer_line(f"{lord}: carts", rule="3.4.5", note=f"adds {carts} Carts")
    reason = no_ship(state, lord)
    if reason:
        menu.bar_line(f"{lord}: ship", reason)
    else:
        note = "adds 1 Ship" + warning(state, lord, state.lords[lord].at)
        menu.offer_line(f"{lord}: ship", rule="3.4.5", note=note)


async def levy_transport(table: Table[State], lord: str, kind: str) -> None:
    """3.4.5 Depletion neither matters nor follows.

    Args:
        kind: "carts" or "ship".
    """
    mat, limits = table.state.lords[lord], facts().limits
    side, openly = lords.side_of(lord), f"{lords.name(lord)} gathers Transport."
    if kind == "carts":
        mat.carts += limits["carts_per_levy_action"]
        carts = limits["carts_per_levy_action"]
        tell(table, "3.4.5", side, f"{lords.name(lord)} gathers {carts} Carts.", openly)
        return
    if uses_closed_port(table.state, lord, mat.at) and not await blockade(
        table, lord, "ship", "3.4.5"
    ):
        return
    if not lords.room_for_ships(table.state):  # he could not see it behind the screens (C29)
        text = f"{lords.name(lord)} fits out no Ship: nine Lords of both sides have some already."
        table.say("3.4.5", text, about=(lord,))
        return
    mat.ships += limits["ships_per_levy_action"]
    tell(table, "3.4.5", side, f"{lords.name(lord)} fits out a Ship.", openly)
