"""5.4 Recruiting: one Action Point brings a block from the pool into play at full strength."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s5_2_land_moves import phase_of
from pbem.games.richard_iii.state import State


def sites(state: State, id: str) -> list[str]:
    """5.4, C26 Areas where a block may be recruited as things stand.

    Nobles, churches, levies and the Welsh: friendly or vacant, with their shield, cathedral, city or
    Wales. A Bombard: a friendly city. The Rebel: vacant, no exile area. An heir in the pool: where a
    minor would come (C30).
    """
    side, label = blocks.side_of(state, id), blocks.block(id)
    areas = facts().areas.values()
    if label.kind == "bombard":
        return [a.id for a in areas if a.city and board.friendly(state, a.id, side)]
    if label.kind == "rebel":
        return [a.id for a in areas if not a.exile and board.vacant(state, a.id)]
    if label.kind == "heir":
        return heir_sites(state, side)
    return [place for place in label.home if board.open_to(state, place, side)]


def heir_sites(state: State, side: str) -> list[str]:
    """6.82, C30 Royal heirs: a friendly or vacant crown area; the Pretender's: either exile area."""
    if side != state.king_side:
        return board.exiles(side)
    return [place for place in board.crowns() if board.open_to(state, place, side)]


def fill(menu: Menu, state: State) -> None:
    phase = phase_of(state)
    if not card(phase.card).recruit:
        return
    for id in blocks.blocks_of(state, phase.side):
        there = state.blocks[id]
        if there.face_down and there.at == "pool":
            menu.bar_line(
                f"{blocks.word(id)}: recruit",
                f"{blocks.name(id)} fell in this campaign (6.83-6.86)",
            )
        if there.at != "pool" or there.face_down:
            continue
        for place in sites(state, id):
            line = f"{blocks.word(id)}: recruit {place}"
            if phase.ap > 0:
                menu.offer_line(line, "5.4", "1 AP")
            else:
                menu.bar_line(line, "no Action Point is left for it (5.4)")
        for place in blocks.block(id).home:
            menu.bar_line(
                f"{blocks.word(id)}: recruit {place}",
                f"{board.name(place)} is neither friendly nor vacant (5.4)",
            )


async def recruit(table: Table[State], order: Order) -> None:
    """5.4 It need not be revealed, and does not move in this turn."""
    state = table.state
    phase = phase_of(state)
    id, place = blocks.by_word(phase.side, order.actor), order.args[0]
    phase.ap -= 1
    phase.moving = ""
    phase.moved.append(id)
    state.blocks[id].at = place
    state.blocks[id].strength = blocks.block(id).strength
    table.say(
        "5.4",
        f"{blocks.side_name(phase.side)} recruits {blocks.seen(id)} in {board.name(place)}.",
        about=(place,),
    )
