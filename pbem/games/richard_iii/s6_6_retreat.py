"""6.6 Retreat, 6.7 regroup, and the Pirates' way home by sea (5.1)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.decisions import Done
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s4_kingmaker import rescue
from pbem.games.richard_iii.s6_3_attacks import by_sea
from pbem.games.richard_iii.s7_supply import best_first
from pbem.games.richard_iii.state import Contest, State


@decision("{block}: retreat {to}", rule="6.6")
class Retreat(Decision):
    """6.6 Out of a battle."""

    block: blocks.OwnBlock
    to: Place


@decision("{block}: regroup {to}", rule="6.7")
class Regroup(Decision):
    """6.7 Out of an area where a battle was won."""

    block: blocks.OwnBlock
    to: Place


def zone_home(state: State, contest: Contest, id: str) -> list[str]:
    """5.1, C35 Where a Pirate may go: friendly or vacant coast of the zone that he came through."""
    side, control = blocks.side_of(state, id), board.Control(state)
    return [
        place
        for place in facts().zones[contest.came[id]]
        if place != contest.at and control.open_to(place, side)
    ]


def pirate(contest: Contest, id: str) -> bool:
    return by_sea(contest.came.get(id, ""))


def crossing(side: str, to: str) -> str:
    return f"{side}__{to}"


def room(contest: Contest, side: str, to: str) -> bool:
    """5.21, C9 Border limits, of each player, anew for each round and for the regroup."""
    used = contest.crossed.get(crossing(side, to), 0)
    return used < board.border(contest.at, to).limit


def barred(state: State, contest: Contest, id: str, to: str) -> str:
    """6.6 Why a block may not retreat to a neighbouring area; "" if it may."""
    side = blocks.side_of(state, id)
    enemy = state.enemy(side)
    if pirate(contest, id):
        return "Pirates retreat by sea only (5.1)"
    if board.foreign(state, to, side):
        return f"{board.name(to)} is an exile area of the enemy (2.7)"
    if board.occupied(state, to, enemy):
        return f"{board.name(to)} is neither friendly nor vacant (6.6)"
    if to in contest.ways[enemy]:
        if to not in contest.ways[side]:
            return "the enemy entered this battle over that border (6.6)"
        if side != state.second:
            return "both players crossed that border, so only Player 2 may use it (6.6)"
    if not room(contest, side, to):
        return "as many blocks as its limit crossed that border in this round (5.21)"
    return ""


def retreats(state: State, contest: Contest, id: str) -> list[str]:
    """6.6 Where a block may retreat."""
    if pirate(contest, id):
        return zone_home(state, contest, id)
    return [to for to in board.neighbours(contest.at) if not barred(state, contest, id, to)]


def fill_retreats(menu: Menu, state: State, contest: Contest, id: str) -> None:
    if not menu.wants(Retreat):
        return
    side = blocks.side_of(state, id)
    for to in menu.pick("to", best_first(state, retreats(state, contest, id), side)):
        menu.offer(Retreat(id, to))
    for to in menu.pick("to", board.neighbours(contest.at)):
        if why := barred(state, contest, id, to):
            menu.bar(Retreat(id, to), why)


def leave(state: State, contest: Contest, id: str, to: str) -> None:
    """6.6, 6.7 A block goes, and counts at the border."""
    side = blocks.side_of(state, id)
    if not pirate(contest, id):
        key = crossing(side, to)
        contest.crossed[key] = contest.crossed.get(key, 0) + 1
    contest.came.pop(id, None)
    state.blocks[id].at = to


def retreat(table: Table[State], contest: Contest, id: str, to: str) -> None:
    """6.6 The block is seen to go."""
    about = (blocks.side_of(table.state, id), contest.at, to)
    leave(table.state, contest, id, to)
    table.say("6.6", f"{blocks.name(id)} retreats to {board.name(to)}.", "retreat", about)
    rescue(table)


def regroups(state: State, contest: Contest, id: str) -> list[str]:
    """6.7, C59 Any adjacent friendly or vacant area, over any border, within its limit; Pirates by
    sea (C35)."""
    if pirate(contest, id):
        return zone_home(state, contest, id)
    side, control = blocks.side_of(state, id), board.Control(state)
    return [
        to
        for to in board.neighbours(contest.at)
        if room(contest, side, to) and control.open_to(to, side)
    ]


def fill_regroup(menu: Menu, state: State, contest: Contest, side: str) -> None:
    if menu.wants(Regroup):
        for id in menu.pick("block", board.at(state, contest.at, side)):
            for to in menu.pick("to", best_first(state, regroups(state, contest, id), side)):
                menu.offer(Regroup(id, to))
    menu.offer(Done(), "the rest stay", "6.7")


async def regroup(table: Table[State], contest: Contest, side: str) -> None:
    """6.7 All victorious blocks, Reserves too, may move on; they stand upright again (C41)."""
    state = table.state
    contest.crossed = {}
    while any(regroups(state, contest, id) for id in board.at(state, contest.at, side)):
        answer = await table.ask(
            Request[Regroup | Done](
                side,
                "regroup",
                f"Your blocks won the battle of {board.name(contest.at)}: do any regroup?",
                "6.7",
                partial(fill_regroup, state=state, contest=contest, side=side),
            )
        )
        match answer:
            case Done():
                return
            case Regroup(id, to):
                leave(state, contest, id, to)
                table.say(
                    "6.7",
                    f"{blocks.side_name(side)} regroups {blocks.seen(id)} from "
                    f"{board.name(contest.at)} to {board.name(to)}.",
                    kind="move",
                    about=(side, contest.at, to),
                )
                rescue(table)
