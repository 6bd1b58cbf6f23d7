"""3.0 The map at the scale of a Campaign: hexes with their terrain, roads, rivers, control and leaders.

Only the part of the board is drawn in which the Campaign is fought: where leaders stand and where they
began it.
"""

from __future__ import annotations

from pbem.engine.drawing import ground
from pbem.engine.picture import Edge, Picture, Place, Sea, Shape, Way
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.drawn_pieces import ASPECT, marks, pieces, spot
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, Hex, facts
from pbem.games.plantagenet_1450.s20_scenarios import row
from pbem.games.plantagenet_1450.state import State

WIDE = 64
"""From one hex of a row to the next."""
AROUND = 3
"""Hexes beyond the last that matters."""
LEAST = 900
"""A map is not narrower, so that its key has room."""
TOWER = "tower"
WAYS = (("road", "Road"),)
EDGES = (("river", "River"), ("estuary", "Estuary"))

Window = tuple[int, int, int, int]


def drawn(state: State) -> Picture:
    window = _window(state)
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
        seas=tuple(_abroad(state, id, window) for id in facts().territories),
        areas=tuple((area.id, area.name) for area in facts().areas.values()),
        key=tuple((one.abbr, one.name) for one in facts().units.values() if one.id in there),
        grid=WIDE,
        edges=_rivers(),
        edges_by_kind=EDGES,
        window=window,
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


def _window(state: State) -> Window:
    """What the Campaign has to do with, and a few hexes around."""
    waves = row(state).get("reinforcements", ())
    forces = (*row(state).get("forces", ()), *(one for wave in waves for one in wave["leaders"]))
    named = {force["hex"] for force in forces}
    named |= {one.at for one in state.leaders.values() if one.status in ("free", "captive")}
    spots = [spot(facts().hexes[at], WIDE) for at in sorted(named) if at in facts().hexes]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    across, down = AROUND * WIDE, round(AROUND * WIDE * ASPECT)
    left, right = min(xs) - across, max(xs) + across
    more = max(0, LEAST - (right - left)) // 2
    return left - more, min(ys) - down, right + more, max(ys) + down


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
        bool(one.port),
        marks(state, one.id),
        pieces(state, (one.id,)),
        ((x, y),) if on_grid else (),
    )


def _abroad(state: State, id: str, window: Window) -> Sea:
    """In a row above the map: they lie beyond its edges."""
    left, top, right, _ = window
    nth = list(facts().territories).index(id)
    x = left + round((right - left) * (nth + 0.5) / len(facts().territories))
    return Sea(id, facts().territories[id].name, x, top - 45, pieces(state, (ABROAD + id,)))
