"""13.2 Mustering: troops are called up outside a Campaign, for one action (13.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_selectors import Resolution, one_leader
from pbem.games.plantagenet_1450.state import State, Unit

ANY = "any"


@decision("muster {count} {kind}", rule="13.2.1")
class Take(Decision):
    count: Amount
    kind: Piece


@decision("muster none", rule="13.2.1", passes=True)
class TakeNoMore(Decision):
    pass


async def by_card(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """`muster` in `effects.md`: one leader, of types that the card allows."""
    leader = await one_leader(
        table, play, step["leader"], "who musters?", lambda id: can_muster(table.state, id)
    )
    if leader:
        await muster(table, play, leader, step["units"])


def can_muster(state: State, id: str) -> bool:
    """C145 Nobody who is out of his wits."""
    return leaders.is_free(state, id) and not state.leaders[id].mad


async def muster(table: Table[State], play: Resolution, id: str, kinds: Sequence[str]) -> None:
    """13.2.1 A leader calls up units of some kinds from the Force Pool, besides his own Men-at-Arms, once in a play
    (C183).

    Die and Quality, then Treasury (C143), say how many, at most his Command; who is out of his wits gets none
    (C145).
    """
    state = table.state
    if id in play.mustered:
        return
    play.mustered.append(id)
    leader = state.leaders[id]
    leader.army, leader.fatigue = leaders.own_men(id), 0
    if leaders.commands(state, id) and available(state, leader.side, kinds):
        ratings = leaders.rating(state, id)
        total = ratings.quality + await table.roll(f"muster {id}", "", "13.2.1")
        if most(total, ratings.command) < min(
            ratings.command, sum(available(state, leader.side, kinds).values())
        ):
            purpose = f"the muster of {leaders.the(id)} ({count_text(most(total, ratings.command), 'unit')} so far)"
            total += await treasury.bid(
                table, leader.side, purpose, about="muster", contested=False
            )
        await take(table, id, kinds, most(total, ratings.command))
    text = f"{leaders.subject(id)} musters {leaders.army_text(leader.army)}."
    table.say("13.2.1", text, about=(leader.side, id))


def available(state: State, side: str, kinds: Sequence[str]) -> dict[str, int]:
    """13.2.2 Of which types there is something in the Force Pool, and how much."""
    pool = state.pool.get(side, {})
    return {
        kind: pool[kind]
        for kind in facts().units
        if pool.get(kind) and (ANY in kinds or kind in kinds)
    }


def most(total: int, command: int) -> int:
    """The Muster Table."""
    table = facts().tables["muster"]
    row = next(i for i, highest in enumerate(table["row_max"]) if total <= highest)
    return int(table[f"command_{command}"][row])


async def take(table: Table[State], id: str, kinds: Sequence[str], room: int) -> None:
    """13.2.1 Ask which units a leader musters from the Force Pool, up to `room`; fewer can be taken."""
    state = table.state
    leader = state.leaders[id]
    while room and available(state, leader.side, kinds):
        answer = await table.ask(
            Request[Take | TakeNoMore](
                leader.side,
                "muster",
                f"Which units does {leaders.the(id, goes_on=True)} muster? {room} at most.",
                "13.2.1",
                partial(fill_musters, state=state, side=leader.side, kinds=tuple(kinds), room=room),
            )
        )
        if isinstance(answer, TakeNoMore):
            return
        state.pool[leader.side][answer.kind] -= answer.count
        if not state.pool[leader.side][answer.kind]:
            del state.pool[leader.side][answer.kind]
        leader.army += [Unit(answer.kind)] * answer.count
        room -= answer.count


def fill_musters(menu: Menu, state: State, side: str, kinds: Sequence[str], room: int) -> None:
    """The most of the best first."""
    units = available(state, side, kinds)
    for kind in menu.pick("kind", sorted(units, key=lambda kind: -facts().units[kind].morale)):
        for count in menu.pick("count", range(min(room, units[kind]), 0, -1)):
            menu.offer(Take(count, kind), f"of {units[kind]} {facts().units[kind].name}")
    menu.offer(TakeNoMore())


def dismiss(table: Table[State], play: Resolution) -> None:
    """13.2.3 When the action is over all that were mustered are eliminated, paid or not."""
    for id in play.mustered:
        leader = table.state.leaders[id]
        if leader.army:
            text = f"{leaders.subject(id)} sends {leaders.army_text(leader.army)} home."
            table.say("13.2.3", text, about=(id,))
        leader.army, leader.fatigue = [], 0
