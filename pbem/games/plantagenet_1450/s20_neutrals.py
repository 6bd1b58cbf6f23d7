"""20.0, C218 Forces that have not chosen a side, as the Stanleys at Bosworth.

A die for each before the armies of a battle nearby are drawn up; until one chooses he has no Zone of Control,
is nobody's enemy and cannot be attacked.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_3_activation as activation
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450 import s16_4_5_movement as movement
from pbem.games.plantagenet_1450.facts import NEUTRAL, SIDES, facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State


@decision("move {leader}", rule="20.0")
class MoveNeutral(Decision):
    leader: Piece


@decision("move none", rule="20.0", passes=True)
class MoveNobody(Decision):
    pass


def undecided(state: State) -> dict[str, dict[str, Any]]:
    """The neutrals of the scenario who are still that, each with the dice on which he joins a side."""
    rows = scenario_row(state).get("neutral_rule", {}).get("leaders", ())
    return {one["leader"]: one for one in rows if state.leaders[one["leader"]].side == NEUTRAL}


async def is_moved(table: Table[State], side: str) -> None:
    """Ask the winner of the first initiative of a campaign turn to move one neutral force; it does not attack."""
    state = table.state
    able = [id for id in undecided(state) if state.leaders[id].fatigue < leaders.MOST_FATIGUE]
    if not able:
        return
    match await table.ask(
        Request[MoveNeutral | MoveNobody](
            side,
            "neutral",
            "You won the first initiative of this campaign turn: do you move a neutral force?",
            "20.0",
            partial(fill_neutrals, state=state, able=able),
        )
    ):
        case MoveNeutral(id):
            await activation.begin(table, id)
            die = await table.roll(f"movement {id}", "", "16.4.3")
            points = die + leaders.rating(state, id).quality
            await movement.move(table, id, points, by=side)
        case MoveNobody():
            pass


def fill_neutrals(menu: Menu, state: State, able: list[str]) -> None:
    for leader in menu.pick("leader", able):
        menu.offer(MoveNeutral(leader), partial(activation.note, state, leader, ""))
    menu.offer(MoveNobody())


async def choose(table: Table[State]) -> None:
    """Before the armies are drawn up: who stands near enough may join a side, for good."""
    state = table.state
    battle = current_battle(state)
    for id, dice in undecided(state).items():
        if board.distance(battle.at, state.leaders[id].at) > within(state):
            continue
        die = await table.roll(f"{id} chooses", "", "20.0")
        side = next((side for side in SIDES if dice[side][0] <= die <= dice[side][1]), NEUTRAL)
        if side == NEUTRAL:
            table.say("20.0", f"{leaders.subject(id)} stays neutral.", about=(id,))
        else:
            join(table, id, side)


def within(state: State) -> int:
    """How far off, in hexes from the target (C218)."""
    return int(scenario_row(state)["neutral_rule"]["within_hexes"])


def join(table: Table[State], id: str, side: str) -> None:
    """A neutral joins a battle as a subsidiary force without a roll.

    With the attackers he is the more tired for it, and who is too tired for that (C166) only changes sides. Where
    he shares a hex with enemies he is set down beside them (C199).
    """
    state = table.state
    battle = current_battle(state)
    leader = state.leaders[id]
    leader.side = side
    if leaders.at(state, leader.at, state.enemy(side)):
        leaders.go(state, id, zones.nearest_open(state, side, leader.at, facts().hexes))
    text = (
        f"{leaders.subject(id)} declares for {board.side_name(side)}, at {board.name(leader.at)}."
    )
    table.say("20.0", text, about=(side, leader.at, id))
    if side == battle.attacker:
        if leader.fatigue >= leaders.MOST_FATIGUE:
            return
        leaders.tire(state, id)
        battle.origins.append(leader.at)
    battle.leaders[side].append(id)
