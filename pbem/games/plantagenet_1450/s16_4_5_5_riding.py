"""16.4.5.5 Carrying leaders: Henry VI may ride with any leader as if he were a combat unit.

He takes one place of Command (C212). He commands nothing then: his units pass to who carries him and
must find room there; his own Men-at-Arms go home for the rest of the Campaign (P1).
"""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import State


@decision("{rider}: ride {carrier}", rule="16.4.5.5")
class Ride(Decision):
    rider: Piece
    carrier: Piece


@decision("{rider}: dismount", rule="16.4.5.5")
class GetDown(Decision):
    rider: Piece


@decision("{rider}: wait", rule="16.4.5.5", passes=True)
class StayAsHeIs(Decision):
    rider: Piece


def riders(state: State, side: str) -> list[str]:
    """Free leaders who may be carried as a unit."""
    return [id for id in leaders.free(state, side) if facts().leaders[id].rides_as_unit]


def can_carry(state: State, id: str, rider: str) -> bool:
    """Are they in one hex, and is there room for the rider and his units?"""
    leader, second = state.leaders[id], state.leaders[rider]
    needed = 1 + leaders.commanded(second.army)
    return (
        id != rider
        and leader.side == second.side
        and leaders.is_free(state, id)
        and leader.at == second.at
        and leaders.in_field(leader)
        and leaders.in_field(second)
        and leaders.room(state, id) >= needed
    )


def carriers(state: State, rider: str) -> list[str]:
    side = state.leaders[rider].side
    return [id for id in leaders.free(state, side) if can_carry(state, id, rider)]


def mount(table: Table[State], rider: str, carrier: str) -> None:
    state = table.state
    leader = state.leaders[rider]
    state.leaders[carrier].army += [unit for unit in leader.army if unit.origin != "own"]
    leader.army, leader.rides = [], carrier
    table.say(
        "16.4.5.5",
        f"{leaders.subject(rider)} rides with {leaders.the(carrier)}.",
        about=(rider, carrier),
    )


def get_down(table: Table[State], rider: str) -> None:
    carrier = table.state.leaders[rider].rides
    table.state.leaders[rider].rides = ""
    table.say(
        "16.4.5.5",
        f"{leaders.subject(rider)} no longer rides with {leaders.the(carrier)}.",
        about=(rider,),
    )


async def mount_or_get_down(table: Table[State]) -> None:
    """C212 At deployment and redeployment, ask each leader who can ride with another whether he mounts or gets down."""
    state = table.state
    for side in SIDES:
        for rider in riders(state, side):
            if not state.leaders[rider].rides and not carriers(state, rider):
                continue
            match await table.ask(
                Request[Ride | GetDown | StayAsHeIs](
                    side,
                    "ride",
                    f"Does {leaders.the(rider, goes_on=True)} ride with anybody?",
                    "16.4.5.5",
                    partial(fill_ride, state=state, rider=rider),
                )
            ):
                case Ride(_, carrier):
                    mount(table, rider, carrier)
                case GetDown():
                    get_down(table, rider)
                case StayAsHeIs():
                    pass


def fill_ride(menu: Menu, state: State, rider: str) -> None:
    if carrier := state.leaders[rider].rides:
        menu.offer(StayAsHeIs(rider), f"goes on riding with {leaders.the(carrier)}")
        menu.offer(GetDown(rider))
        return
    menu.offer(StayAsHeIs(rider), "rides with nobody")
    for carrier in menu.pick("carrier", carriers(state, rider)):
        menu.offer(Ride(rider, carrier), f"the Men-at-Arms of {leaders.the(rider)} go home")
