"""2.2-2.6 Shields, crowns, cities, cathedrals and Wales: +1 firepower each for a Defender (C49)."""

from __future__ import annotations

from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s6_3_attacks import field
from pbem.games.richard_iii.state import Contest, State


def royal_house_shield(side: str) -> str:
    return f"house_{side}"


def senior_on_field(state: State, contest: Contest, side: str) -> str:
    """2.2, 6.5 The senior heir of a side among its fighting blocks, or ""; no turncoats (C53)."""
    fighters = field(state, contest, side)
    return next((id for id in blocks.heirs(side) if id in fighters), "")


def house_shield(state: State, side: str, place: str) -> bool:
    """2.2, C51 A shield that any heir of the house may use: its own, or a dead heir's."""
    if royal_house_shield(side) in board.area(place).shields:
        return True
    return any(
        state.blocks[heir].at == "dead"
        and blocks.block_facts(heir).shield in board.area(place).shields
        for heir in blocks.heirs(side)
    )


def own_shield(id: str, place: str) -> bool:
    """2.2 An heir's shield of his own, as Exeter's in Cornwall; not the common one of his house."""
    label = blocks.block_facts(id)
    common = royal_house_shield(label.side)
    return label.shield != common and label.shield in board.area(place).shields


def bonus(state: State, contest: Contest, id: str) -> int:
    """2.2-2.6 What defending this area adds to a block's firepower at this instant."""
    side, place = blocks.side_of(state, id), contest.at
    if side != contest.defender:
        return 0
    label = blocks.block_facts(id)
    if label.kind != "heir":
        return int(place in label.home and label.death != "exile_home")
    senior = senior_on_field(state, contest, side) == id
    shield = own_shield(id, place) or (senior and house_shield(state, side, place))
    crown = senior and side == state.king_side and facts().areas[place].crown
    return int(shield) + int(crown)


def firepower(state: State, contest: Contest, id: str) -> int:
    """3.12, 6.4 The highest roll that hits."""
    return blocks.block_facts(id).firepower + bonus(state, contest, id)
