"""16.4.6.0 Withdrawal into a fortification (the rulebook's first 16.4.6.1, C1)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Garrison, State

GARRISON = "men_at_arms"
"""What may stand in a fortification (13.1)."""


@decision("withdraw [with {leaders}]", rule="16.4.6.0")
class WithdrawInside(Decision):
    """Those leaders of the hex, one at least, with the Men-at-Arms for whom there is room."""

    leaders: tuple[Piece, ...] = ()


@decision("stand", rule="16.4.6.0", passes=True)
class Stand(Decision):
    pass


def may_withdraw(state: State, side: str, at: str) -> bool:
    """C70 Only into an unreduced fortification of his own side, in a friendly area."""
    return board.controller(state, at) == side and board.holds_fort(state, side, at)


def places(state: State, at: str) -> int:
    """14.1.2 How many more Men-at-Arms the fortification holds."""
    garrison = state.garrisons.get(at)
    inside = len(garrison.units) if garrison else 0
    return max(0, facts().forts[at].fort_value - inside)


async def withdraw(table: Table[State], side: str, at: str, attacker: str) -> None:
    """Ask the defender, when a leader attacks his hex, which leaders withdraw into the fortification (C165)."""
    state = table.state
    if not may_withdraw(state, side, at):
        return
    ids = leaders.with_force(state, at, side)
    match await table.ask(
        Request[WithdrawInside | Stand](
            side,
            "withdraw_inside",
            f"{leaders.subject(attacker)} attacks: who withdraws into {facts().forts[at].fort_name}?",
            "16.4.6.0",
            partial(fill_withdrawals, state=state, at=at, ids=ids),
        )
    ):
        case WithdrawInside(some):
            for id in some or ids:
                go_inside(table, id, at)
        case Stand():
            pass


def fill_withdrawals(menu: Menu, state: State, at: str, ids: list[str]) -> None:
    menu.offer(Stand())
    who, whose = ("all leaders, or those you name; ", "their") if len(ids) > 1 else ("", "his")
    menu.offer(
        WithdrawInside(),
        f"{who}there is room for {leaders.counted(GARRISON, places(state, at))}, "
        f"all {whose} other units are eliminated",
        leaders=subset_of(ids),
    )


def go_inside(table: Table[State], id: str, at: str) -> None:
    """C70 A leader and the Men-at-Arms for whom there is room go into a fortification; his other units are eliminated.

    He always finds room. Recruited men go first, for they stay there as its garrison (C165).
    """
    state = table.state
    leader = state.leaders[id]
    able = sorted(
        (unit for unit in leader.army if unit.kind == GARRISON),
        key=lambda unit: unit.origin != "pool",
    )
    garrison_units = able[: places(state, at)]
    units_lost = list(leader.army)
    for unit in garrison_units:
        units_lost.remove(unit)
    garrison = state.garrisons.setdefault(at, Garrison(leader.side))
    garrison.side = leader.side
    garrison.units += garrison_units
    leader.army, leader.inside = [], True
    along, with_him = leaders.along(state, id), leaders.followers(state, id)
    for rider in leaders.carried(state, id):
        state.leaders[rider].rides, state.leaders[rider].inside = "", True
    inside = f"; inside: {leaders.army_text(garrison_units)}" if garrison_units else ""
    outside = f"; eliminated: {leaders.army_text(units_lost)}" if units_lost else ""
    table.say(
        "16.4.6.0",
        f"{leaders.subject(id)} withdraws into {facts().forts[at].fort_name}{along}{inside}{outside}.",
        about=(at, id, *with_him),
    )
