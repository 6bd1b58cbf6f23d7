"""6.5 A noble is tempted to stand aside (L50, Y50); C174 he changes sides when the battle is over."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_points import at_least
from pbem.games.plantagenet_1450.s10_allegiance import ALWAYS_LOYAL, can_be_turned, turn_coat
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import fought
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import drop_excess
from pbem.games.plantagenet_1450.state import State


def open_to_it(state: State, side: str) -> list[str]:
    """The enemy's nobles in the battle who have a numbered loyalty, and may serve this side."""
    theirs = fought(state).leaders[state.enemy(side)]
    return [id for id in theirs if can_be_turned(state, id, side)]


async def tempt(table: Table[State], id: str, bonus: int) -> None:
    """Die and bonus above his loyalty: he and his men leave the battle before it begins."""
    state = table.state
    battle = fought(state)
    loyalty = leaders.rating(state, id).loyalty
    least = max(ALWAYS_LOYAL + 1, loyalty - bonus + 1)
    needed = at_least(least)
    if await table.roll(f"treason of {id}", needed, "6.5") < least:
        table.say("6.5", f"{leaders.name(id)} stays loyal.", about=(id,))
        return
    side = state.leaders[id].side
    battle.leaders[side].remove(id)
    battle.aside.append(id)
    if battle.committed.get(side) == id:
        del battle.committed[side]
    table.say("6.5", f"{leaders.name(id)} stands aside with his men.", about=(id,))


def both_stand(state: State) -> bool:
    """C174 There is a battle while each side has a leader or a unit left."""
    battle = fought(state)
    return all(some or battle.levies.get(side, 0) for side, some in battle.leaders.items())


def change_sides(table: Table[State], id: str) -> None:
    """C174 In the hex that he holds; if enemies share it, in the nearest one that he may enter, but on an
    island he stays (C199). Called units beyond his Command leave (C93)."""
    at = table.state.leaders[id].at
    turn_coat(table, id, "6.5", facts().hexes if facts().beside[at] else ())
    drop_excess(table, id)
