"""5.4 Recruiting: one Action Point brings a block from the pool into play at full strength."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Option
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s5_2_land_moves import phase_of
from pbem.games.richard_iii.s7_1_limits import hunger
from pbem.games.richard_iii.state import State

PRICE = 1
"""5.4 Action Points for each block."""


@decision("{block}: recruit {place}", rule="5.4")
class Recruit(Decision):
    """5.4 A block of one's pool comes into play."""

    block: blocks.OwnBlock
    place: Place


def sites(state: State, control: board.Control, id: str) -> list[str]:
    """5.4, C26 Areas where a block may be recruited as things stand.

    Nobles, churches, levies and the Welsh: friendly or vacant, with their shield, cathedral, city or
    Wales. A Bombard: a friendly city. The Rebel: vacant, no exile area. An heir in the pool: where a
    minor would come (C30).
    """
    side, label = blocks.side_of(state, id), blocks.block_facts(id)
    areas = facts().areas.values()
    if label.kind == "bombard":
        return [area.id for area in areas if area.city and control.friendly(area.id, side)]
    if label.kind == "rebel":
        return [area.id for area in areas if not area.exile and control.vacant(area.id)]
    if label.kind == "heir":
        return heir_sites(state, control, side)
    return [place for place in label.home if control.open_to(place, side)]


def heir_sites(state: State, control: board.Control, side: str) -> list[str]:
    """6.82, C30 Royal heirs: a friendly or vacant crown area; the Pretender's: either exile area."""
    if side != state.king_side:
        return board.exiles(side)
    return [place for place in board.crowns() if control.open_to(place, side)]


def barred(state: State, id: str) -> str:
    """5.4, 6.83-6.86 Why a block of the pool may not be recruited; "" if it may."""
    if state.blocks[id].face_down:
        return f"{blocks.the(id)} fell in this campaign (6.83-6.86)"
    return "" if phase_of(state).ap >= PRICE else "no Action Point is left for it (5.4)"


def fill(menu: Menu, state: State, control: board.Control) -> None:
    phase = phase_of(state)
    if not menu.wants(Recruit) or not card(phase.card).recruit:
        return
    for id in menu.pick("block", blocks.roll_of(state, phase.side)):
        if state.blocks[id].at == "pool" and not barred(state, id):
            menu.offer_each(
                partial(_recruit, state, id), menu.pick("place", sites(state, control, id))
            )
    menu.bar_more(partial(_bar, state=state, control=control))


def _recruit(state: State, id: str, place: str) -> Option:
    return Option(Recruit(id, place), note=partial(_note, state, id, place))


def _note(state: State, id: str, place: str) -> str:
    hungry = hunger(state, place, phase_of(state).side, [id])
    return ", ".join(filter(None, [f"{PRICE} AP", hungry]))


def _bar(menu: Menu, state: State, control: board.Control) -> None:
    for id in blocks.roll_of(state, phase_of(state).side):
        if state.blocks[id].at != "pool":
            continue
        if why := barred(state, id):
            for place in sites(state, control, id):
                menu.bar(Recruit(id, place), why)
        for place in blocks.block_facts(id).home:
            why = f"{board.the(place)} is neither friendly nor vacant (5.4)"
            menu.bar(Recruit(id, place), why)


def recruit(table: Table[State], id: str, place: str) -> None:
    """5.4 It need not be revealed, and does not move in this turn."""
    state = table.state
    phase = phase_of(state)
    phase.ap -= PRICE
    phase.moving = ""
    phase.moved.append(id)
    state.blocks[id].at = place
    state.blocks[id].strength = blocks.block_facts(id).strength
    whereabouts.follow(state, id, "pool", whereabouts.recruitable(place))
    table.say(
        "5.4",
        f"{blocks.side_name(phase.side)} recruits {blocks.block_as_seen(id)} in {board.the(place)}.",
        about=(place,),
    )
