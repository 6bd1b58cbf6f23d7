"""8.3, 8.4 Going home: heirs of the Pretender into exile, royal heirs to crowns and shields, nobles and
churches to their own shields and cathedrals."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.decisions import Done
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s2_2_shields import house_shield, own_shield
from pbem.games.richard_iii.s6_9_treachery import WARWICK
from pbem.games.richard_iii.s7_1_limits import supplied
from pbem.games.richard_iii.s7_supply import best_first
from pbem.games.richard_iii.state import State


@decision("{block}: home {place}", rule="8.3")
class GoHome(Decision):
    """8.3, 8.4 To one of several homes."""

    block: blocks.OwnBlock
    place: Place


def neville(id: str) -> bool:
    """3.13 Warwick, Salisbury or Kent; Westmoreland is none of the three."""
    label = blocks.block_facts(id)
    return label.shield == WARWICK or label.loyalty_vs_warwick != label.loyalty


def free(state: State, id: str) -> list[str]:
    """8.3 Areas of a noble's shields or a church's cathedral that the enemy does not occupy."""
    side, control = blocks.side_of(state, id), board.Control(state)
    return [place for place in blocks.block_facts(id).home if control.open_to(place, side)]


def destinations(state: State, id: str) -> list[str]:
    """8.3, 8.4 Where a block may go home to; none of them: to the pool."""
    side = blocks.side_of(state, id)
    if blocks.block_facts(id).kind == "heir":
        return heir_homes(state, id) if side == state.king_side else board.exiles(side)
    if blocks.birth_house(id) not in ("", side):
        return turncoat_homes(state, id)
    homes = free(state, id)
    if neville(id):
        homes += [place for place in neville_homes(state, id) if place not in homes]
    return homes


def heir_homes(state: State, id: str) -> list[str]:
    """8.4, C87 A friendly or vacant crown area, or shield area that he may use (2.2)."""
    side, control = blocks.side_of(state, id), board.Control(state)
    return [
        place.id
        for place in facts().areas.values()
        if control.open_to(place.id, side)
        and (place.crown or own_shield(id, place.id) or house_shield(state, side, place.id))
    ]


def turncoat_homes(state: State, id: str) -> list[str]:
    """9.1, C89 Clarence to a vacant York shield (his own block aside), Exeter as a noble."""
    if blocks.block_facts(id).shield != f"house_{blocks.birth_house(id)}":
        return free(state, id)
    side = blocks.side_of(state, id)
    return [place for place in free(state, id) if set(board.at(state, place, side)) <= {id}]


def neville_homes(state: State, id: str) -> list[str]:
    """8.3 note, C86 A dead Neville's shields; Calais for the Yorkist Kent and Salisbury if all their own
    shields are enemy-occupied and there is room."""
    side, control, homes = blocks.side_of(state, id), board.Control(state), []
    for other in facts().blocks.values():
        if other.side == side and neville(other.id) and other.id != id and _dead(state, other.id):
            homes += [
                place for place in other.home if place not in homes and control.open_to(place, side)
            ]
    for place in _refuges(id):
        room = len([b for b in supplied(state, place, side) if b != id]) < board.area(place).limit
        if place not in homes and not free(state, id) and room:
            homes.append(place)
    return homes


def _dead(state: State, id: str) -> bool:
    return state.blocks[id].at == "dead"


def _refuges(id: str) -> list[str]:
    """The exile area with a Neville's shield, for his own family."""
    own = blocks.block_facts(id)
    return [
        place.id
        for place in facts().areas.values()
        if place.exile == own.side and WARWICK in place.shields and own.shield != WARWICK
    ]


def travellers(state: State, side: str) -> list[str]:
    """8.3, 8.4 Blocks on the map that are not in exile; those in exile remain there."""
    return [
        id
        for id in blocks.blocks_of(state, side)
        if blocks.on_map(state, id) and not board.area(state.blocks[id].at).exile
    ]


def offer_homes(menu: Menu, state: State, waiting: list[str]) -> None:
    if menu.wants(GoHome):
        for id in menu.pick("block", waiting):
            homes = ranked_homes(state, id, waiting)
            if len(homes) > 1:
                for place in menu.pick("place", homes):
                    menu.offer(GoHome(id, place), "stays" if state.blocks[id].at == place else "")
    menu.bar_more(partial(_bar, state=state, waiting=waiting))
    menu.offer(Done(), "blocks at home stay there; all others go to the home named first", "8.3")


def _bar(menu: Menu, state: State, waiting: list[str]) -> None:
    for id in waiting:
        homes = ranked_homes(state, id, waiting)
        if len(homes) > 1:
            continue
        only = board.the(homes[0]) if homes else "the pool"
        for place in facts().areas:
            menu.bar(GoHome(id, place), f"{blocks.the(id)} can only go to {only} (8.3)")


def known_homes(state: State, side: str) -> dict[str, list[str]]:
    """8.3, 8.4 Where each of a side's blocks may go as all can tell: printed homes and the pool, an heir or a
    Neville anywhere."""
    anywhere = [*facts().areas, "pool"]
    return {
        id: anywhere
        if blocks.block_facts(id).kind == "heir" or neville(id)
        else [*blocks.block_facts(id).home, "pool"]
        for id in blocks.roll_of(state, side)
    }


async def send_home(table: Table[State], side: str) -> None:
    """8.3, 8.4 The owner chooses among several homes; the enemy sees blocks go, not which."""
    state = table.state
    blocks_left = travellers(state, side)
    areas, homes = list(blocks.places(state, blocks_left)), known_homes(state, side)
    rule = "8.4" if side == state.king_side else "8.3"
    if not blocks_left:
        return
    whereabouts.set_out(state, areas, homes)
    while True:
        answer = await table.ask(
            Request[GoHome | Done](
                side,
                "going_home",
                f"{blocks.side_name(side)} goes home: who goes where?",
                rule,
                partial(offer_homes, state=state, waiting=list(blocks_left)),
                forced=False,
            )
        )
        match answer:
            case Done():
                break
            case GoHome(id, place):
                blocks_left.remove(id)
                go(table, id, place, rule)
    while blocks_left:
        id = next((id for id in blocks_left if at_home(state, id)), blocks_left[0])
        home = next(iter(ranked_homes(state, id, blocks_left)), "pool")
        blocks_left.remove(id)
        go(table, id, home, rule)
    whereabouts.arrived(state, side, areas, homes)
    table.say(rule, f"The blocks of {blocks.side_name(side)} have gone home.")


def at_home(state: State, id: str) -> bool:
    return state.blocks[id].at in destinations(state, id)


def ranked_homes(state: State, id: str, waiting: list[str]) -> list[str]:
    """R11 A block's homes, first the one that `done` takes: where it stands, then as `best_first` has
    them, the blocks that still wait to go home counted nowhere."""
    at, side = state.blocks[id].at, blocks.side_of(state, id)
    homes = best_first(state, destinations(state, id), side, waiting)
    return sorted(homes, key=lambda place: place != at)


def go(table: Table[State], id: str, place: str, rule: str) -> None:
    """8.3 One block goes; only its owner is told which. A turncoat's whereabouts decide whether he may
    be executed (9.1), but nobody else sees them."""
    state = table.state
    where = "the pool" if place == "pool" else board.the(place)
    went = "stays in" if state.blocks[id].at == place else "goes to"
    table.say(
        rule,
        f"{blocks.subject(id)} {went} {where}.",
        to=blocks.side_of(state, id),
    )
    blocks.place(state, id, place)
