"""8.3, 18.0 Coronation: the leading royal leader of a house is crowned where there is no sole king."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s7_1_7_deal as deal
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.conditions import heirs, pretenders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_points import amounts, at_most, can_buy
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "coronation"


@decision("crown {claimant} for {points}", rule="18.1")
class Crown(Decision):
    claimant: Piece
    points: Amount


def fill_coronations(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ACTION):
        return
    for claimant in menu.pick("claimant", succession(state, points.side)):
        if bar(state, points.side, claimant):
            continue
        for many in menu.pick("points", amounts(points, ACTION)):
            menu.offer(Crown(claimant, many), f"on {at_most(many)} before Treasury (18.1)")
    menu.bar_more(partial(bar_coronations, state=state, points=points))


def bar_coronations(menu: Menu, state: State, points: Points) -> None:
    for claimant in succession(state, points.side):
        why = bar(state, points.side, claimant)
        for many in amounts(points, ACTION):
            menu.bar(Crown(claimant, many), why)


def succession(state: State, side: str) -> list[str]:
    """18.2 The order of succession, the king of the beginning before it (C104)."""
    return [*heirs(state, side), *pretenders(state, side)]


def bar(state: State, side: str, claimant: str) -> str:
    """18.1-3 Why a claimant cannot be crowned now; "" if he can."""
    leader = state.leaders[claimant]
    name = leaders.the(claimant, goes_on=True)
    order = succession(state, side)
    heirs_before = [
        id for id in order[: order.index(claimant)] if state.leaders[id].status != "dead"
    ]
    flag = facts().leaders[claimant].crown_flag
    area = board.area_of(leader.at)
    king = kings.sole_king(state)
    if leader.crowned:
        return f"{name} is crowned (18.1)"
    if heirs_before:
        return f"{leaders.the(heirs_before[0], goes_on=True)} comes before {name} while he lives (18.2)"
    if leader.status != "free":
        return f"{name} is not in play or not free (18.1)"
    if flag and flag not in state.flags:
        return f"{name} may not be crowned before Malmsey Wine is played (18.3)"
    if king:
        king_words = "the Protector" if kings.protected(state) else "the sole king"
        return f"{board.side_name(king)} has {king_words} (18.1)"
    if area is None or not area.cathedral or state.control.get(area.group) != side:
        return f"{name} is in no area of yours with a cathedral (18.1)"
    if state.legitimacy[side] < state.legitimacy[state.enemy(side)]:
        return "the other side has more Legitimacy (18.1)"
    return ""


async def crown(table: Table[State], points: Points, claimant: str, many: int) -> None:
    """C41 Try to crown a claimant: a die of at most the points spent, of which Treasury may take something off."""
    state = table.state
    points.left -= many
    name = leaders.subject(claimant)
    highest = many + await treasury.bid(
        table, points.side, f"the coronation of {leaders.the(claimant)}", about=ACTION
    )
    if await table.roll(f"coronation of {claimant}", at_most(highest), "18.1") > highest:
        table.say("18.1", f"{name} is not crowned.", about=(claimant,))
        return
    state.leaders[claimant].crowned = True
    state.were_crowned.append(claimant)
    table.say("18.1", f"{name} is crowned king.", "heading", about=(points.side, claimant))
    if scenario_row(state).get("deck_joins", {}).get("coronation") == claimant:
        await deal.join(table, scenario_row(state)["deck_joins"]["deck"])
