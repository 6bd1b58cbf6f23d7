"""13.2, C59, C183 Battles and ambushes that a card brings about outside Campaigns."""

from __future__ import annotations

from typing import Any

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s13_2_musters as musters
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.s6_2_5_selectors import (
    Resolution,
    around,
    bind_leader,
    leaders_named,
    one_leader,
    where,
)
from pbem.games.plantagenet_1450.s13_2_giving_way import give_way
from pbem.games.plantagenet_1450.s16_4_6_combat import fight_out
from pbem.games.plantagenet_1450.state import Battle, State

UNITS = (musters.ANY,)


async def by_card(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """`battle` in `effects.md`: one leader falls on another; both muster, the attacker first (C143)."""
    state = table.state
    able = hunters(state, play, step)
    hunter = await one_leader(table, play, step["attacker"], "who attacks?", lambda id: id in able)
    if not hunter:
        return
    able = prey(state, play, step, hunter)
    victim = await one_leader(
        table, play, step["defender"], "whom does he attack?", lambda id: id in able
    )
    for id in (hunter, victim) if step["muster"] else ():
        await musters.muster(table, play, id, UNITS)
    await fight(table, hunter, victim)


def hunters(state: State, play: Resolution, step: dict[str, Any]) -> list[str]:
    """Who may fall on somebody, in his wits (C145)."""
    return [
        id
        for id in leaders_named(state, play, step["attacker"])
        if musters.can_muster(state, id) and prey(state, play, step, id)
    ]


def prey(state: State, play: Resolution, step: dict[str, Any], hunter: str) -> list[str]:
    """Whom he may fall on; nobody abroad (3.1.5.1)."""
    trial = Resolution(play.card, play.side, dict(play.bound), list(play.people), [])
    bind_leader(trial, step["attacker"], hunter)
    ids = leaders_named(state, trial, step["defender"])
    return [id for id in ids if not board.is_abroad(state.leaders[id].at)]


async def fight(table: Table[State], hunter: str, victim: str) -> None:
    """C183 The two alone, without fatigue. The defender's hex gives the terrain, and no river lies between."""
    state = table.state
    side, at = state.leaders[hunter].side, state.leaders[victim].at
    table.say(
        "13.2",
        f"{leaders.subject(hunter)} attacks {leaders.the(victim, goes_on=True)} at {board.name(at)}.",
        "battle",
        about=(at, hunter),
    )
    sides = {side: [hunter], state.enemy(side): [victim]}
    state.battle = Battle(at, side, hunter, [at], sides, by_card=True)
    await fight_out(table)


async def ambush(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """`capture_check` in `effects.md`: a leader rolls as a lone one (C96); who escapes goes to an adjacent area."""
    state = table.state
    victim = await one_leader(table, play, step["leader"], "who is ambushed?")
    if not victim:
        return
    area = where(state, victim)
    near = [
        id
        for id in leaders.free(state, play.side)
        if where(state, id) in around(area) and not state.leaders[id].mad
    ]
    near.sort(key=lambda id: where(state, id) != area)
    captors = captures.Captors(play.side, tuple(near))
    if await captures.survives(table, victim, 0, captors):
        await give_way(table, [victim], captors)
