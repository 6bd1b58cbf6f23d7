"""What is hidden from a side and can be set by hand, to try something: the enemy's upright blocks, and hands."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.unseen import Unseen
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.imagined import may_be
from pbem.games.richard_iii.odds_forces import stand, unknown
from pbem.games.richard_iii.state import State

BLOCK = "block:"
"""Before the block that stood in a place at first: so the place is called."""


def unseen(state: State, side: str, secrets: Mapping[str, str]) -> list[Unseen]:
    """1.1, C96 Hands, and place by place the blocks of whom the side sees no more than where they stand."""
    played = list(state.played.values())
    cards = {id: kind.count - played.count(id) for id, kind in facts().cards.items()}
    hands = [
        Unseen(f"{owner} hand", {s: secrets[s] for s in state.hands[owner]}, cards, "cards")
        for owner in SIDES
    ]
    enemy = unknown(state, state.enemy(side), set())
    found: dict[str, dict[str, str]] = {}
    for id in enemy.ids:
        found.setdefault(state.blocks[id].at, {})[BLOCK + id] = blocks.word(id)
    may = {id: may_be(state, enemy, id) for id in enemy.ids}
    places = [
        Unseen(at, there, {blocks.word(id): 1 for id in may if at in may[id]}, "blocks")
        for at, there in found.items()
    ]
    return [*hands, *places]


def lay(state: State, side: str, secrets: dict[str, str], moved: Mapping[str, str]) -> None:
    """Cards into hands, and other blocks behind the same stand-ins."""
    words = {blocks.word(id): id for id in unknown(state, state.enemy(side), set()).ids}
    places = {
        slot.removeprefix(BLOCK): words[word]
        for slot, word in moved.items()
        if slot.startswith(BLOCK)
    }
    stand(state, places)
    secrets.update({slot: card for slot, card in moved.items() if not slot.startswith(BLOCK)})
