"""4.3.5 Approach: Enemy Lords at the destination choose Exile or Battle."""

from __future__ import annotations

from functools import partial

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_special as special
from pbem.games.plantagenet.s3_2_4_disband import disband_lord
from pbem.games.plantagenet.s4_4_3_spoils import give_spoils
from pbem.games.plantagenet.s4_4_battle import battle
from pbem.games.plantagenet.state import State


def stands(menu: Menu, state: State, undecided: list[str]) -> None:
    for id in undecided:
        menu.offer(f"{id}: battle", "4.3.5")
        menu.offer(f"{id}: exile", "4.3.5", f"loses {lords.loss(state, id)} Influence, Disbands")
    if len(undecided) > 1:
        cost = sum(lords.loss(state, id) for id in undecided)
        menu.offer("all battle", "4.3.5", f"{lords.names(undecided)}")
        menu.offer("all exile", "4.3.5", f"{lords.names(undecided)}: lose {cost} Influence")


async def approach(table: Table[State], movers: list[str], place: str, side: str) -> None:
    """4.3.5 Each Enemy Lord there must choose either Exile or Battle.

    Args:
        movers: the Approaching Lords, who get the Spoils.
        side: whose Lords Approach; they Attack.
    """
    state = table.state
    undecided = board.enemies_at(state, place, side)
    exiles: list[str] = []
    comes = f"{lords.names(movers)} Approach{'es' if len(movers) == 1 else ''}"
    table.say("4.3.5", f"{comes} {lords.names(undecided)} at {board.name(place)}.")
    while undecided:
        order = await table.ask(
            Request(
                state.enemy(side),
                "approach",
                f"{comes} {board.name(place)}: who stands to Battle, who goes into Exile?",
                "4.3.5",
                partial(stands, state=state, undecided=list(undecided)),
            )
        )
        chosen = list(undecided) if order.verb == "all" else [order.actor]
        if order.words[-1] == "exile":
            exiles += chosen
        undecided = [id for id in undecided if id not in chosen]
    if exiles:
        await exile(table, movers, place, exiles)
    if board.enemies_at(state, place, side):
        await battle(table, place, side)


async def exile(table: Table[State], movers: list[str], place: str, exiles: list[str]) -> None:
    """4.3.5 First the Influence, then Assets as if Spoils (C56), lastly Disband with an Exile marker."""
    state = table.state
    for id in exiles:
        points = lords.loss(state, id)
        influence.lose(state, lords.side_of(id), points)
        table.say("4.3.5", f"{lords.name(id)} goes into Exile and costs {points} Influence.")
    await give_spoils(table, place, movers, exiles)
    for id in exiles:
        disband_lord(state, id, exile=True)
        table.say(
            "3.2.4", f"{lords.name(id)} Disbands to box {state.lords[id].box}, marked as an Exile."
        )
        special.tell_release(table)
