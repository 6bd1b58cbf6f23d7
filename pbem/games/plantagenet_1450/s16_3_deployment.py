"""16.3, 16.4.9 Deployment: units from the Force Pool join leaders; 16.4.5.5 Henry VI mounts or gets down."""

from __future__ import annotations

from collections import Counter

from pbem.engine.decision import Piece, Stacked, decision
from pbem.engine.request import Request
from pbem.engine.stack import Stack
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s15_5_mercenaries as mercenaries
from pbem.games.plantagenet_1450 import s16_4_5_5_riding as riding
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import State, Unit

POOL = "pool"
"""What stands for a unit that stays in the Force Pool."""


@decision("deploy {leaders}", rule="16.3")
class Deploy(Stacked):
    """To whom each unit of the Force Pool goes, in the order of the pool; `pool`: to nobody."""

    leaders: tuple[Piece, ...]


async def deployment(table: Table[State]) -> None:
    """16.3 At the beginning of a Campaign, to any leader in play (C61)."""
    await deploy(table, "16.3", anywhere=True)


async def redeployment(table: Table[State]) -> None:
    """16.4.9 After each campaign turn, to leaders in friendly areas or abroad (C99); first Mercenaries are hired
    there (C181)."""
    await mercenaries.hire_at_redeployment(table)
    await deploy(table, "16.4.9", anywhere=False)


async def deploy(table: Table[State], rule: str, anywhere: bool) -> None:
    """C158 Both sides say secretly, at once, which leader gets which units; who has nothing to assign is not asked.

    `anywhere`: may leaders who are not at home get some too (16.4.9)?
    """
    await riding.mount_or_get_down(table)
    state = table.state
    takers = {side: eligible(state, side, anywhere) for side in SIDES}
    requests = [
        Request[Deploy](
            side,
            "deploy",
            f"Your Force Pool has {leaders.army_text(pool(state, side))}. Which leader gets each unit, in this order?",
            rule,
            stack=Stack.of(Deploy, len(pool(state, side)), takers[side]),
        )
        for side in SIDES
        if len(takers[side]) > 1 and pool(state, side)
    ]
    if not requests:
        return
    stacks = await table.ask_stacks(*requests)
    for request in requests:
        side = request.side
        units_of: dict[str, list[Unit]] = {}
        for unit, slot in zip(pool(state, side), stacks[side], strict=True):
            units_of.setdefault(await table.open(slot, side), []).append(unit)
        assign(table, side, units_of, rule)


def pool(state: State, side: str) -> list[Unit]:
    """3.2 The units of a Force Pool one by one, in the order of `units.toml`."""
    counts = state.pool.get(side, {})
    return [Unit(kind) for kind in facts().units for _ in range(counts.get(kind, 0))]


def eligible(state: State, side: str, anywhere: bool) -> dict[str, int]:
    """Who may take units, and how many; the pool itself, without limit, last."""
    limits = {
        id: leaders.room(state, id)
        for id in leaders.free(state, side)
        if leaders.in_field(state.leaders[id])
        and leaders.commands(state, id)
        and (anywhere or is_at_home(state, id))
    }
    return {id: limit for id, limit in limits.items() if limit} | {POOL: -1}


def is_at_home(state: State, id: str) -> bool:
    """16.4.9 In a friendly area or a foreign territory."""
    leader = state.leaders[id]
    return board.is_abroad(leader.at) or board.controller(state, leader.at) == leader.side


def assign(table: Table[State], side: str, units_of: dict[str, list[Unit]], rule: str) -> None:
    state = table.state
    for id, units in units_of.items():
        if id == POOL:
            continue
        state.leaders[id].army += units
        table.say(rule, f"{leaders.subject(id)} takes {leaders.army_text(units)}.", about=(id,))
    remainder = Counter(unit.kind for unit in units_of.get(POOL, ()))
    state.pool[side] = {kind: remainder[kind] for kind in facts().units if remainder[kind]}
