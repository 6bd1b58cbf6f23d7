"""13.2, C59 Who is beaten outside Campaigns gives way to an adjacent area, or is taken."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.state import State


@decision("{leader}: go {area} [with {hexes}]", rule="13.2")
class GiveWay(Decision):
    """A hex of it other than the first may be named (C118)."""

    leader: Piece
    area: Place
    hexes: tuple[Place, ...] = ()


async def give_way(table: Table[State], some: Sequence[str], captors: captures.Captors) -> None:
    """Each leader goes to an area of his choice without an enemy leader, with those whom he carries (C183).

    Who has none is captured (C59).
    """
    state = table.state
    for id in some:
        ends = refuges(state, id)
        if not ends:
            table.say("13.2", f"{leaders.subject(id)} has nowhere to go (C59).", about=(id,))
            await captures.capture(table, id, captors)
            continue
        leader = state.leaders[id]
        answer = await table.ask(
            Request[GiveWay](
                leader.side,
                "give_way",
                f"Where does {leaders.the(id, goes_on=True)} go?",
                "13.2",
                partial(fill_refuges, state=state, id=id, ends=ends),
            )
        )
        start = leader.at
        stacks.set_down(state, id, answer.area, answer.hexes)
        text = (
            f"{leaders.subject(id)} gives way to {board.name(leader.at)}{leaders.along(state, id)}."
        )
        table.say("13.2", text, "retreat", about=leaders.move_event(state, id, start, leader.at))


def refuges(state: State, id: str) -> list[str]:
    """The areas beside his own in which no enemy leader is and he may stand."""
    leader = state.leaders[id]
    area = board.area_of(leader.at)
    foes = [
        board.area_of(state.leaders[foe].at)
        for foe in leaders.free(state, state.enemy(leader.side))
    ]
    enemy_areas = {foe.id for foe in foes if foe is not None}
    beside = area.adjacent if area is not None else ()
    return [
        to for to in beside if to not in enemy_areas and stacks.stations(state, leader.side, to)
    ]


def fill_refuges(menu: Menu, state: State, id: str, ends: Sequence[str]) -> None:
    for area in menu.pick("area", ends):
        first, among = stacks.hexes_of(state, state.leaders[id].side, area)
        menu.offer(GiveWay(id, area), f"at {board.hex_in(area, first)}", hexes=among)
