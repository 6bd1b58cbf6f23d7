"""What the simple player sees in a position: armies, the odds of a battle, and what it is all worth."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.state import State

ROUNDS = 12
"""A battle that is undecided after so many rounds is judged by what is left."""
STAKE = 0.12
"""What a point of strength is worth in a battle, in VP."""
UNEASE = 0.15
"""What a region loses in worth when a stronger enemy stands next to it."""


def commander(state: State, ids: Sequence[str]) -> tuple[int, int]:
    """Battle and leadership of the best who may command (7.1)."""
    top = max(nobles.stars(state, id) for id in ids)
    faces = [nobles.face(state, id) for id in ids if nobles.stars(state, id) == top]
    return max((face.battle, face.leadership) for face in faces)


def odds(state: State, own: Sequence[str], enemy: Sequence[str]) -> float:
    """How a battle would go: 1 is won without loss, 0 is lost without harm to the enemy."""
    battle, lead = commander(state, own)
    enemy_battle, enemy_lead = commander(state, enemy)
    hit = (1 + max(battle - enemy_battle, 0)) / 6
    enemy_hit = (1 + max(enemy_battle - battle, 0)) / 6
    start, enemy_start = nobles.strength(state, own), nobles.strength(state, enemy)
    strength, enemy_left = float(start), float(enemy_start)
    for _ in range(ROUNDS):
        scored = min(strength, lead) * hit
        losses = min(enemy_left, enemy_lead) * enemy_hit
        strength, enemy_left = max(strength - losses, 0), max(enemy_left - scored, 0)
        if not strength or not enemy_left:
            break
    return (1 + strength / start - enemy_left / enemy_start) / 2


def quality(state: State, id: str) -> int:
    """A noble's worth by his ratings."""
    face = nobles.face(state, id)
    return 6 * face.stars + 3 * face.battle + face.leadership


def grip(state: State, side: str, place: str, ids: Sequence[str]) -> float:
    """How likely a side with these nobles alone in a region controls it next."""
    if place == facts().capital:
        return float(nobles.highest(state, ids) >= 3)
    if state.control.get(place) == side or any(nobles.face(state, id).home == place for id in ids):
        return 1
    return nobles.highest(state, ids) / 6 + 0.25


def worth(state: State, side: str) -> float:
    """The position for a side, in VP a turn."""
    armies = nobles.armies(state)
    own, enemy = armies[side], armies[state.enemy(side)]
    total = 0.0
    for place in facts().regions:
        total += region_worth(state, side, place, own, enemy)
        total -= region_worth(state, state.enemy(side), place, enemy, own)
        if place in own and place in enemy:
            total += clash(state, place, own[place], enemy[place])
    for place, penalty in facts().exile_penalty.items():
        total -= penalty * len(own.get(place, ()))
    return total


def clash(state: State, place: str, own: Sequence[str], enemy: Sequence[str]) -> float:
    """A contested region goes to the victor, and the loser loses his army."""
    chance = odds(state, own, enemy)
    stake = nobles.strength(state, own) * (chance - 1) + nobles.strength(state, enemy) * chance
    return (2 * chance - 1) * facts().places[place].vp + STAKE * stake


def region_worth(
    state: State,
    side: str,
    place: str,
    own: dict[str, list[str]],
    enemy: dict[str, list[str]],
) -> float:
    """What a region is worth to a side that holds it alone, or controls it with nobody there; else 0."""
    vp = facts().places[place].vp
    army = own.get(place)
    if army and place in enemy:
        return 0
    if not army:
        empty = place not in enemy and place != facts().capital
        return vp * 0.8 if empty and state.control.get(place) == side else 0
    value = vp * grip(state, side, place, army)
    strength = nobles.strength(state, army)
    near = (enemy[to] for to in board.ways(place) if to in enemy)
    if any(nobles.strength(state, army) > strength for army in near):
        value -= UNEASE * vp
    return value + 0.02 * min(strength, 6)


def state_after_march(state: State, ids: Sequence[str], to: str) -> State:
    """The position after some nobles have marched; the state itself is not touched."""
    changed = {id: replace(state.nobles[id], at=to) for id in ids}
    return replace(state, nobles={**state.nobles, **changed})


def placed(state: State, id: str, side: str, to: str, troops: int) -> State:
    """The position with a noble who was in a Covert Box or drawn."""
    noble = replace(state.nobles[id], at=to, side=side, troops=troops)
    return replace(state, nobles={**state.nobles, id: noble})
