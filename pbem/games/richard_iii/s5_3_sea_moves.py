"""5.3 Sea moves, 5.31 ports, and the Piracy card's attacks by sea (5.1)."""

from __future__ import annotations

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.declared import NO
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_scenarios import BOMBARDS
from pbem.games.richard_iii.s5_2_land_moves import phase_of
from pbem.games.richard_iii.s5_22_pinning import pinned
from pbem.games.richard_iii.s6_3_attacks import enter
from pbem.games.richard_iii.state import State

PIRACY = "piracy"


@decision("{block}: sail {to} [{zone}]", rule="5.3")
class Sail(Decision):
    """5.3 To the coast of a sea zone; Pirates who can choose name the zone that they attack through."""

    block: blocks.OwnBlock
    to: Place
    zone: Place = ""


def ferry(here: str, to: str) -> str:
    return f"{here}__{to}"


def sails(state: State, id: str) -> bool:
    """5.3, C22 Scots, Welsh, Rebel and city levies never sail."""
    if blocks.block(id).kind == "bombard" and state.option(BOMBARDS) == NO:
        return False
    return blocks.block(id).sails


def price(state: State, here: str, to: str) -> int:
    """5.3, 5.31 One AP, or nothing for the second block between the same two major ports (C23)."""
    return 0 if ferry(here, to) in phase_of(state).ferries else 1


def barred(state: State, id: str, to: str, attacks: bool) -> str:
    """5.3 Why a block may not sail to an area of its sea zone; "" if it may."""
    phase = phase_of(state)
    side, here = phase.side, state.blocks[id].at
    if not sails(state, id):
        return f"{blocks.name(id)} never sail (5.3)"
    if board.foreign(state, to, side):
        return f"{board.name(to)} is an exile area of the enemy (2.7)"
    if attacks and phase.card != PIRACY:
        return "a sea move goes to a friendly or vacant area (5.3)"
    if price(state, here, to) > phase.ap:
        return "no Action Point is left for it (5.3)"
    return pinned(state, side, here)


def fill(menu: Menu, state: State) -> None:
    phase = phase_of(state)
    if not menu.wants(Sail) or not card(phase.card).sea:
        return
    foes = board.held_by(state, state.enemy(phase.side))
    for id in menu.pick("block", blocks.blocks_of(state, phase.side)):
        if not blocks.on_map(state, id) or id in phase.moved:
            continue
        here = state.blocks[id].at
        coasts = board.coasts(here)
        for to in menu.pick("to", coasts):
            attacks = to in foes
            cost = price(state, here, to)
            if why := barred(state, id, to, attacks):
                menu.bar(Sail(id, to), why)
            elif attacks and len(coasts[to]) > 1:
                for zone in menu.pick("zone", coasts[to]):
                    menu.offer(Sail(id, to, zone), f"{cost} AP, attacks through this zone", "5.1")
            else:
                note = f"{cost} AP" if cost else "no AP, second block of a ferry"
                menu.offer(Sail(id, to), note + (", attacks" if attacks else ""))


def sea_move(table: Table[State], id: str, to: str, zone: str) -> None:
    """5.3, 5.31 Two blocks for one AP between the same major ports; Pirates attack at 1 AP each."""
    state = table.state
    phase = phase_of(state)
    here = state.blocks[id].at
    attacks = board.occupied(state, to, state.enemy(phase.side))
    cost = price(state, here, to)
    phase.ap -= cost
    if not cost:
        phase.ferries.remove(ferry(here, to))
    elif board.area(here).port and board.area(to).port and not attacks:
        phase.ferries.append(ferry(here, to))
    phase.moving = ""
    phase.moved.append(id)
    state.blocks[id].at = to
    if attacks:
        enter(state, id, to, zone or board.coasts(here)[to][0])
    table.say(
        "5.3",
        f"{blocks.side_name(phase.side)} ships {'a block' if cost else 'another block'} from "
        f"{board.name(here)} to {board.name(to)}"
        f"{' through the ' + board.name(state.contests[to].came[id]) if attacks else ''}"
        f"{', Pirates attacking' if attacks else ''}.",
        kind="move",
        about=(phase.side, here, to),
    )
