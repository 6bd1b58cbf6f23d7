"""What the rulebook hides, said with its own sentences and not with the program's: the tests of secrecy
vary this and compare what the enemy and the public are shown.

"Except when fighting a battle, active blocks stand upright facing the owner" (3.0, sidebar): so he alone
sees who and how strong they are. In the pool they "stand upright, unseen" (4.2). Blocks in a battle are
tipped forward, and stand up again after it (6.1); Reserves come on later (6.3). The eliminated lie
face-down (6.8). One block is black (3.26): it is known by its colour, but its strength is not.
"""

from __future__ import annotations

import copy
import random

from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.state import State

BLACK = "rebel"
COLOURS = {"york": "y_", "lancaster": "l_"}


def upright(state: State, side: str) -> list[str]:
    """Blocks that stand with their face to `side`: on the map, off the field of a battle, or in its pool."""
    battle = state.contests.get(state.fighting)
    found = []
    for id, block in state.blocks.items():
        black = id == BLACK and side != state.king_side
        if not (black or id.startswith(COLOURS[side])) or block.face_down:
            continue
        tipped = battle is not None and not battle.over and block.at == battle.at
        if tipped and battle is not None and id not in battle.reserve:
            continue
        if block.at in facts().areas or block.at == "pool":
            found.append(id)
    return found


def shuffled(state: State, side: str, seed: str) -> State:
    """The same position, but other blocks of the colour of `side` stand there, with other strengths."""
    other = copy.deepcopy(state)
    chance = random.Random(seed)
    standing = upright(other, side)
    ids = [id for id in standing if id != BLACK]
    others = list(ids)
    chance.shuffle(others)
    instead = dict(zip(ids, others, strict=True))
    for id in ids:
        other.blocks[instead[id]].at = state.blocks[id].at
    for id in standing:
        full = facts().blocks[id].strength
        weak = other.blocks[id].at != "pool"
        other.blocks[id].strength = chance.randint(1, full) if weak else full
    for found in other.contests.values():
        found.came = {instead.get(id, id): way for id, way in found.came.items()}
        found.reserve = [instead.get(id, id) for id in found.reserve]
    if other.phase is not None:
        other.phase.moved = [instead.get(id, id) for id in other.phase.moved]
        other.phase.moving = instead.get(other.phase.moving, other.phase.moving)
    return other
