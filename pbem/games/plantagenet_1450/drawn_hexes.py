"""3.0 The map at the scale of a Campaign: hexes with their terrain, roads, rivers, control and leaders.

All of the board is drawn: a march by road may lead almost anywhere.
"""

from __future__ import annotations

from pbem.engine.drawing import ground
from pbem.engine.picture import Edge, Picture, Place, Sea, Shape, Way
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.drawn_pieces import marks, pieces, spot
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, Hex, facts
from pbem.games.plantagenet_1450.state import State

WIDE = 64
"""From one hex of a row to the next."""
TOWER = "tower"
WAYS = (("road", "Road"),)
EDGES = (("river", "River"), ("estuary", "Estuary"))


def hexes_picture(state: State) -> Picture:
    there = {unit.kind for one in state.leaders.values() for unit in one.army}
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Control",
        kinds=(
            *(_terrain(id) for id in facts().terrain),
            Shape(TOWER, "tower", "The Tower"),
        ),
        ways_by_kind=WAYS,
        places=tuple(_place(state, one) for one in facts().hexes.values()),
        ways=_roads(),
        seas=_territories(state),
        areas=tuple((area.id, area.name) for area in facts().areas.values()),
        key=tuple((one.abbr, one.name) for one in facts().units.values() if one.id in there),
        grid=WIDE,
        edges=_rivers(),
        edges_by_kind=EDGES,
    )


def _terrain(id: str) -> Shape:
    return Shape(id, "hex", id.capitalize(), *ground("plantagenet_1450", id))


def _roads() -> tuple[Way, ...]:
    return tuple(Way(a, b, "road") for a, b in sorted(map(sorted, facts().roads)))


def _rivers() -> tuple[Edge, ...]:
    broad = facts().estuaries
    return tuple(
        Edge(a, b, "estuary" if frozenset((a, b)) in broad else "river")
        for a, b in sorted(map(sorted, facts().rivers))
    )


def _place(state: State, one: Hex) -> Place:
    x, y = spot(one, WIDE)
    on_grid = one.r >= 0
    return Place(
        one.id,
        one.town or one.id,
        one.terrain if on_grid else TOWER,
        x,
        y,
        board.controller(state, one.id),
        one.area,
        bool(board.port(state, one.id)),
        marks(state, one.id),
        pieces(state, (one.id,)),
        ((x, y),) if on_grid else (),
    )


def _territories(state: State) -> tuple[Sea, ...]:
    """In a row above the map: they lie beyond its edges."""
    spots = [spot(one, WIDE) for one in facts().hexes.values()]
    left, right, top = min(x for x, _ in spots), max(x for x, _ in spots), min(y for _, y in spots)
    apart = (right - left) / len(facts().territories)
    return tuple(
        Sea(
            id,
            known.name,
            left + round(apart * (nth + 0.5)),
            top - 45,
            pieces(state, (ABROAD + id,)),
        )
        for nth, (id, known) in enumerate(facts().territories.items())
    )
