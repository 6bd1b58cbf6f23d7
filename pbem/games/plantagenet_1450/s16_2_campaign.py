"""16.2-3 What a Campaign of the whole game begins with, and what is left of it at its end."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import State, Unit


@decision("{captive}: keep", rule="16.4.6.11", passes=True)
class KeepCaptive(Decision):
    captive: Piece


def take_the_field(state: State) -> None:
    """16.3 Men-at-Arms of his own for every leader in play (C55), and who was carried stands on his own feet."""
    for side in SIDES:
        for id in leaders.free(state, side):
            leader = state.leaders[id]
            leader.army, leader.carrier, leader.fatigue, leader.fled = leaders.own_men(id), "", 0, 0


async def go_home(table: Table[State]) -> None:
    """C98 At the end of a Campaign units from the Force Pool return to it, to be maintained again; all others go.

    Fatigue markers go too (P8). Recruited Men-at-Arms in garrisons stay there (C165), and leaders where they are.
    """
    state = table.state
    for side in SIDES:
        for id in leaders.free(state, side):
            leader = state.leaders[id]
            back = [unit for unit in leader.army if unit.origin == "pool"]
            into_pool(state, side, back)
            leader.army, leader.fatigue, leader.fled, leader.inside, leader.rides = (
                [],
                0,
                0,
                False,
                "",
            )
            if back:
                text = f"{leaders.subject(id)} returns {leaders.army_text(back)} to the Force Pool."
                table.say("16.2", text, about=(id,))
    for at, garrison in list(state.garrisons.items()):
        garrison.units = [unit for unit in garrison.units if unit.origin == "pool"]
        if not garrison.units:
            del state.garrisons[at]
            captures.change_hands(table, at, garrison.side)
    await hand_in(table)


def into_pool(state: State, side: str, units: list[Unit]) -> None:
    pool = state.pool[side]
    many = {kind: pool.get(kind, 0) + sum(u.kind == kind for u in units) for kind in facts().units}
    state.pool[side] = {kind: count for kind, count in many.items() if count}


async def hand_in(table: Table[State]) -> None:
    """C147 A captive who was taken along may now be held at any fortified hex of his captor's side."""
    state = table.state
    for id, leader in state.leaders.items():
        if not leader.captor:
            continue
        side = state.leaders[leader.captor].side
        castles = captures.strongholds(state, side, id)
        if not castles:
            continue
        answer = await table.ask(
            Request[captures.Hold | KeepCaptive](
                side,
                "hold",
                f"Is {leaders.the(id, goes_on=True)} held in a castle, now that the Campaign is over?",
                "16.4.6.11",
                partial(fill_castles, id=id, castles=castles),
            )
        )
        if isinstance(answer, captures.Hold):
            leader.captor, leader.at = "", answer.at
            text = f"{leaders.subject(id)} is held at {board.name(leader.at)}."
            table.say("16.4.6.11", text, about=(id,))


def fill_castles(menu: Menu, id: str, castles: list[str]) -> None:
    captures.fill_castles(menu, id, castles)
    menu.offer(KeepCaptive(id), "stays with the captor")
