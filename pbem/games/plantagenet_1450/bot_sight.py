"""What the simple player looks at: where the Campaign is decided, ways there, and who is stronger."""

from __future__ import annotations

import re

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import highest, those_who_try
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import excess
from pbem.games.plantagenet_1450.s20_scenarios import row
from pbem.games.plantagenet_1450.state import State

TERRAIN = 0.25
"""What a column of terrain is worth to the defender, as a part of his units."""


def aims(state: State, side: str) -> list[str]:
    """The hexes in which a side's victory wants its leaders."""
    alternatives = row(state)["victory"][side]
    named = [
        re.fullmatch(r"leader_in_hex\((\w+),(\w+)\)", one) for some in alternatives for one in some
    ]
    return list(dict.fromkeys(one[2] for one in named if one and one[1] == side))


def goal(state: State, id: str) -> str:
    """An aim to which nobody else of the side is nearer, else the nearest enemy force, weaker ones first."""
    one = state.leaders[id]
    far = board.costs_to(one.at)
    mine = [at for at in aims(state, one.side) if is_nearest(state, id, at)]
    if mine:
        return min(mine, key=lambda at: far.get(at, board.NOWHERE))
    enemy = state.enemy(one.side)
    foes = [state.leaders[foe].at for foe in leaders.free(state, enemy) if state.leaders[foe].army]
    foes = [at for at in foes if at in facts().hexes]
    strong = strength(state, one.at, one.side)
    return min(
        foes,
        key=lambda at: (strength(state, at, enemy) > strong, far.get(at, board.NOWHERE)),
        default=one.at,
    )


def is_nearest(state: State, id: str, at: str) -> bool:
    """Is no other leader of the side with a force nearer to a hex, of those who hold no other aim?"""
    far = board.costs_to(at)
    side = state.leaders[id].side
    bound = {other for other in aims(state, side) if other != at}
    able = [one for one in leaders.free(state, side) if state.leaders[one].army]
    able = [one for one in able if state.leaders[one].at not in bound]
    distances = {one: far.get(state.leaders[one].at, board.NOWHERE) for one in able}
    return all(distances.get(id, board.NOWHERE) <= many for many in distances.values())


def should_move(state: State, id: str, rested: int) -> bool:
    """Is he rested, and not where he should be? Who holds an aim alone stays."""
    one = state.leaders[id]
    if one.fatigue >= rested or not one.army or one.at not in facts().hexes:
        return False
    held = leaders.at(state, one.at, one.side) == [id]
    if one.at in aims(state, one.side) and held:
        return False
    return goal(state, id) != one.at


def strength(state: State, at: str, side: str) -> int:
    return sum(len(state.leaders[id].army) for id in leaders.with_force(state, at, side))


def is_safe(state: State, id: str, to: str) -> bool:
    """Is no stronger enemy beside it?"""
    one = state.leaders[id]
    mine = len(one.army) + strength(state, to, one.side)
    return all(
        strength(state, at, state.enemy(one.side)) <= 1.5 * mine for at in facts().beside[to]
    )


def odds(state: State, id: str, at: str, hexes: tuple[str, ...]) -> float:
    """Units that can be expected for each of the enemy's; terrain counts as more of those."""
    one = state.leaders[id]
    mine = float(strength(state, one.at, one.side))
    for hex in hexes:
        joins = highest(state, id, at, hex) / 6
        mine += joins * sum(len(state.leaders[x].army) for x in those_who_try(state, one.side, hex))
    shift = int(facts().terrain[facts().hexes[at].terrain]["defender_shift"])
    shift += board.is_river(one.at, at)
    return mine / (strength(state, at, state.enemy(one.side)) * (1 + TERRAIN * shift))


def loses(state: State, giver: str) -> bool:
    """Would units of his be lost as they are: he is gone, or has more than he commands?"""
    return not leaders.is_free(state, giver) or bool(excess(state, giver))
