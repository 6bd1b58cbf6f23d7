"""16.4.6.3 Levies: the country around a battle sends what men it has."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.state import State


def number(column: str, result: int) -> int:
    """12.1 What the Recruitment Table gives for a modified die; beyond its rows, the end row (C5)."""
    rows: list[int] = facts().tables["recruitment"]["rows"]
    units: list[int] = facts().tables["recruitment"][column]
    return units[rows.index(min(max(result, rows[0]), rows[-1]))]


def rolls(state: State, side: str, at: str) -> int:
    """C75 One for each adjacent control group that the side controls; two more for the controller of the
    area itself, or one for each side if it is neutral. A Riding has its own neighbours (C220), York none
    inside it (C7)."""
    area = board.area_of(at)
    if area is None:
        raise Impossible(f"no battle is fought at {at} (3.1.5.1)")
    around = {facts().areas[id].group for id in area.adjacent} - {area.group}
    table = facts().tables["levy_rolls"]
    count = sum(state.control.get(group) == side for group in around)
    count *= int(table["per_adjacent_controlled_area"])
    owner = state.control.get(area.group, "")
    if not owner:
        return count + int(table["battle_area_neutral_each"])
    return count + (int(table["battle_area_controller"]) if owner == side else 0)


async def raise_levies(table: Table[State]) -> None:
    state = table.state
    battle = current_battle(state)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        for _ in range(rolls(state, side, battle.at)):
            await levy(table, side)
        levies_text = leaders.counted(leaders.LEVIES, battle.levies.get(side, 0))
        text = f"{board.side_name(side)} raises {levies_text}."
        table.say("16.4.6.3", text)


async def levy(table: Table[State], side: str) -> None:
    """One roll, limited by the counters; Treasury never changes it."""
    state = table.state
    battle = current_battle(state)
    new_levies = number(leaders.LEVIES, await table.roll(f"levies {side}", "", "16.4.6.3"))
    new_levies = min(new_levies, leaders.counters_left(state, side, leaders.LEVIES))
    battle.levies[side] = battle.levies.get(side, 0) + new_levies
