"""16.4.6.8 Missile fire: the defender's units, then the attacker's, once before the Melee."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s6_5_battle_cards as battle_cards
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s16_4_6_9_melee import morale_check
from pbem.games.plantagenet_1450.state import Battle, Fighter, State

FOG = "no_missile_fire"
FIRST_TARGETS = ("longbowmen", "knights", "men_at_arms")
"""Among types of which there are as many, these come first, then the order of `units.toml` (C172)."""


@decision("shoot {kind}", rule="16.4.6.8")
class Shoot(Decision):
    """The type that is hit, where several are the most numerous."""

    kind: Piece


@decision("shoot none", rule="16.4.6.8", passes=True)
class ShootAny(Decision):
    """Whoever comes first by C172."""


async def missile_fire(table: Table[State]) -> None:
    """Extra shots of cards come before those of units (C220: fog stops them too)."""
    await battle_cards.window(table, "before_missile")
    state = table.state
    battle = current_battle(state)
    if FOG in battle.flags:
        return
    order = (state.enemy(battle.attacker), battle.attacker)
    for side in order:
        for rating in battle.shots.get(side, ()):
            await shot(table, side, rating, "guns")
    for side in order:
        for archer in archers(battle, side):
            if archer.stands:  # it may have been hit since (C81)
                await shot(table, side, facts().units[archer.kind].missile, archer.kind)


def archers(battle: Battle, side: str) -> list[Fighter]:
    """Missile units in columns, from the highest column down (C172)."""
    mine = [f for f in battle.fighters if f.side == side and f.stands]
    return sorted((f for f in mine if facts().units[f.kind].missile), key=lambda f: -f.column)


async def shot(table: Table[State], side: str, rating: int, who: str) -> None:
    """A hit falls on the unit of the most numerous type in the highest column; nobody left, no shot."""
    state = table.state
    battle = current_battle(state)
    enemy = state.enemy(side)
    if not any(f.side == enemy and f.stands for f in battle.fighters):
        return
    added = battle_cards.total(battle, "missile_die", side)
    die = await table.roll(f"shot {side} {who}", f"{max(1, rating - added)}-6", "16.4.6.8")
    if die + added < rating:
        return
    kind = await target(table, side)
    struck = [f for f in battle.fighters if f.side == enemy and f.kind == kind and f.stands]
    await morale_check(table, max(struck, key=lambda f: f.column), die + added - rating, "16.4.6.8")


async def target(table: Table[State], side: str) -> str:
    """The most numerous type still in columns; of several the firer's standing order picks one (C172)."""
    state = table.state
    battle = current_battle(state)
    enemy = state.enemy(side)
    many = Counter(f.kind for f in battle.fighters if f.side == enemy and f.stands)
    most = [kind for kind in many if many[kind] == max(many.values())]
    most.sort(key=rank)
    if len(most) > 1:
        answer = await table.moment(lambda: choice(side, most))
        if isinstance(answer, Shoot):
            return answer.kind
    return most[0]


def rank(kind: str) -> tuple[int, int]:
    first = FIRST_TARGETS.index(kind) if kind in FIRST_TARGETS else len(FIRST_TARGETS)
    return first, list(facts().units).index(kind)


def choice(side: str, most: list[str]) -> Request[Shoot | ShootAny]:
    words = "Your shot hits. Which of the enemy's most numerous types does it hit?"
    fill = partial(fill_targets, most=most)
    return Request[Shoot | ShootAny](side, "missile_target", words, "16.4.6.8", fill)


def fill_targets(menu: Menu, most: list[str]) -> None:
    for kind in menu.pick("kind", most):
        menu.offer(Shoot(kind))
    names = listing(facts().units[kind].name for kind in FIRST_TARGETS)
    menu.offer(ShootAny(), f"now {facts().units[most[0]].name}; {names} come first, in this order")
