"""3.1 The map while cards are played: areas in the colour of who controls them, leaders, foreign territories."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pbem.engine.drawing import drawing_position
from pbem.engine.picture import Picture, Place, Shape, Way
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.drawn_pieces import marks, pieces, spot
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, Area, facts
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State

WIDE = 34
"""From one hex of a row to the next."""
AREA, CATHEDRAL, FOREIGN = "area", "cathedral", "foreign"
KINDS = (
    Shape(AREA, "circle", "Area"),
    Shape(CATHEDRAL, "square", "Area with a cathedral"),
    Shape(FOREIGN, "box", "Foreign territory"),
)
WAYS = (("road", "Road"),)


def areas_picture(state: State) -> Picture:
    there = {unit.kind for one in state.leaders.values() for unit in one.army}
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Control",
        kinds=KINDS,
        ways_by_kind=WAYS,
        places=(
            *(_area(state, area) for area in facts().areas.values()),
            *(_territory(state, id) for id in facts().territories),
        ),
        ways=_roads(),
        key=tuple((one.abbr, one.name) for one in facts().units.values() if one.id in there),
        grid=WIDE,
    )


def _middle(hexes: Sequence[str]) -> tuple[int, int]:
    """The hex nearest to the middle of all."""
    spots = [spot(facts().hexes[id], WIDE) for id in hexes]
    mean = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    return min(spots, key=lambda one: math.dist(one, mean))


def _roads() -> tuple[Way, ...]:
    """Between neighbours that a road joins (11.2)."""
    return tuple(
        Way(area.id, to, "road")
        for area in facts().areas.values()
        for to in area.adjacent
        if area.id < to and set(area.roads) & set(facts().areas[to].roads)
    )


def _area(state: State, area: Area) -> Place:
    hexes = board.hexes_in(anchor(area.id))
    return Place(
        area.id,
        area.name,
        CATHEDRAL if area.cathedral else AREA,
        *_middle(hexes),
        state.control.get(area.group, ""),
        port=bool(board.port_zones(state, area.id)),
        marks=marks(state, area.fort_hex),
        pieces=pieces(state, hexes),
        ground=tuple(spot(one, WIDE) for id in hexes if (one := facts().hexes[id]).r >= 0),
        parts=tuple(hexes),
    )


def _territory(state: State, id: str) -> Place:
    """15.2 Whose friend it is, and how much."""
    known = facts().territories[id]
    relations = state.relations.get(id)
    told = ((str(relations.level), known.levels[relations.level - 1]),) if relations else ()
    return Place(
        id,
        known.name,
        FOREIGN,
        *drawing_position("plantagenet_1450", id, 0, 0),
        relations.side if relations else "",
        marks=told,
        pieces=pieces(state, (ABROAD + id,)),
    )
