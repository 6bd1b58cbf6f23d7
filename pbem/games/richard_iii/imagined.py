"""What may be hidden from a side: who stands behind the enemy's blocks, and what is in his hand."""

from __future__ import annotations

import random

from pbem.engine.chance import SeededChance
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.odds_forces import Unknown, stand, unknown
from pbem.games.richard_iii.state import State


def deal(seen: State, side: str, chance: SeededChance) -> None:
    """C96, 1.1 Other blocks behind the stand-ins, each where it may be by all that everybody saw; other
    cards in the enemy's hand, all equally likely."""
    enemy = seen.enemy(side)
    stand(seen, _arranged(seen, unknown(seen, enemy, set()), chance.random))
    left = [id for id, kind in facts().cards.items() for _ in range(kind.count)]
    for id in (*chance.secrets.values(), *seen.played.values()):
        left.remove(id)
    chance.random.shuffle(left)
    slots = [slot for one in SIDES for slot in seen.hands[one] if slot not in chance.secrets]
    chance.secrets.update(zip(slots, left, strict=False))


def may_be(state: State, enemy: Unknown, id: str) -> list[str]:
    """The places where one of these blocks may be; King and Pretender in no pool (C88)."""
    there = state.whereabouts.get(id, [])
    return [at for at in there if at != "pool" or id not in enemy.on_map]


def _arranged(seen: State, enemy: Unknown, dice: random.Random) -> dict[str, str]:
    """From stand-in to block, so that every block is where it may be.

    Block after block takes a spot, and one that finds all of its spots taken moves another on.
    """
    ids, spots = list(enemy.ids), list(enemy.ids)
    dice.shuffle(ids)
    dice.shuffle(spots)
    places = {id: may_be(seen, enemy, id) for id in ids}
    wanted = {id: [s for s in spots if seen.blocks[s].at in places[id]] for id in ids}
    for could in wanted.values():
        dice.shuffle(could)
    taken: dict[str, str] = {}
    for id in ids:
        _seat(id, wanted, taken, set())
    # A position typed by hand may fit no memory: whoever is left takes what is left.
    free = [spot for spot in spots if spot not in taken]
    seated = set(taken.values())
    return taken | dict(zip(free, [id for id in ids if id not in seated], strict=True))


def _seat(id: str, wanted: dict[str, list[str]], taken: dict[str, str], tried: set[str]) -> bool:
    """Is there a spot for this block, be it that others move on?"""
    for spot in wanted[id]:
        if spot in tried:
            continue
        tried.add(spot)
        if spot not in taken or _seat(taken[spot], wanted, taken, tried):
            taken[spot] = id
            return True
    return False
