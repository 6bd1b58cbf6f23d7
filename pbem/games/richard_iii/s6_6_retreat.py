"""6.6 Retreat, 6.7 regroup, and the Pirates' way home by sea (5.1)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.decisions import Done
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s4_kingmaker import rescue
from pbem.games.richard_iii.s6_3_attacks import by_sea
from pbem.games.richard_iii.s7_1_limits import hunger
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


def zone_of(contest: Contest, id: str) -> str:
    """5.1 The sea zone that a Pirate came through; "" for others."""
    way = contest.came.get(id, "")
    return way if by_sea(way) else ""


def zone_home(state: State, contest: Contest, side: str, zone: str) -> list[str]:
    """5.1, C35 Where a Pirate may go: friendly or vacant coast of the zone that he came through."""
    control = board.Control(state)
    return [
        place
        for place in facts().zones[zone]
        if place != contest.at and control.open_to(place, side)
    ]


def crossing(side: str, to: str) -> str:
    return f"{side}__{to}"


def room(contest: Contest, side: str, to: str) -> bool:
    """5.21, C9 Border limits, of each player, anew for each round and for the regroup."""
    used = contest.crossed.get(crossing(side, to), 0)
    return used < board.border(contest.at, to).limit


def barred(state: State, contest: Contest, id: str, to: str) -> str:
    """6.6 Why a block may not retreat to a neighbouring area; "" if it may."""
    if zone_of(contest, id):
        return "Pirates retreat by sea only (5.1)"
    return closed(state, board.Control(state), contest, blocks.side_of(state, id), to)


def closed(state: State, control: board.Control, contest: Contest, side: str, to: str) -> str:
    """6.6 Why none of a side retreats to a neighbouring area by land; "" if it may."""
    enemy = state.enemy(side)
    if board.foreign(to, side):
        return f"{board.the(to)} is an exile area of the enemy (2.7)"
    if control.occupied(to, enemy):
        return f"{board.the(to)} is neither friendly nor vacant (6.6)"
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
    return retreat_areas(state, contest, blocks.side_of(state, id), zone_of(contest, id))


def retreat_areas(state: State, contest: Contest, side: str, zone: str) -> list[str]:
    """6.6 Where a side's blocks may retreat; `zone`: those that came through it, "" for those by land."""
    if zone:
        return zone_home(state, contest, side, zone)
    control = board.Control(state)
    near = board.neighbours(contest.at)
    return [to for to in near if not closed(state, control, contest, side, to)]


def best_retreats(state: State, contest: Contest, side: str, zone: str) -> list[str]:
    """R19 The same, the best area first."""
    return best_first(state, retreat_areas(state, contest, side, zone), side)


def leave(state: State, contest: Contest, id: str, to: str) -> None:
    """6.6, 6.7 A block goes, and counts at the border."""
    side = blocks.side_of(state, id)
    if not zone_of(contest, id):
        key = crossing(side, to)
        contest.crossed[key] = contest.crossed.get(key, 0) + 1
    contest.came.pop(id, None)
    state.blocks[id].at = to


def retreat(table: Table[State], contest: Contest, id: str, to: str) -> None:
    """6.6 The block is seen to go."""
    about = (blocks.side_of(table.state, id), contest.at, to)
    leave(table.state, contest, id, to)
    whereabouts.learn(table.state, id)
    table.say("6.6", f"{blocks.subject(id)} retreats to {board.the(to)}.", "retreat", about)
    rescue(table)


def regroups(state: State, contest: Contest, id: str) -> list[str]:
    """6.7, C59 Any adjacent friendly or vacant area, over any border, within its limit; Pirates by
    sea (C35)."""
    return regroup_areas(state, contest, blocks.side_of(state, id), zone_of(contest, id))


def regroup_areas(state: State, contest: Contest, side: str, zone: str) -> list[str]:
    """6.7 The same of a side's blocks; `zone` as for `retreat_areas`."""
    if zone:
        return zone_home(state, contest, side, zone)
    control = board.Control(state)
    return [
        to
        for to in board.neighbours(contest.at)
        if room(contest, side, to) and control.open_to(to, side)
    ]


def best_regroups(state: State, contest: Contest, side: str, zone: str) -> list[str]:
    """R19 The same, the best area first."""
    return best_first(state, regroup_areas(state, contest, side, zone), side)


def fill_regroup(menu: Menu, state: State, contest: Contest, side: str) -> None:
    if menu.wants(Regroup):
        by_zone = Once(partial(best_regroups, state, contest, side))
        for id in menu.pick("block", board.at(state, contest.at, side)):
            for to in menu.pick("to", by_zone[zone_of(contest, id)]):
                menu.offer(Regroup(id, to), partial(hunger, state, to, side, [id]))
    menu.offer(Done(), partial(stay_note, state, contest, side), "6.7")


def stay_note(state: State, contest: Contest, side: str) -> str:
    return "; ".join(filter(None, ["the rest stay", hunger(state, contest.at, side)]))


async def regroup(table: Table[State], contest: Contest, side: str) -> None:
    """6.7 All victorious blocks, Reserves too, may move on; they stand upright again (C41)."""
    state = table.state
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
                whereabouts.follow(state, id, contest.at)
                table.say(
                    "6.7",
                    f"{blocks.side_name(side)} regroups {blocks.block_as_seen(id)} from "
                    f"{board.the(contest.at)} to {board.the(to)}.",
                    kind="move",
                    about=(side, contest.at, to),
                )
                rescue(table)
