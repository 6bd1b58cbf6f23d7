"""What the simple player sees in a position: armies, the odds of a battle, and what it is all worth.

Whoever compares many marches reckons again only the places that see a difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from pbem.engine.once import Once
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


class Force(NamedTuple):
    """What counts of nobles at one place.

    Attributes:
        number: of nobles. `strength`: 2.2.2, their Troops included.
        best: stars, battle and leadership of the best who may command (7.1).
        rank: the highest that counts (C9). `homes`: their home regions.
    """

    number: int
    strength: int
    best: tuple[int, int, int]
    rank: int
    homes: frozenset[str]


def noble(state: State, id: str, troops: int | None = None) -> Force:
    """One noble, with the Troops that he has or with others."""
    face = nobles.face(state, id)
    along = state.nobles[id].troops if troops is None else troops
    best = (face.stars, face.battle, face.leadership)
    strength = facts().noble_strength + along
    return Force(1, strength, best, nobles.rank(state, id), frozenset((face.home,)))


def together(forces: Sequence[Force]) -> Force:
    """Some nobles as one force; there is at least one."""
    if len(forces) == 1:
        return forces[0]
    numbers, strengths, bests, ranks, homes = zip(*forces, strict=True)
    return Force(
        sum(numbers), sum(strengths), max(bests), max(ranks), frozenset[str]().union(*homes)
    )


def odds(state: State, own: Sequence[str], enemy: Sequence[str]) -> float:
    """How a battle would go: 1 is won without loss, 0 is lost without harm to the enemy."""
    return chance(*(together([noble(state, id) for id in ids]) for ids in (own, enemy)))


def chance(own: Force, enemy: Force) -> float:
    """The same of two forces."""
    _, battle, lead = own.best
    _, enemy_battle, enemy_lead = enemy.best
    hit = (1 + max(battle - enemy_battle, 0)) / 6
    enemy_hit = (1 + max(enemy_battle - battle, 0)) / 6
    strength, enemy_left = float(own.strength), float(enemy.strength)
    for _ in range(ROUNDS):
        scored = (strength if strength < lead else lead) * hit
        losses = (enemy_left if enemy_left < enemy_lead else enemy_lead) * enemy_hit
        strength, enemy_left = strength - losses, enemy_left - scored
        if strength <= 0 or enemy_left <= 0:
            strength, enemy_left = max(strength, 0), max(enemy_left, 0)
            break
    return (1 + strength / own.strength - enemy_left / enemy.strength) / 2


def quality(state: State, id: str) -> int:
    """A noble's worth by his ratings."""
    face = nobles.face(state, id)
    return 6 * face.stars + 3 * face.battle + face.leadership


class Worth:
    """What a position is worth to a side, in VP a turn: as it is when this is made, and with other nobles at some places."""

    def __init__(self, state: State, side: str) -> None:
        self.state, self.side = state, side
        self.noble = Once[str, Force](partial(noble, state))
        self.ids = nobles.armies(state)
        self.own, self.enemy = self._forces(side), self._forces(state.enemy(side))
        self.regions = {place: self._region(place, self.own) for place in facts().regions}

    def _forces(self, side: str) -> dict[str, Force]:
        """A side's army at each place where it has one."""
        return {
            place: together([self.noble[id] for id in ids]) for place, ids in self.ids[side].items()
        }

    def now(self) -> float:
        """As everybody stands."""
        return _total(self.regions, self.own)

    def after_march(self, ids: Sequence[str], to: str) -> float:
        """Once some nobles of this side have marched from one place to another."""
        origin = self.state.nobles[ids[0]].at
        staying = [self.noble[id] for id in self.ids[self.side][origin] if id not in ids]
        own = self._joined(to, *(self.noble[id] for id in ids))
        if staying:
            own[origin] = together(staying)
        else:
            del own[origin]
        return self._with(own, (origin, to))

    def after_placing(self, id: str, to: str, troops: int) -> float:
        """Once a noble who is not on the map has come to a place with so many Troops."""
        return self._with(self._joined(to, noble(self.state, id, troops)), (to,))

    def _joined(self, to: str, *more: Force) -> dict[str, Force]:
        """This side's armies, with more of its nobles at a place."""
        army_at_to = [self.own[to]] if to in self.own else []
        return {**self.own, to: together([*army_at_to, *more])}

    def _with(self, own: Mapping[str, Force], changed: Sequence[str]) -> float:
        """With other armies of this side at some places: enemies alone next to one of them see it too."""
        regions = dict(self.regions)
        for place in changed:
            if place in regions:
                regions[place] = self._region(place, own)
            for near in board.ways(place):
                if near in self.enemy and near not in own and near in regions:
                    regions[near] = self._region(near, own)
        return _total(regions, own)

    def _region(self, place: str, own: Mapping[str, Force]) -> float:
        """What a region is worth to this side, less what it is to the enemy."""
        mine, theirs = own.get(place), self.enemy.get(place)
        if mine and theirs:
            return clash(place, mine, theirs)
        if mine:
            return self._alone(self.side, place, mine, self.enemy)
        if theirs:
            return -self._alone(self.state.enemy(self.side), place, theirs, own)
        controller = self.state.control.get(place)
        if not controller or place == facts().capital:
            return 0.0
        return facts().places[place].vp * (0.8 if controller == self.side else -0.8)

    def _alone(self, side: str, place: str, army: Force, enemy: Mapping[str, Force]) -> float:
        """What a region is worth to a side that has the only army there."""
        vp = facts().places[place].vp
        value = vp * self._grip(side, place, army)
        if any(enemy[to].strength > army.strength for to in board.ways(place) if to in enemy):
            value -= UNEASE * vp
        return value + 0.02 * min(army.strength, 6)

    def _grip(self, side: str, place: str, army: Force) -> float:
        """How likely a side with this army alone in a region controls it next."""
        if place == facts().capital:
            return float(army.rank >= 3)
        if self.state.control.get(place) == side or place in army.homes:
            return 1.0
        return army.rank / 6 + 0.25


def clash(place: str, own: Force, enemy: Force) -> float:
    """A contested region goes to the victor, and the loser loses his army."""
    won = chance(own, enemy)
    stake = own.strength * (won - 1) + enemy.strength * won
    return (2 * won - 1) * facts().places[place].vp + STAKE * stake


def _total(regions: Mapping[str, float], own: Mapping[str, Force]) -> float:
    """In the order of the map, one after the other: sums of other orders differ in their last digits."""
    total = 0.0
    for region in regions.values():
        total += region
    for place, penalty in facts().exile_penalty.items():
        total -= penalty * (own[place].number if place in own else 0)
    return total


def state_after_march(state: State, ids: Sequence[str], to: str) -> State:
    """The position after some nobles have marched; the state itself is not touched."""
    changed = {id: replace(state.nobles[id], at=to) for id in ids}
    return replace(state, nobles={**state.nobles, **changed})


def placed(state: State, id: str, side: str, to: str, troops: int) -> State:
    """The position with a noble who was in a Covert Box or drawn."""
    noble = replace(state.nobles[id], at=to, side=side, troops=troops)
    return replace(state, nobles={**state.nobles, id: noble})
