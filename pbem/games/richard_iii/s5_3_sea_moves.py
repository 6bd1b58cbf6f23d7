"""5.3 Sea moves, 5.31 ports, and the Piracy card's attacks by sea (5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.declared import NO
from pbem.engine.once import Once
from pbem.engine.request import Menu, Option
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_scenarios import BOMBARDS
from pbem.games.richard_iii.s5_2_land_moves import phase_of, pinned, unmoved
from pbem.games.richard_iii.s6_3_attacks import enter
from pbem.games.richard_iii.s7_1_limits import hunger
from pbem.games.richard_iii.state import State

PIRACY = "piracy"


@decision("{block}: sail {to} [{zone}]", rule="5.3")
class Sail(Decision):
    """5.3 To the coast of a sea zone; Pirates who can choose name the zone that they attack through."""

    block: blocks.OwnBlock
    to: Place
    zone: Place = ""


def ferry(origin: str, to: str) -> str:
    return f"{origin}__{to}"


def sails(state: State, id: str) -> bool:
    """5.3, C22 Scots, Welsh, Rebel and city levies never sail."""
    if blocks.block_facts(id).kind == "bombard" and state.option(BOMBARDS) == NO:
        return False
    return blocks.block_facts(id).sails


def price(state: State, origin: str, to: str) -> int:
    """5.3, 5.31 One AP, or nothing for the second block between the same two major ports (C23)."""
    return 0 if ferry(origin, to) in phase_of(state).ferries else 1


def no_landing(state: State, control: board.Control, to: str) -> str:
    """5.3 Why no block may sail to an area; "" if one may."""
    phase = phase_of(state)
    if board.foreign(to, phase.side):
        return f"{board.the(to)} is an exile area of the enemy (2.7)"
    if phase.card != PIRACY and control.occupied(to, state.enemy(phase.side)):
        return "a sea move goes to a friendly or vacant area (5.3)"
    return ""


def unpaid(state: State, origin: str, to: str) -> str:
    """5.3 Why no Action Point brings blocks from one area to another; "" if one does."""
    points = phase_of(state).ap
    return "no Action Point is left for it (5.3)" if price(state, origin, to) > points else ""


def voyages(
    state: State, control: board.Control, closed: Mapping[str, str], origin: str
) -> list[tuple[str, str]]:
    """5.3 Where blocks in an area can sail, each with the zone that Pirates must name, or "".

    `closed`: why no block can sail to an area (`no_landing`), "" if it can.
    """
    phase = phase_of(state)
    if pinned(state, phase.side, origin):
        return []
    coasts = board.coasts(origin)
    destinations = [to for to in coasts if not closed[to] and not unpaid(state, origin, to)]
    if phase.card != PIRACY:
        return [(to, "") for to in destinations]
    landings: list[tuple[str, str]] = []
    for to in destinations:
        attacks = control.occupied(to, state.enemy(phase.side))
        zones = coasts[to] if attacks and len(coasts[to]) > 1 else [""]
        landings += [(to, zone) for zone in zones]
    return landings


def fill(menu: Menu, state: State, control: board.Control, fresh: list[str]) -> None:
    """5.3 For those who have not moved."""
    phase = phase_of(state)
    if not menu.wants(Sail) or not card(phase.card).sea:
        return
    closed = Once(partial(no_landing, state, control))
    from_area = Once(partial(voyages, state, control, closed))
    for id in menu.pick("block", fresh):
        if sails(state, id):
            menu.offer_each(partial(_sail, state, id), from_area[state.blocks[id].at])
    menu.bar_more(partial(_bar, state=state, control=control))


def _sail(state: State, id: str, way: tuple[str, str]) -> Option:
    to, zone = way
    note = partial(_note, state, id, to, zone)
    return Option(Sail(id, to, zone), "5.1" if zone else "", note)


def _note(state: State, id: str, to: str, zone: str) -> str:
    cost, side = price(state, state.blocks[id].at, to), phase_of(state).side
    if zone:
        return f"{cost} AP, attacks through this zone"
    parts = [f"{cost} AP" if cost else "no AP, second block of a ferry"]
    parts += ["attacks"] if board.occupied(state, to, state.enemy(side)) else []
    return ", ".join(filter(None, [*parts, hunger(state, to, side, [id])]))


def _bar(menu: Menu, state: State, control: board.Control) -> None:
    side = phase_of(state).side
    for id in unmoved(state, blocks.roll_of(state, side)):
        origin = state.blocks[id].at
        for to in board.coasts(origin):
            why = "" if sails(state, id) else f"{blocks.the(id)} never sails (5.3)"
            why = why or no_landing(state, control, to) or unpaid(state, origin, to)
            if why := why or pinned(state, side, origin):
                menu.bar(Sail(id, to), why)


def sea_move(table: Table[State], id: str, to: str, zone: str) -> None:
    """5.3, 5.31 Ship a block: two for one AP between the same major ports; Pirates attack at 1 AP each."""
    state = table.state
    phase = phase_of(state)
    origin = state.blocks[id].at
    attacks = board.occupied(state, to, state.enemy(phase.side))
    cost = price(state, origin, to)
    phase.ap -= cost
    if not cost:
        phase.ferries.remove(ferry(origin, to))
    elif board.area(origin).port and board.area(to).port and not attacks:
        phase.ferries.append(ferry(origin, to))
    phase.moving = ""
    phase.moved.append(id)
    state.blocks[id].at = to
    whereabouts.follow(state, id, origin, partial(sails, state))
    if attacks:
        enter(state, id, to, zone or board.coasts(origin)[to][0])
    table.say(
        "5.3",
        f"{blocks.side_name(phase.side)} ships {'a block' if cost else 'another block'} from "
        f"{board.the(origin)} to {board.the(to)}"
        f"{' through the ' + board.name(state.contests[to].came[id]) if attacks else ''}"
        f"{' and attacks by Piracy' if attacks else ''}.",
        kind="move",
        about=(phase.side, origin, to),
    )
