"""3.3 Exiles and Vassals: Exiled Lords return, Disbanded Vassals become Ready."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import Done
from pbem.games.plantagenet.s3_2_4_disband import disband_without_troops
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.state import State


@decision("{lord}: return to {box}", rule="3.3.1")
class Return(Decision):
    """3.3.1 An Exile Musters in an Exile box."""

    lord: Piece
    box: Place


def returning(state: State, side: str) -> list[str]:
    """Exile-marked cylinders in the current or an earlier box that have an Exile box to go to; from
    later boxes if a card says so."""
    return [
        id
        for id, lord in lords.lords_of(state, side).items()
        if lord.at == "calendar"
        and lord.exile
        and (lord.box <= state.box or lords.may(state, id, "return"))
        and scenario.exile_boxes_of(state, id)
    ]


def returns(menu: Menu, state: State, side: str) -> None:
    for lord in menu.pick("lord", returning(state, side)):
        for box in menu.pick("box", scenario.exile_boxes_of(state, lord)):
            menu.offer(Return(lord, box), "free, no check")
    menu.offer(Done(), "the others stay on the Calendar")


async def muster_exiles(table: Table[State]) -> None:
    """3.3.1 Rebel, then King's side may Muster Exiles into the Exile box that the scenario names."""
    state = table.state
    for side in state.order():
        asking = "Before Exiled Lords return: do you play a Hold Event?"
        await held.window(table, side, "levy", question=asking)
        while returning(state, side):
            answer = await table.ask(
                Request[Return | Done](
                    side,
                    "exiles",
                    "Which Exiled Lord returns?",
                    "3.3.1",
                    partial(returns, state=state, side=side),
                )
            )
            match answer:
                case Done():
                    break
                case Return(lord, box):
                    muster_lord(state, lord, box)
                    table.say("3.3.1", f"{lords.name(lord)} Musters in {board.name(box)}.")
                    allies.lose_ally(table)
                    disband_without_troops(table)


async def ready_vassals(table: Table[State]) -> None:
    """3.3.2 Face-down pairs in the current box return to their Seats, whoever is there (C38)."""
    state = table.state
    for id, marker in state.vassals.items():
        if marker.status == "disbanded" and marker.box == state.box:
            marker.status, marker.box = "ready", 0
            seat = board.name(lords.vassal(id).seat)
            table.say("3.3.2", f"{lords.vassal(id).name} is Ready again at {seat}.")
