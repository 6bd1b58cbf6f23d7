"""3.0 The blocks: names, sides, heirs (3.21) and their rank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pbem.engine.decision import Kind
from pbem.engine.prose import listing
from pbem.games.richard_iii.facts import SIDES, BlockFacts, facts
from pbem.games.richard_iii.state import State

REBEL = "rebel"
NOWHERE = ("pool", "minor", "enemy", "tower", "dead")
KINDS = {"levy": " levy", "church": " church", "mercenary": " mercenary"}


def block_facts(id: str) -> BlockFacts:
    return facts().blocks[id]


def side_of(state: State, id: str) -> str:
    """3.26 A block's side; the Rebel fights for the Pretender."""
    side = facts().blocks[id].side
    return state.pretender_side if side == "pretender" else side


def roll_of(state: State, side: str) -> tuple[str, ...]:
    """3.26 All blocks of a side, wherever they are, in a fixed order."""
    return facts().rolls[state.king_side][side]


def side_name(side: str) -> str:
    return SIDES[side].name


def name(id: str) -> str:
    """For people: `Norfolk`, `York church`, `London levy`."""
    return block_facts(id).name + KINDS.get(block_facts(id).kind, "")


def the(id: str) -> str:
    """Within a sentence: `Norfolk`, `the York church`, `the Rebel`; `the Duke of York`, who is not his side."""
    if name(id) in {side.name for side in SIDES.values()}:
        return f"the Duke of {name(id)}"
    return name(id) if block_facts(id).kind in ("heir", "noble") else f"the {name(id)}"


def subject(id: str) -> str:
    """Where a sentence begins: `Norfolk`, `The York church`."""
    words = the(id)
    return words[0].upper() + words[1:]


def names(ids: list[str]) -> str:
    """`the Duke of York, March and the Rebel`."""
    return listing(map(the, ids))


def blocks_text(n: int) -> str:
    """What the enemy sees: `a block`, `3 blocks`."""
    return "a block" if n == 1 else f"{n} blocks"


def block_as_seen(id: str) -> str:
    """C96 What the enemy sees move: the Rebel is the only black block."""
    return f"the {name(id)}" if id == REBEL else "a block"


def word(id: str) -> str:
    """The name in order lines: the id without its side."""
    return id if id == REBEL else id.partition("_")[2]


def _own(key: str, side: str) -> str:
    return block_facts(key if key == REBEL else f"{side[0]}_{key}").id


def _enemy(key: str, side: str) -> str:
    return _own(key, next(other for other in SIDES if other != side))


def rating(id: str) -> str:
    """3.12 `A3`; a Bombard `A3/D3`."""
    label = block_facts(id)
    later = f"{label.initiative}{label.firepower}"
    if label.first_initiative == label.initiative:
        return later
    return f"{label.first_initiative}{label.firepower}/{later}"


def face(state: State, id: str) -> str:
    """What its owner sees on a block as it stands: `B2, strength 3 of 4`."""
    full, steps = block_facts(id).strength, state.blocks[id].strength
    strength = f"{steps}" if steps == full else f"{steps} of {full}"
    return f"{rating(id)}, strength {strength}"


OwnBlock = Annotated[str, Kind("piece", word, _own)]
"""A block of the side that decides, by its id."""
EnemyBlock = Annotated[str, Kind("piece", word, _enemy)]
"""A block of the other side."""


def blocks_of(state: State, side: str) -> list[str]:
    """A side's blocks in play or in its pool, in a fixed order."""
    pieces = state.blocks
    return [id for id in roll_of(state, side) if pieces[id].at not in ("enemy", "dead")]


def on_map(state: State, id: str) -> bool:
    """In an area and not face-down; exile areas count."""
    piece = state.blocks[id]
    return piece.at not in NOWHERE and not piece.face_down


def places(state: State, ids: list[str]) -> Iterable[str]:
    """Where they stand, each place once."""
    return dict.fromkeys(state.blocks[id].at for id in ids)


def heirs(side: str) -> tuple[str, ...]:
    """3.21 The five heirs of a house, senior first."""
    return facts().heirs[side]


def living_heirs(state: State, side: str) -> list[str]:
    """9.0, 9.1 Heirs who are neither dead nor serve the enemy, minors and a prisoner included."""
    return [id for id in heirs(side) if state.blocks[id].at not in ("dead", "enemy")]


def senior_heir(state: State, side: str) -> str:
    """3.21 The King or Pretender of a house, or who will be it; never a prisoner (C94)."""
    return next((id for id in living_heirs(state, side) if state.blocks[id].at != "tower"), "")


def pretender(state: State) -> str:
    """3.21, C68 The Pretender's side's senior living heir, at once."""
    return senior_heir(state, state.pretender_side)


def birth_house(id: str) -> str:
    """9.1 The house whose heir this block is, on whichever side he fights; "" for others."""
    for version in (id, block_facts(id).counterpart):
        if version and block_facts(version).kind == "heir":
            return block_facts(version).side
    return ""


def turncoat_heirs() -> list[str]:
    """9.1 The Clarence of Lancaster and the Exeter of York: heirs' versions that serve the enemy."""
    ids = [block_facts(heir).counterpart for house in SIDES for heir in heirs(house)]
    return [id for id in ids if id]


def minors(state: State, side: str) -> list[str]:
    """4.5 Minor heirs, senior first."""
    return [id for id in heirs(side) if state.blocks[id].at == "minor"]


def change(state: State, id: str, at: str) -> str:
    """6.9 The other version of a block takes its place at the same strength; its id."""
    other = block_facts(id).counterpart
    state.blocks[other].at = at
    state.blocks[other].strength = state.blocks[id].strength
    state.blocks[id].at, state.blocks[id].strength = "enemy", 0
    return other


def place(state: State, id: str, at: str) -> None:
    """4.2, 8.5 A block goes somewhere; in a pool it stands at full strength."""
    state.blocks[id].at = at
    if at == "pool":
        state.blocks[id].strength = block_facts(id).strength


HUMBLE = ("levy", "bombard", "mercenary", "rebel", "church", "noble", "heir")
"""Kinds by what their loss hurts, least first."""


def humblest_first(ids: list[str]) -> list[str]:
    """For menus, so that a policy which names no block spares heirs and nobles."""
    return sorted(ids, key=lambda id: (HUMBLE.index(block_facts(id).kind), -block_facts(id).rank))
