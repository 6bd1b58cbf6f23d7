"""8.11, 12.0 Recruitment: points promise units, the Recruitment Table tells how many."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_points import can_buy, points_text
from pbem.games.plantagenet_1450.s16_2_campaign import into_pool
from pbem.games.plantagenet_1450.s16_4_6_3_levies import number
from pbem.games.plantagenet_1450.state import Points, State, Unit

ACTION = "recruitment"


@decision("recruit {kind}", rule="8.11")
class Recruit(Decision):
    kind: Piece


def costs() -> dict[str, int]:
    """12.2 The types that are recruited with points, and what a roll for them costs (12.1)."""
    prices: dict[str, int] = facts().tables["recruitment"]["cost"]
    return prices


def fill_recruits(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ACTION):
        return
    for kind in menu.pick("kind", costs()):
        counters = leaders.counters_left(state, points.side, kind)
        if not counters:
            menu.bar(Recruit(kind), "no counters of that type are left (C49)")
        elif can_buy(points, ACTION, costs()[kind]):
            menu.offer(Recruit(kind), partial(note, kind, counters))
        else:
            menu.bar(Recruit(kind), f"they cost {points_text(costs()[kind])} (12.1)")
    menu.bar_more(bar_recruits)


def note(kind: str, counters: int) -> str:
    column = facts().units[kind].column
    numbers = "/".join(str(min(counters, number(column, die))) for die in range(1, 7))
    return f"{points_text(costs()[kind])}: {numbers} units on a die of 1/2/3/4/5/6"


def bar_recruits(menu: Menu) -> None:
    for kind in facts().units:
        if kind not in costs():
            menu.bar(Recruit(kind), "they come by cards or with a battle only (12.2)")


async def recruit(table: Table[State], points: Points, kind: str) -> None:
    """C49 One type an action; they join the Force Pool at once."""
    points.left -= costs()[kind]
    name = facts().units[kind].name
    added = await treasury.bid(table, points.side, f"recruiting {name}", about=ACTION)
    await enlist(table, points.side, kind, added, "12.1")


async def enlist(table: Table[State], side: str, kind: str, added: int, rule: str) -> None:
    """A roll on the Recruitment Table, within the counters (C49); `added` to the die."""
    unit = facts().units[kind]
    die = await table.roll(f"recruiting {kind}", "", rule)
    join(table, side, kind, number(unit.column, die + added), rule)


def join(table: Table[State], side: str, kind: str, many: int, rule: str) -> None:
    """3.2 Units are added to a Force Pool, as far as there are counters (C169)."""
    state = table.state
    new_units = min(many, leaders.counters_left(state, side, kind))
    into_pool(state, side, [Unit(kind)] * new_units)
    text = f"{board.side_name(side)} gains {leaders.counted(kind, new_units)} for the Force Pool."
    table.say(rule, text)
