"""16.4.4 Attrition: a die for each unit of a force that is tired."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State, Unit

FIRST_CHECK = 2
"""The fatigue from which on an activation checks: the marker's +0 side (C64)."""


def modifier(fatigue: int) -> int:
    """C64 Markers no-check, +0, +1 and +2 are values 1 to 4; none and no-check count +0 (C179)."""
    return max(0, fatigue - FIRST_CHECK)


def is_due(fatigue: int) -> bool:
    """16.4.4.1 Does an activation with this marker check?"""
    return fatigue >= FIRST_CHECK


async def check(table: Table[State], id: str) -> None:
    """16.4.4.1 At an activation, by the marker that already lies there."""
    fatigue = table.state.leaders[id].fatigue
    if is_due(fatigue):
        await attrition(table, id, modifier(fatigue), "16.4.4.1")


async def attrition(
    table: Table[State], id: str, added: int, rule: str, eliminated_on: int = 0
) -> None:
    """16.4.4.2 Die and modifier of 6 or more eliminate a unit, a leader's own Men-at-Arms too (C160)."""
    leader = table.state.leaders[id]
    least = eliminated_on or facts().tables["attrition"]["eliminated_on"]
    lost: list[Unit] = []
    for unit in leader.army:
        die = await table.roll(f"attrition {id} {unit.kind}", f"{max(1, least - added)}-6", rule)
        if die + added >= least:
            lost.append(unit)
    for unit in lost:
        leader.army.remove(unit)
    if lost:
        table.say(rule, f"{leaders.subject(id)} loses {leaders.army_text(lost)}.", about=(id,))
