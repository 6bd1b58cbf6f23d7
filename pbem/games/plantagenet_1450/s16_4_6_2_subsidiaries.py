"""16.4.6.2 Subsidiary forces: other hexes beside the target from which forces try to join the battle."""

from __future__ import annotations

from heapq import heappop, heappush

from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Battle, State


def current_battle(state: State) -> Battle:
    """The battle in progress. Raises Impossible if there is none."""
    if state.battle is None:
        raise Impossible("no battle is in progress (16.4.6)")
    return state.battle


def those_who_try(state: State, side: str, at: str) -> list[str]:
    """C166 Leaders of a hex who are not too tired."""
    ids = leaders.with_force(state, at, side)
    return [id for id in ids if state.leaders[id].fatigue < leaders.MOST_FATIGUE]


def can_try(state: State, side: str, at: str) -> bool:
    return is_force(state, those_who_try(state, side, at))


def is_force(state: State, some: list[str]) -> bool:
    """One of them with a unit makes a force, but no king out of his wits (C145)."""
    return any(state.leaders[id].army and leaders.commands(state, id) for id in some)


def least_cost(state: State, side: str, origin: str, to: str, target: str) -> int:
    """C167 Movement points from the main force's hex, through Zones of Control but not through the target, enemy
    leaders or what is closed, though a friend may stand in it (P4); a large number if there is no way."""
    closed_hexes = zones.enemies(state, side) | zones.closed_hexes(state, side)
    barred_hexes = (closed_hexes - {to}) | {target}
    heap, hexes_done = [(0, origin)], set()
    while heap:
        cost, at = heappop(heap)
        if at == to:
            return cost
        if at in hexes_done:
            continue
        hexes_done.add(at)
        for near, price in facts().steps[at].items():
            if near not in barred_hexes:
                heappush(heap, (cost + price, near))
    return NO_WAY


NO_WAY = 1000


def highest(state: State, main: str, target: str, at: str) -> int:
    """The highest die with which a force joins: the main leader's Quality less the cost, a 1 always (C72)."""
    leader = state.leaders[main]
    cost = least_cost(state, leader.side, leader.at, at, target)
    return max(1, min(6, leaders.rating(state, main).quality - cost))


def odds_note(state: State, main: str, target: str, at: str) -> str:
    who = leaders.names(those_who_try(state, state.leaders[main].side, at))
    return f"{who} from {board.name(at)} join on 1-{highest(state, main, target, at)}"


async def call_up(table: Table[State], hexes: tuple[str, ...]) -> None:
    """Each force rolls once whether it joins the battle; its leaders are the more tired for it either way."""
    state = table.state
    battle = current_battle(state)
    for at in hexes:
        some = those_who_try(state, battle.attacker, at)
        most = highest(state, battle.main, battle.at, at)
        die = await table.roll(f"joining from {at}", f"1-{most}", "16.4.6.2")
        for id in some:
            leaders.tire(state, id)
        if die <= most:
            battle.origins.append(at)
            battle.leaders[battle.attacker] += some
        else:
            battle.late[at] = some
        joins = "join the battle" if die <= most else "do not come in time"
        table.say("16.4.6.2", f"{leaders.subjects(some)} {joins}.", about=tuple(some))


def absent(state: State) -> dict[str, list[str]]:
    """C168 The hexes beside the target from which a force may still come, and its leaders: it failed its roll,
    or did not try. None in a battle by card, where only those fight whom it names (C183)."""
    battle = current_battle(state)
    ids_by_hex: dict[str, list[str]] = {}
    if not state.in_campaign:
        return ids_by_hex
    for at in facts().beside[battle.at]:
        some = battle.late.get(at) or those_who_try(state, battle.attacker, at)
        if at not in battle.origins and is_force(state, some):
            ids_by_hex[at] = some
    return ids_by_hex


def bring(table: Table[State], at: str) -> None:
    """C168 They join without a roll; who has not tried before is the more tired for it."""
    state = table.state
    battle = current_battle(state)
    some = absent(state)[at]
    for id in some:
        if at not in battle.late:
            leaders.tire(state, id)
    battle.origins.append(at)
    battle.leaders[battle.attacker] += some
    text = f"{leaders.subjects(some)} {'join' if some[1:] else 'joins'} the battle from {board.name(at)}."
    table.say("16.4.6.2", text, about=tuple(some))
