"""2.1 The map: regions with control and value, nobles with stars and Troops."""

from __future__ import annotations

from pbem.engine.drawing import land, route
from pbem.engine.picture import Picture, Piece, Place, Shape, Way
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.position_words import noble
from pbem.games.warriors.state import State

KINDS = (Shape("region", "square", "Region"), Shape("foreign", "box", "Foreign area"))
WAYS = (("clear", "Clear"), ("obstructed", "Obstructed"), ("sea", "Sea route"))


def map_picture(state: State) -> Picture:
    """The map of a position, all of which everybody may see (C29)."""
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Control",
        kinds=KINDS,
        ways_by_kind=WAYS,
        places=tuple(_place(state, id) for id in facts().places),
        ways=tuple(
            Way(place_id, neighbour_id, kind, by=route("warriors", place_id, neighbour_id))
            for place_id, kinds in facts().boundaries.items()
            for neighbour_id, kind in kinds.items()
            if place_id < neighbour_id
        ),
        land=land("warriors"),
        cells=True,
        key=(
            ("*", "star"),
            ("T", "Troop"),
            ("number", "points per turn"),
            ("Norfolk (4)", "the 4th Duke; other numbers likewise"),
        ),
    )


def _place(state: State, id: str) -> Place:
    """A region or foreign area on the map: its points, its aggressor and the nobles there."""
    place = facts().places[id]
    marks = [(str(place.vp), "points per turn")] if place.vp else []
    if id in state.aggressor:
        marks.append(("!", f"contested, {nobles.side_name(state.aggressor[id])} is the aggressor"))
    return Place(
        id,
        place.name,
        "region" if board.is_region(id) else "foreign",
        place.x,
        place.y,
        board.controller(state, id),
        marks=tuple(marks),
        pieces=tuple(
            Piece(
                noble_id,
                nobles.name(state, noble_id),
                side,
                f"{nobles.stars(state, noble_id)}* {state.nobles[noble_id].troops}T",
                noble(state, noble_id),
            )
            for side in SIDES
            for noble_id in nobles.at(state, id, side)
        ),
    )
