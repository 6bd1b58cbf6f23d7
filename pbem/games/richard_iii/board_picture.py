"""2.0 The map: areas, borders, seas, and blocks as far as their reader may know them (C96)."""

from __future__ import annotations

from pbem.engine.drawing import drawing_position, land
from pbem.engine.picture import Picture, Piece, Place, Sea, Shape, Way
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.position_words import own_words
from pbem.games.richard_iii.state import State

GAME = "richard_iii"
KINDS = (
    Shape("crown", "star", "Crown area"),
    Shape("area", "circle", "Area"),
    Shape("exile", "box", "Exile area"),
)
FIRES = {"A": "first", "B": "second", "C": "third"}
WAYS = (("yellow", "Yellow border"), ("blue", "Blue border"), ("red", "Red border"))


def map_picture(state: State, side: str) -> Picture:
    """The picture of a state that is veiled for `side` ("york", "lancaster" or "public")."""
    control = board.Control(state)
    owners = control.owners()
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Held by",
        kinds=KINDS,
        ways_by_kind=WAYS,
        places=tuple(_place(state, control, id, owners.get(id, ""), side) for id in facts().areas),
        ways=tuple(
            Way(area_id, neighbour_id, border.color)
            for area_id, borders in facts().borders.items()
            for neighbour_id, border in borders.items()
            if area_id < neighbour_id
        ),
        seas=tuple(
            Sea(id, name, *drawing_position(GAME, id, *facts().zone_at[id]))
            for id, name in facts().zone_names.items()
        ),
        land=land(GAME),
        cells=True,
        key=_example(state, control, side),
    )


def _example(state: State, control: board.Control, reader: str) -> tuple[tuple[str, str], ...]:
    """3.1 What stands on a block, with one of the reader's own that is on the map: `B2 x4`; nothing without any."""
    sides = [reader] if reader in SIDES else []
    ids = (id for side in sides for area in facts().areas for id in control.at(area, side))
    id = next(
        (id for id in ids if blocks.rating(id)[0] in FIRES and "/" not in blocks.rating(id)), ""
    )
    if not id:
        return ()
    letter, power, steps = blocks.rating(id)[0], blocks.rating(id)[1:], state.blocks[id].strength
    hits = "1" if power == "1" else f"1-{power}"
    return (
        (
            f"{blocks.rating(id)} x{steps}",
            f"fires {FIRES[letter]}, hits on {hits}, strength {steps}",
        ),
    )


def _place(state: State, control: board.Control, id: str, owner: str, reader: str) -> Place:
    """An area on the map, with its owner and the blocks that `reader` may see."""
    area = board.area(id)
    kind = "exile" if area.exile else "crown" if area.crown else "area"
    contest_marks = (("!", "contested"),) if id in state.contests else ()
    return Place(
        id,
        area.name,
        kind,
        *drawing_position(GAME, id, area.x, area.y),
        owner,
        port=area.port,
        marks=contest_marks,
        pieces=tuple(
            piece for side in SIDES for piece in _pieces(state, control, id, side, reader)
        ),
    )


def _pieces(
    state: State, control: board.Control, place: str, owner: str, reader: str
) -> list[Piece]:
    """C96 The blocks of a side in an area: all of them for their owner, else only their number.

    The Rebel is the only black block, so he is always known.
    """
    ids = control.at(place, owner)
    if owner == reader:
        return [
            Piece(
                id,
                blocks.name(id),
                owner,
                f"{blocks.rating(id)} x{state.blocks[id].strength}",
                own_words(state, id),
            )
            for id in ids
        ]
    plain = [id for id in ids if id != blocks.REBEL]
    pieces = [Piece(owner, blocks.blocks_text(len(plain)), owner)] if plain else []
    if len(plain) < len(ids):
        pieces.append(Piece(blocks.REBEL, blocks.block_as_seen(blocks.REBEL), owner))
    return pieces
