"""7.1 Commanders: each side chooses one among its nobles of the highest rank."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.state import Battle, State


@decision("{noble}: command", rule="7.1")
class Command(Decision):
    noble: Piece


def current(state: State) -> Battle:
    """The battle in progress."""
    if state.battle is None:
        raise Impossible("no battle is being fought")
    return state.battle


def army(state: State, side: str) -> list[str]:
    """A side's nobles in the battle; in a withdrawal of its own only those who go (7.6)."""
    battle = current(state)
    if battle.withdrawing == side and battle.leaving:
        return list(battle.leaving)
    return nobles.at(state, battle.at, side)


def eligible(state: State, ids: Sequence[str]) -> list[str]:
    """7.1 Those of the highest printed rank, an infirm Henry included (C7, C9)."""
    top = max(nobles.stars(state, id) for id in ids)
    return [id for id in ids if nobles.stars(state, id) == top]


async def choose_commanders(table: Table[State]) -> None:
    """7.1 Non-Initiative player first."""
    first, second = table.state.order()
    await choose_commander(table, second)
    await choose_commander(table, first)


async def choose_commander(table: Table[State], side: str) -> None:
    """7.1 The owner chooses between nobles of equal rank."""
    state = table.state
    battle = current(state)
    answer = await table.ask(
        Request[Command](
            side,
            "commander",
            "Who commands your army in this battle?",
            "7.1",
            partial(commanders, state=state, ids=army(state, side)),
        )
    )
    battle.commanders[side] = answer.noble
    face, side_name = nobles.face(state, answer.noble), nobles.side_name(side)
    name = nobles.name(state, answer.noble)
    table.say(
        "7.1",
        f"{name} commands {side_name}'s army (battle {face.battle}, leadership {face.leadership}).",
        "battle_array",
        (answer.noble,),
    )


def ability(state: State, id: str) -> tuple[int, int, str]:
    """For menus: the better commander first."""
    face = nobles.face(state, id)
    return (-face.battle, -face.leadership, id)


def commanders(menu: Menu, state: State, ids: Sequence[str]) -> None:
    able = sorted(eligible(state, ids), key=lambda id: ability(state, id))
    for noble in menu.pick("noble", able):
        face = nobles.face(state, noble)
        menu.offer(Command(noble), f"battle {face.battle}, leadership {face.leadership}")
    menu.bar_more(partial(bar_others, ids=ids))


def bar_others(menu: Menu, ids: Sequence[str]) -> None:
    for noble in ids:
        menu.bar(Command(noble), "a noble of higher rank is present (7.1)")
    for noble in facts().nobles:
        menu.bar(Command(noble), "he is not among your nobles in this battle (7.1)")
