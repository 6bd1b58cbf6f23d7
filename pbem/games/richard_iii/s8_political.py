"""8.0 The Political Turn between two campaigns, in its exact order (C81)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.s4_kingmaker import murder, prisoner
from pbem.games.richard_iii.s7_1_limits import supplied, surplus
from pbem.games.richard_iii.s7_supply import succession
from pbem.games.richard_iii.s8_3_going_home import send_home
from pbem.games.richard_iii.s9_victory import crowned_victory
from pbem.games.richard_iii.state import State

DISBANDED = ("levy", "bombard", "mercenary", "rebel")
"""8.1 Kinds of blocks that all go where everybody knows."""


@decision("{block}: pool", rule="7.2")
class LeaveExile(Decision):
    """7.2 Which block above an exile area's limit goes to the pool."""

    block: blocks.OwnBlock


async def disband(table: Table[State]) -> None:
    """8.1, C82 Levies, Bombards, Welsh and Rebel to the pool, other mercenaries home."""
    state = table.state
    table.say("8.0", f"Political Turn after campaign {state.campaign}", kind="heading")
    succession(table)
    for id, block in state.blocks.items():
        label = blocks.block_facts(id)
        if block.at in ("dead", "enemy") or label.kind not in DISBANDED:
            continue
        if block.at in facts().areas:
            blocks.place(state, id, label.home[0] if label.death == "exile_home" else "pool")
        whereabouts.learn(state, id)
    table.say("8.1", "Levies, Bombards, Welsh and Rebels disband; other mercenaries go home.")


def points(state: State, side: str) -> int:
    """8.2, C83 Heirs, nobles and churches on the map, not in exile or on the Isle of Man; London, the
    area of the prisoner's Tower, counts one, and so does the prisoner (C92)."""
    counted = sum(
        blocks.block_facts(id).counts and board.area(state.blocks[id].at).counts
        for id in blocks.blocks_of(state, side)
        if blocks.on_map(state, id)
    )
    captive = prisoner(state)
    capital = next(id for id, place in facts().areas.items() if place.city == "London")
    return (
        counted
        + int(board.Control(state).friendly(capital, side))
        + int(bool(captive) and blocks.side_of(state, captive) == side)
    )


async def usurpation(table: Table[State]) -> None:
    """8.2, C84 The Pretender takes the throne with more points than the King; 9.0 in the end the King
    wins."""
    state = table.state
    king, rival = state.king_side, state.pretender_side
    counts = {side: points(state, side) for side in SIDES}
    table.say(
        "8.2",
        f"{blocks.side_name(rival)} has {count_text(counts[rival], 'point')} for Usurpation "
        f"and {blocks.side_name(king)} has {counts[king]}.",
    )
    if counts[rival] > counts[king]:
        state.king_side = rival
        state.king = blocks.senior_heir(state, rival) or prisoner(state)
        table.say(
            "8.2",
            f"{blocks.subject(state.king)} usurps the throne and becomes King; {blocks.side_name(king)} goes "
            "into exile.",
            kind="heading",
        )
    else:
        table.say("8.2", f"{blocks.subject(state.king)} remains King.")
    if state.campaign == state.last_campaign:
        crowned_victory(table)
        murder(table)


async def pretender_goes_home(table: Table[State]) -> None:
    """8.3 The Pretender's side goes home, and meets its exile limits."""
    await send_home(table, table.state.pretender_side)
    await limit_exiles(table, table.state.pretender_side)


async def king_goes_home(table: Table[State]) -> None:
    """8.4 The King's side goes home, and meets its exile limits."""
    await send_home(table, table.state.king_side)
    await limit_exiles(table, table.state.king_side)


def offer_surplus(menu: Menu, state: State, extra: list[str]) -> None:
    for id in menu.pick("block", blocks.humblest_first(extra)):
        menu.offer(LeaveExile(id), blocks.face(state, id))


async def limit_exiles(table: Table[State], side: str) -> None:
    """7.2, C88 Every block above an exile area's limit goes to the pool, not King or Pretender."""
    state = table.state
    head = state.king if side == state.king_side else blocks.pretender(state)
    for place in board.exiles(side):
        while too_many := surplus(state, place, side):
            leaves = await table.ask(
                Request[LeaveExile](
                    side,
                    "exile_limit",
                    f"{board.name(place)} supplies {count_text(board.area(place).limit, 'exile')}: "
                    f"{blocks.blocks_text(too_many)} must leave for the pool. Which is next?",
                    "7.2",
                    partial(
                        offer_surplus,
                        state=state,
                        extra=[id for id in supplied(state, place, side) if id != head],
                    ),
                )
            )
            blocks.place(state, leaves.block, "pool")
            whereabouts.follow(state, leaves.block, place)
            table.say(
                "7.2",
                f"{blocks.side_name(side)} sends a block from {board.the(place)} to its pool.",
                about=(place,),
            )


async def reset(table: Table[State]) -> None:
    """8.5, C90 All blocks stand up at full strength; the next campaign begins."""
    state = table.state
    for id, block in state.blocks.items():
        if block.at not in ("dead", "enemy"):
            block.strength, block.face_down = blocks.block_facts(id).strength, False
    state.campaign += 1
    table.say("8.5", "All blocks return to full strength.")
