"""C96 What everybody can tell of who stands where: `State.whereabouts`, from block to the places where it may be.

It begins with the printed set-up, and holds nothing but what is public: from where to where a block
went, never which; who is named; who can be recruited where, sail, or be at home there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.state import State

Could = Callable[[str], bool]
"""Of a block: could it be the one?"""


def learn(state: State, id: str) -> None:
    """All see who this is: it is where it is, and nowhere else."""
    before, now = state.whereabouts.get(id, []), state.blocks[id].at
    state.whereabouts[id] = [now]
    _sharpen(state, blocks.side_of(state, id), [*before, now])


def follow(state: State, id: str, before: str, could: Could = lambda _: True) -> None:
    """A block came from `before`, and nobody but its owner knows which of those that could do so."""
    if id == blocks.REBEL:
        return
    side, now = blocks.side_of(state, id), state.blocks[id].at
    for other in blocks.roll_of(state, side):
        may = state.whereabouts.get(other, [])
        if before in may and now not in may and could(other):
            may.append(now)
    _sharpen(state, side, [before, now])


def recruitable(place: str) -> Could:
    """5.4, C30 Who can ever be recruited in an area: heirs in many, others where they are at home."""

    def could(id: str) -> bool:
        label = blocks.block_facts(id)
        if label.kind == "bombard":
            return bool(facts().areas[place].city)
        return label.kind == "heir" or place in label.home

    return could


def set_out(state: State, areas: Collection[str], homes: dict[str, list[str]]) -> None:
    """8.3, 8.4 Before a side's blocks in the areas `areas` go home: each may be in any of its `homes`."""
    for id, places in homes.items():
        may = state.whereabouts.get(id, [])
        if any(place in areas for place in may):
            may += [place for place in places if place not in may]


def arrived(state: State, side: str, areas: Collection[str], homes: dict[str, list[str]]) -> None:
    """8.3, 8.4 When they have gone: nobody is in an area that they left and he has no home in."""
    for id, places in homes.items():
        may = state.whereabouts.get(id, [])
        state.whereabouts[id] = [p for p in may if p not in areas or p in places]
    _sharpen(state, side, [*facts().areas, "pool"])


def _sharpen(state: State, side: str, places: Collection[str]) -> None:
    """2.1 Where no more of a side's blocks stand than are known to, none of its others is."""
    roll = [id for id in blocks.roll_of(state, side) if id != blocks.REBEL]
    upright = [id for id in roll if not state.blocks[id].face_down]
    for place in places:
        standing = sum(state.blocks[id].at == place for id in upright)
        if sum(state.whereabouts.get(id) == [place] for id in upright) == standing:
            for id in roll:
                may = state.whereabouts.get(id, [])
                if place in may and len(may) > 1:
                    may.remove(place)
