"""16.4.6.13 Retreat: three hexes or more away from the battle, by a path of Quality and two at most."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu, Option, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_4_attrition as attrition
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import ABROAD, facts
from pbem.games.plantagenet_1450.state import State

LEAST = 3


@decision("{leader}: retreat {to}", rule="16.4.6.13")
class RetreatTo(Decision):
    leader: Piece
    to: Place


class Refuge(Struct, frozen=True):
    """Where a retreat can end. `breaches`: for each of them every unit rolls attrition (C179)."""

    to: str
    breaches: int
    path: tuple[str, ...]


async def retreat(table: Table[State], some: list[str], battle: str) -> list[str]:
    """Leader by leader, in their owner's order, each on his own path (C178).

    Args:
        battle: the hex that they retreat from.

    Returns:
        those for whom there is no hex to enter.
    """
    state = table.state
    able = Once(partial(refuges_from, state, battle))
    stuck = [id for id in some if not able[id]]
    leaders_left = [id for id in some if id not in stuck]
    while leaders_left:
        answer = await table.ask(
            Request[RetreatTo](
                state.leaders[leaders_left[0]].side,
                "retreat",
                f"Where {'do' if len(leaders_left) > 1 else 'does'} "
                f"{leaders.the_names(leaders_left, goes_on=True)} retreat?",
                "16.4.6.13",
                partial(fill_refuges, state=state, waiting=tuple(leaders_left), able=able),
                workings=able,
            )
        )
        leaders_left.remove(answer.leader)
        refuge = next(one for one in able[answer.leader] if board.word(one.to) == answer.to)
        await go(table, answer.leader, refuge)
        able = Once(partial(refuges_from, state, battle))
    return stuck


def fill_refuges(
    menu: Menu, state: State, waiting: tuple[str, ...], able: Once[str, list[Refuge]]
) -> None:
    """`able`: the refuges of each, found once a question."""
    for leader in menu.pick("leader", waiting):
        ends = {board.word(refuge.to): refuge for refuge in able[leader]}
        menu.offer_each(partial(retreating, state, leader, ends), menu.pick("to", ends))


def retreating(state: State, leader: str, ends: Mapping[str, Refuge], to: str) -> Option:
    """One leader's retreat to one of the refuges, by the words of their hexes."""
    note = partial(refuge_note, state, state.leaders[leader].side, ends[to])
    return Option(RetreatTo(leader, to), note=note)


async def go(table: Table[State], id: str, refuge: Refuge) -> None:
    """C179 A leader retreats to a refuge. Every breach is an attrition roll for every unit.

    So is the Scottish border, where the enemy's relations harm him (C211).
    """
    state = table.state
    leader = state.leaders[id]
    start = leader.at
    leaders.go(state, id, refuge.to)
    table.say(
        "16.4.6.13",
        f"{leaders.subject(id)} retreats to {board.name(refuge.to)}{leaders.along(state, id)}.",
        "retreat",
        about=leaders.move_event(state, id, start, board.word(refuge.to)),
        via=refuge.path,
    )
    for _ in range(refuge.breaches):
        await attrition.attrition(table, id, attrition.modifier(leader.fatigue), "16.4.6.13")
    if board.is_abroad(refuge.to):
        leader.fled = state.campaign_turn
        least = lost_abroad(state, leader.side, refuge.to)
        await attrition.attrition(table, id, 0, "16.4.6.13", eliminated_on=least)


def lost_abroad(state: State, side: str, to: str) -> int:
    """C211 The lowest die that costs a unit beyond the border: as in a flight, less the enemy's level there."""
    flight = int(facts().tables["attrition"]["flight_overseas_eliminated_on"])
    return flight - level(state, state.enemy(side), board.territory(to))


def refuge_note(state: State, side: str, refuge: Refuge) -> str:
    where = ", ".join(map(board.name, (*refuge.path, refuge.to)[-3:]))
    rolls = f"; every unit rolls attrition {refuge.breaches} times" if refuge.breaches else ""
    if board.is_abroad(refuge.to):
        rolls += f"; each unit is lost on {lost_abroad(state, side, refuge.to)}-6"
    return where + rolls


def refuges_from(state: State, battle: str, id: str) -> list[Refuge]:
    return refuges(state, id, battle)


def refuges(state: State, id: str, battle: str) -> list[Refuge]:
    """Where a leader can end his retreat, the fewest breaches first and friendly areas before others (C179).

    A breach is each hex of an enemy Zone of Control that is entered, and ending less than three hexes from
    the battle; the latter only if he cannot end farther off (C94).
    """
    leader = state.leaders[id]
    most = leaders.rating(state, id).quality + 2
    risky = zones.zones(state, leader.side)
    closed_hexes = zones.enemies(state, leader.side) | zones.closed_hexes(state, leader.side)
    over: dict[str, list[str]] = {}
    for land in facts().territories:
        for border in board.borders(state, land):
            over.setdefault(border, []).append(ABROAD + land)
    refuge_of: dict[str, Refuge] = {}
    least = {leader.at: 0}  # breaches: who comes later with as many is nowhere better off
    front: dict[str, tuple[int, tuple[str, ...]]] = {leader.at: (0, ())}
    for steps in range(1, most + 1):
        ahead: dict[str, tuple[int, tuple[str, ...]]] = {}
        for border, (breaches, before) in front.items():
            if board.is_abroad(border):
                continue
            path = (*before, border) if steps > 1 else ()
            able = [to for to in facts().beside[border] if to not in closed_hexes]
            for to in (*able, *over.get(border, ())):
                count = breaches + (to in risky)
                if to in least and count >= least[to]:
                    continue
                if to not in ahead or (count, path) < ahead[to]:
                    ahead[to] = count, path
        for to, (count, path) in ahead.items():
            least[to], refuge_of[to] = count, Refuge(to, count, path)
        front = ahead
    ends = refuge_of.values()
    far = [
        end for end in ends if board.is_abroad(end.to) or board.distance(battle, end.to) >= LEAST
    ]
    near = [Refuge(end.to, end.breaches + 1, end.path) for end in ends]
    return sorted(far or near, key=lambda refuge: preference(state, leader.side, refuge))


def preference(state: State, side: str, refuge: Refuge) -> tuple[int, bool, int, str]:
    """For menus: without losses, in friendly country, a short way."""
    foreign = board.is_abroad(refuge.to) or board.controller(state, refuge.to) != side
    return refuge.breaches, foreign, len(refuge.path), refuge.to
