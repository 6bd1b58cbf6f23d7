"""What may be hidden from a side: who stands behind the enemy's blocks, and what is in his hand."""

from __future__ import annotations

import random
from collections.abc import Coroutine, Mapping
from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.facets.imagination import Imagination
from pbem.engine.table import Table
from pbem.engine.unseen import Unseen
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import sequence
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.odds_forces import Unknown, stand, unknown
from pbem.games.richard_iii.state import State

BLOCK = "block:"
"""Before the block that stood in a place at first: so the place is called."""


class RichardIIIImagination(Imagination[State]):
    def deal(self, seen: State, side: str, chance: SeededChance) -> bool:
        """C96, 1.1 Other blocks behind the stand-ins, each where it may be by all that everybody saw; other
        cards in the enemy's hand, all equally likely."""
        enemy = seen.enemy(side)
        stand(seen, _arrangement(seen, unknown(seen, enemy, set()), chance.random))
        unseen_cards = [id for id, kind in facts().cards.items() for _ in range(kind.count)]
        for id in (*chance.secrets.values(), *seen.played.values()):
            unseen_cards.remove(id)
        chance.random.shuffle(unseen_cards)
        slots = [slot for one in SIDES for slot in seen.hands[one] if slot not in chance.secrets]
        chance.secrets.update(zip(slots, unseen_cards, strict=False))
        return True

    def unseen(self, state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
        """1.1, C96 What the side cannot see: hands, and place by place the blocks that only stand there for it."""
        played_cards = list(state.played.values())
        cards = {id: kind.count - played_cards.count(id) for id, kind in facts().cards.items()}
        hands = [
            Unseen(
                f"{owner} hand",
                {slot: secrets[slot] for slot in state.hands[owner]},
                cards,
                "cards",
            )
            for owner in SIDES
        ]
        enemy = unknown(state, state.enemy(side), set())
        by_place: dict[str, dict[str, str]] = {}
        for id in enemy.ids:
            by_place.setdefault(state.blocks[id].at, {})[BLOCK + id] = blocks.word(id)
        may = {id: may_be(state, enemy, id) for id in enemy.ids}
        places = [
            Unseen(at, words, {blocks.word(id): 1 for id in may if at in may[id]}, "blocks")
            for at, words in by_place.items()
        ]
        return [*hands, *places]

    def lay(
        self, state: State, side: str, secrets: dict[str, str], moved: Mapping[str, str]
    ) -> None:
        """Cards into hands, and other blocks behind the same stand-ins."""
        words = {blocks.word(id): id for id in unknown(state, state.enemy(side), set()).ids}
        places = {
            slot.removeprefix(BLOCK): words[word]
            for slot, word in moved.items()
            if slot.startswith(BLOCK)
        }
        stand(state, places)
        secrets.update({slot: card for slot, card in moved.items() if not slot.startswith(BLOCK)})

    def from_here(
        self, table: Table[State], kind: str, whole: bool = False
    ) -> Coroutine[Any, Any, None] | None:
        """Actions hang on one's own blocks and on how many of the enemy's stand where (C96)."""
        return sequence.from_here(table, kind, whole)


def may_be(state: State, enemy: Unknown, id: str) -> list[str]:
    """The places where one of these blocks may be; King and Pretender in no pool (C88)."""
    places = state.whereabouts.get(id, [])
    return [at for at in places if at != "pool" or id not in enemy.on_map]


def _arrangement(veiled_state: State, enemy: Unknown, dice: random.Random) -> dict[str, str]:
    """A block for each stand-in, by the stand-in's id, so that every block is where it can be.

    A veiled state has a stand-in at each place where an unknown block is: the id of one of these blocks, whichever it
    may be. Block after block takes a stand-in, and one that finds all of its stand-ins taken moves another on.
    """
    ids, stand_ins = list(enemy.ids), list(enemy.ids)
    dice.shuffle(ids)
    dice.shuffle(stand_ins)
    places = {id: may_be(veiled_state, enemy, id) for id in ids}
    fitting = {
        id: [stand_in for stand_in in stand_ins if veiled_state.blocks[stand_in].at in places[id]]
        for id in ids
    }
    for choices in fitting.values():
        dice.shuffle(choices)
    block_of: dict[str, str] = {}
    for id in ids:
        _take_stand_in(id, fitting, block_of, set())
    # A position typed by hand may fit no memory: whoever is left takes what is left.
    free = [stand_in for stand_in in stand_ins if stand_in not in block_of]
    placed = set(block_of.values())
    return block_of | dict(zip(free, [id for id in ids if id not in placed], strict=True))


def _take_stand_in(
    id: str, fitting: dict[str, list[str]], block_of: dict[str, str], visited: set[str]
) -> bool:
    """Is there a stand-in for this block, be it that others move on? If so it takes it."""
    for stand_in in fitting[id]:
        if stand_in in visited:
            continue
        visited.add(stand_in)
        if stand_in not in block_of or _take_stand_in(
            block_of[stand_in], fitting, block_of, visited
        ):
            block_of[stand_in] = id
            return True
    return False
