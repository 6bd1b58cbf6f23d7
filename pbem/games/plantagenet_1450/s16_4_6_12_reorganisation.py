"""16.4.6.12 Reorganisation: survivors return to armies; what exceeds a leader's Command is lost."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State, Unit

Armies = dict[str, list[Unit]]


@decision("{giver}: give {kind} {taker}", rule="16.4.6.12")
class Give(Decision):
    """A unit changes its leader; the giver may be one who was taken (C210)."""

    giver: Piece
    kind: Piece
    taker: Piece


@decision("give none", rule="16.4.6.12", passes=True)
class GiveNothing(Decision):
    pass


async def reorganise(table: Table[State], side: str, armies: Armies) -> None:
    """C93 Let the owner move units among the leaders present, as many times at most as there are units.

    Args:
        armies: the survivors of those who were there, also of those who were taken since.
    """
    state = table.state
    lost_leaders = bereaved(state, armies)
    armies = {
        id: units for id, units in armies.items() if id in lost_leaders or is_present(state, id)
    }
    for _ in range(sum(map(len, armies.values()))):
        if not transfers(state, armies):
            break
        answer = await table.ask(
            Request[Give | GiveNothing](
                side,
                "reorganise",
                "Do you move units between your leaders?",
                "16.4.6.12",
                partial(fill_transfers, state=state, armies=armies),
            )
        )
        if isinstance(answer, GiveNothing):
            break
        unit = next(one for one in movable(armies[answer.giver]) if one.kind == answer.kind)
        armies[answer.giver].remove(unit)
        armies[answer.taker].append(unit)
    for id in lost_leaders:
        state.leaders[id].army = []
    for id in armies:
        if id not in lost_leaders:
            drop_excess(table, id)


def is_present(state: State, id: str) -> bool:
    """Free, on the map where the battle was, and on his own feet."""
    leader = state.leaders[id]
    if state.battle is not None and id in state.battle.gone:
        return False
    return leaders.is_free(state, id) and not leader.rides and not board.is_abroad(leader.at)


def bereaved(state: State, armies: Armies) -> list[str]:
    """C210 Leaders taken, killed or fled, whose units others may take; a dead noble's went with him."""
    return [
        id
        for id in armies
        if not is_present(state, id)
        and not state.leaders[id].rides
        and (state.leaders[id].status != "dead" or facts().leaders[id].royal)
    ]


def movable(army: list[Unit]) -> list[Unit]:
    """A leader's own Men-at-Arms follow nobody else."""
    return [unit for unit in army if unit.origin != "own"]


def transfers(state: State, armies: Armies) -> list[Give]:
    """Who can take: leaders present, in their wits (C145), with room in their Command."""
    present = [id for id in armies if is_present(state, id) and leaders.commands(state, id)]
    takers = [id for id in present if leaders.room(state, id)]
    return [
        Give(giver, kind, taker)
        for giver in armies
        for kind in dict.fromkeys(unit.kind for unit in movable(armies[giver]))
        for taker in takers
        if taker != giver
    ]


def fill_transfers(menu: Menu, state: State, armies: Armies) -> None:
    menu.offer(GiveNothing(), partial(what_is_lost, state, armies))
    for give in transfers(state, armies):
        menu.offer(give)


def what_is_lost(state: State, armies: Armies) -> str:
    """What is eliminated if nothing more is moved."""
    lost_leaders = bereaved(state, armies)
    lost = [unit for id in lost_leaders for unit in armies[id]]
    lost += [unit for id in armies if id not in lost_leaders for unit in excess(state, id)]
    return f"lost: {leaders.army_text(lost)}" if lost else ""


def excess(state: State, id: str) -> list[Unit]:
    """Beyond Command: first those whom a card called (C93), then the lowest morale."""
    army = movable(state.leaders[id].army)
    riders = len(leaders.carried(state, id))
    over = max(0, len(army) + riders - leaders.rating(state, id).command)
    army.sort(key=lambda unit: (unit.origin != "called", facts().units[unit.kind].morale))
    return army[:over]


def drop_excess(table: Table[State], id: str) -> None:
    lost = excess(table.state, id)
    for unit in lost:
        table.state.leaders[id].army.remove(unit)
    if lost:
        text = f"{leaders.subject(id)} loses {leaders.army_text(lost)}: too many to command."
        table.say("16.4.6.12", text, about=(id,))
