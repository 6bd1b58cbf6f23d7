"""16.4.6.7 The Battle Board: every unit in the column of its morale, then shifted."""

from __future__ import annotations

from pbem.engine.prose import listing
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_5_battle_cards as battle_cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.state import Battle, Fighter, State

UNMATCHED = {
    "attacker": (("foot", "polearm"), ("spear", "pikeman")),
    "defender": (("polearm", "foot"), ("pikeman", "spear")),
}
"""Who gains a column where no unit of the other class faces him: attacking Foot and Spears, defending
Polearms and Pikemen."""


async def deploy_forces(table: Table[State]) -> None:
    """Everybody who is left after the cards that are played before it."""
    state = table.state
    battle = current_battle(state)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        battle.fighters += line_up(state, side)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        shift_classes(battle, side)
        shift_all(state, side)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        table.say("16.4.6.7", f"{board.side_name(side)} has {array(battle, side)}.", "battle_array")


def line_up(state: State, side: str) -> list[Fighter]:
    battle = current_battle(state)
    some = [
        Fighter(side, id, unit.kind, unit.origin, facts().units[unit.kind].morale)
        for id in battle.leaders[side]
        for unit in state.leaders[id].army
    ]
    morale = facts().units[leaders.LEVIES].morale
    many = range(battle.levies.get(side, 0))
    return some + [Fighter(side, "", leaders.LEVIES, "levy", morale) for _ in many]


def in_class(battle: Battle, side: str, name: str) -> list[Fighter]:
    """C79 The side's units of a class, the best first."""
    some = [
        fighter
        for fighter in battle.fighters
        if fighter.side == side and name in facts().units[fighter.kind].classes
    ]
    return sorted(some, key=lambda one: -facts().units[one.kind].morale)


def shift_classes(battle: Battle, side: str) -> None:
    """C77 One unit gains a column for each that no unit of the other class faces."""
    role = "attacker" if side == battle.attacker else "defender"
    enemy = next(one for one in battle.leaders if one != side)
    for own, theirs in UNMATCHED[role]:
        mine = in_class(battle, side, own)
        for fighter in mine[: max(0, len(mine) - len(in_class(battle, enemy, theirs)))]:
            fighter.column += 1


def shift_all(state: State, side: str) -> None:
    """C77 The whole side: leaders, terrain and cards; each unit its own leader's fatigue. From 0 to 8."""
    battle = current_battle(state)
    shift = leadership(state, side) + terrain(state, side)
    shift += battle_cards.total(battle, "battle_shift", side)
    low, high = facts().columns
    for fighter in battle.fighters:
        if fighter.side == side:
            fighter.column = min(
                high, max(low, fighter.column + shift + fatigue_shift(state, fighter.leader))
            )


def leadership(state: State, side: str) -> int:
    """C78 The attacker's alone: his committed leader's Tactical value less the defender's."""
    battle = current_battle(state)
    if side != battle.attacker:
        return 0
    return tactical(state, side) - tactical(state, state.enemy(side))


def tactical(state: State, side: str) -> int:
    """0 for a side that commits nobody."""
    battle = current_battle(state)
    if side not in battle.committed:
        return 0
    rated = leaders.rating(state, battle.committed[side]).tactical
    return max(0, rated + battle_cards.total(battle, "committed_tactical", side))


def terrain(state: State, side: str) -> int:
    """C80 The defender's: that of the target hex, one more if all attack across a river, two at most; cards on
    top (C175)."""
    battle = current_battle(state)
    if side == battle.attacker:
        return 0
    notes = facts().tables["terrain_notes"]
    shift = int(facts().terrain[facts().hexes[battle.at].terrain]["defender_shift"])
    if all(board.is_river(origin, battle.at) for origin in battle.origins):
        shift += int(notes["river_side_shift"])
    shift = min(shift, int(notes["terrain_shift_max"]))
    return shift + battle_cards.total(battle, "terrain_shift", side)


def fatigue_shift(state: State, leader: str) -> int:
    """C77 0, 0, 0, -1, -2 for values 0 to 4, what the attack itself has cost included (C208)."""
    if not leader:
        return 0
    rows = facts().tables["fatigue"]
    return int(rows[state.leaders[leader].fatigue]["shift"])


def array(battle: Battle, side: str) -> str:
    """`2 Knights in column 7, 3 Longbowmen in column 4`, the highest columns first."""
    mine = [(one.column, one.kind) for one in battle.fighters if one.side == side and one.stands]
    ordered = sorted(set(mine), key=lambda one: (-one[0], list(facts().units).index(one[1])))
    parts = [
        f"{leaders.counted(pair[1], mine.count(pair))} in column {pair[0]}" for pair in ordered
    ]
    return listing(parts) or "no unit left in any column"
