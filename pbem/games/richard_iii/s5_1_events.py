"""5.1 The six Event cards. Their Action Points pay only for the event, never for recruits (C4).

Surprise, Force March, Treason and Piracy differ from plain cards only by what cards.toml says of
their moves; Muster and Plague have orders of their own. Treason's roll: see s6_9_treachery.
"""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s5_2_land_moves import phase_of
from pbem.games.richard_iii.s6_8_deaths import lose_step
from pbem.games.richard_iii.state import State

MUSTER = "muster"
PLAGUE = "plague"
TREASON = "treason"


@decision("muster {place}", rule="5.1")
class Muster(Decision):
    """5.1 Where all moves of this Action Phase end."""

    place: Place


@decision("plague {place}", rule="5.1")
class Plague(Decision):
    """5.1 A city of the enemy."""

    place: Place


@decision("{block}: fall", rule="5.1")
class Fall(Decision):
    """5.1 The next of one's own blocks to die of Plague."""

    block: blocks.OwnBlock


def fill_muster(menu: Menu, state: State) -> None:
    """5.1 One friendly or vacant area; not in enemy exile (C10), nor by sea to an own one."""
    side = phase_of(state).side
    if menu.wants(Muster):
        control = board.Control(state)
        for place in menu.pick("place", facts().areas):
            if control.open_to(place, side) and board.neighbours(place):
                menu.offer(Muster(place))
            elif board.neighbours(place):
                menu.bar(Muster(place), "it must be friendly or vacant (5.1)")


def muster(table: Table[State], place: str) -> None:
    """5.1, C32 The area where the blocks' moves must end."""
    phase = phase_of(table.state)
    phase.muster = place
    table.say(
        "5.1",
        f"{blocks.side_name(phase.side)} musters its blocks in {board.the(phase.muster)}.",
        about=(phase.muster,),
    )


def plague_cities(state: State) -> list[str]:
    """5.1, C39 City areas that the enemy occupies and nobody contests."""
    enemy, control = state.enemy(phase_of(state).side), board.Control(state)
    return [id for id, place in facts().areas.items() if place.city and control.friendly(id, enemy)]


def fill_plague(menu: Menu, state: State) -> None:
    enemy = state.enemy(phase_of(state).side)
    if menu.wants(Plague):
        for place in menu.pick("place", plague_cities(state)):
            n = len(board.at(state, place, enemy))
            menu.offer(Plague(place), f"{blocks.blocks_text(n)} there")
        for id, area in facts().areas.items():
            if area.city:
                menu.bar(Plague(id), "no enemy blocks are there, or there is a battle (5.1)")


async def plague(table: Table[State], place: str) -> None:
    """5.1 Every block there loses a step; the owner says who falls first (C39)."""
    state = table.state
    phase = phase_of(state)
    enemy = state.enemy(phase.side)
    phase.spent = True
    table.say(
        "5.1",
        f"Plague in {board.area(place).city}: {blocks.side_name(enemy)} loses a step from every block "
        "there.",
        about=(place,),
    )
    sick = board.at(state, place, enemy)
    blocks_dying = [id for id in sick if state.blocks[id].strength == 1]
    for id in sick:
        if id not in blocks_dying:
            lose_step(table, id, "5.1")
    while blocks_dying:
        id = await _next_to_fall(table, enemy, blocks_dying, place)
        blocks_dying.remove(id)
        lose_step(table, id, "5.1")


async def _next_to_fall(table: Table[State], side: str, dying: list[str], place: str) -> str:
    answer = await table.ask(
        Request[Fall](
            side,
            "plague_deaths",
            f"Plague in {board.the(place)} kills {blocks.blocks_text(len(dying))}. Which falls next?",
            "5.1",
            partial(_fill_deaths, dying=dying),
        )
    )
    return answer.block


def _fill_deaths(menu: Menu, dying: list[str]) -> None:
    for id in menu.pick("block", blocks.humblest_first(dying)):
        menu.offer(Fall(id))
