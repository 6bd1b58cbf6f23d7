"""8.5, 15.2 Intrigue points improve one's relations with a foreign territory, or harm the enemy's."""

from __future__ import annotations

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s15_2_relations as relations
from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_points import at_least, can_buy, points_text
from pbem.games.plantagenet_1450.state import Points, State

ACTION = "diplomacy"


@decision("improve {territory}", rule="8.5")
class Improve(Decision):
    territory: Place


@decision("harm {territory}", rule="8.5")
class Harm(Decision):
    """The enemy's relations there."""

    territory: Place


def fill_diplomacy(menu: Menu, state: State, points: Points) -> None:
    """C52 Offer to change relations with the territories where a leader of the side is who can act (C145)."""
    for territory in menu.pick("territory", facts().territories):
        for kind in (Improve, Harm):
            if not menu.wants(kind):
                continue
            why = bar(state, points.side, territory, kind)
            if why:
                menu.bar(kind(territory), why)
                continue
            box = target(state, points.side, territory, kind)
            price = cost(territory, box)
            if can_buy(points, ACTION, price):
                word = box_name(territory, box)
                menu.offer(
                    kind(territory), f"{points_text(price)}, {word} on {at_least(success())} (15.2)"
                )
            else:
                menu.bar(kind(territory), f"it costs {points_text(price)} (15.2)")


def box_name(territory: str, box: int) -> str:
    """The name of a box of its track."""
    return facts().territories[territory].levels[box - 1] if box else "without relations"


def cost(territory: str, box: int) -> int:
    """15.2, C52 Points for a move into a box of its track; one for none."""
    return facts().territories[territory].costs[box - 1] if box else 1


def success() -> int:
    return int(facts().tables["diplomacy"]["success_at_least"])


def bar(state: State, side: str, territory: str, kind: type[Improve | Harm]) -> str:
    """8.5 Why a side cannot improve or harm relations with a territory now; "" if it can."""
    ids = [
        id
        for id in leaders.free(state, side)
        if board.territory(state.leaders[id].at) == territory and not state.leaders[id].mad
    ]
    theirs = level(state, state.enemy(side), territory)
    top = len(facts().territories[territory].levels)
    if not ids:
        return "no leader of yours who can act is there (15.3)"
    if kind is Harm:
        return "" if theirs else "the enemy has no relations there (15.2)"
    if theirs:
        return "the enemy has relations there: harm those first (C205)"
    if level(state, side, territory) == top:
        return f"it is {box_name(territory, top)} already (15.2)"
    return ""


def target(state: State, side: str, territory: str, kind: type[Improve | Harm]) -> int:
    """The box of the track that the marker moves into."""
    if kind is Improve:
        return level(state, side, territory) + 1
    return level(state, state.enemy(side), territory) - 1


async def improve(table: Table[State], points: Points, territory: str) -> None:
    points.left -= cost(territory, target(table.state, points.side, territory, Improve))
    if await succeeds(table, points.side, territory):
        relations.improve(table, points.side, territory, "15.2")


async def harm(table: Table[State], points: Points, territory: str) -> None:
    points.left -= cost(territory, target(table.state, points.side, territory, Harm))
    if await succeeds(table, points.side, territory):
        relations.worsen(table, table.state.enemy(points.side), territory, "15.2")


async def succeeds(table: Table[State], side: str, territory: str) -> bool:
    """15.2 A 6 or more after Treasury, which the other side may counter (C142)."""
    name = facts().territories[territory].name
    least = success() - await treasury.bid(table, side, f"diplomacy in {name}", about=ACTION)
    if await table.roll(f"diplomacy {territory}", at_least(least), "15.2") >= least:
        return True
    table.say("15.2", f"Diplomacy in {name} changes nothing.", about=(territory,))
    return False
