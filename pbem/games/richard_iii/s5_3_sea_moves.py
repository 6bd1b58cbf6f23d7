"""5.3 Sea moves, 5.31 ports, and the Piracy card's attacks by sea (5.1)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.declared import NO
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_scenarios import BOMBARDS
from pbem.games.richard_iii.s5_2_land_moves import phase_of, unmoved
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


def barred(state: State, here: str, to: str, attacks: bool) -> str:
    """5.3 Why blocks may not sail to an area of their sea zone; "" if they may."""
    phase = phase_of(state)
    side = phase.side
    if board.foreign(state, to, side):
        return f"{board.name(to)} is an exile area of the enemy (2.7)"
    if attacks and phase.card != PIRACY:
        return "a sea move goes to a friendly or vacant area (5.3)"
    if price(state, here, to) > phase.ap:
        return "no Action Point is left for it (5.3)"
    return pinned(state, side, here)


def voyages(state: State, control: board.Control, here: str) -> list[tuple[str, str]]:
    """5.3 Where blocks in an area may sail, each with the zone that Pirates must name, or ""."""
    found: list[tuple[str, str]] = []
    enemy = state.enemy(phase_of(state).side)
    for to, zones in board.coasts(here).items():
        attacks = control.occupied(to, enemy)
        if not barred(state, here, to, attacks):
            named = zones if attacks and len(zones) > 1 else [""]
            found += [(to, zone) for zone in named]
    return found


def fill(menu: Menu, state: State) -> None:
    if not menu.wants(Sail) or not card(phase_of(state).card).sea:
        return
    control = board.Control(state)
    sailors = [id for id in menu.pick("block", unmoved(state)) if sails(state, id)]
    ways = {here: voyages(state, control, here) for here in blocks.places(state, sailors)}
    for id in sailors:
        here = state.blocks[id].at
        for to, zone in ways[here]:
            note = partial(_note, state, here, to, zone)
            menu.offer(Sail(id, to, zone), note, "5.1" if zone else "")
    menu.bar_more(partial(_bar, state=state))


def _note(state: State, here: str, to: str, zone: str) -> str:
    cost = price(state, here, to)
    if zone:
        return f"{cost} AP, attacks through this zone"
    attacks = board.occupied(state, to, state.enemy(phase_of(state).side))
    note = f"{cost} AP" if cost else "no AP, second block of a ferry"
    return note + (", attacks" if attacks else "")


def _bar(menu: Menu, state: State) -> None:
    control, enemy = board.Control(state), state.enemy(phase_of(state).side)
    for id in unmoved(state):
        here = state.blocks[id].at
        for to in board.coasts(here):
            if not sails(state, id):
                menu.bar(Sail(id, to), f"{blocks.name(id)} never sail (5.3)")
            elif why := barred(state, here, to, control.occupied(to, enemy)):
                menu.bar(Sail(id, to), why)


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
