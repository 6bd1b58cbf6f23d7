"""A board of hexes: the ground that each place fills, what bounds areas, and what runs along sides.

Hexes stand on a corner; `wide` is from one centre to the next in a row, in units of the drawing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pbem.drawing.boxes import Ends, Point
from pbem.drawing.frame import Frame
from pbem.engine.picture import Picture

NEAR = 1.2
"""Centres are neighbours up to so many widths: rows are rounded to whole units."""
SIDE = re.compile("[,l]")
"""Between the numbers of a side as a path."""
BORDER, COAST = "border", "coast"


class Ground(Struct, frozen=True):
    """The hexes of all places of one look: `fill`, or the colour of the side that owns them."""

    fill: str
    owner: str
    path: str


class Grid(Struct, frozen=True):
    """The ground of a board: its fields, lines of a kind each, what runs along sides by its rank, and each place's own
    field."""

    grounds: tuple[Ground, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    edges: tuple[tuple[int, str], ...] = ()
    fields: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def hex_centres(
    places: tuple[tuple[Point, ...], ...], frame: Frame
) -> tuple[tuple[Point, ...], ...]:
    """The middles of the hexes of each place, from the board to the drawing."""
    return tuple(tuple(frame.at(x, y) for x, y in ground) for ground in places)


def grid(picture: Picture, frame: Frame) -> Grid:
    """The ground of a picture; nothing without a grid."""
    if not picture.grid:
        return Grid()
    fills = {kind.id: kind.fill for kind in picture.kinds}
    middles = hex_centres(tuple(place.ground for place in picture.places), frame)
    places = tuple(
        (place.id, place.area or place.id, fills[place.kind] or (place.owner,))
        for place in picture.places
    )
    rank = {id: n for n, (id, _) in enumerate(picture.edges_by_kind)}
    edges = tuple((edge.a, edge.b, rank[edge.kind]) for edge in picture.edges)
    return _grid(places, middles, edges, picture.grid)


@lru_cache(maxsize=8)
def drawn_sides(picture_grid: Grid) -> Ends:
    """Bounds of areas, coasts and what runs along sides, each side as a line."""
    paths = [path for _, path in (*picture_grid.lines, *picture_grid.edges)]
    numbers = (map(float, SIDE.split(side)) for path in paths for side in path.split("M")[1:])
    return tuple((x, y, x + dx, y + dy) for x, y, dx, dy in numbers)


@lru_cache(maxsize=8)
def _grid(
    places: tuple[tuple[str, str, str | tuple[str]], ...],
    middles: tuple[tuple[Point, ...], ...],
    joined: tuple[tuple[str, str, int], ...],
    wide: int,
) -> Grid:
    """The ground of a board, kept while it looks the same.

    Args:
        places: id, area, and a fill or a side. `middles`: of the hexes of each.
        joined: two places, and the rank of what runs between them.
    """
    looks: dict[tuple[str, str], list[str]] = {}
    area_by_hex: dict[Point, str] = {}
    fields = _fields(middles, wide)
    for (_, area, look), centres, field in zip(places, middles, fields, strict=True):
        fill, owner = (look, "") if isinstance(look, str) else ("", look[0])
        looks.setdefault((fill, owner), []).append(field)
        area_by_hex.update(dict.fromkeys(centres, area))
    centre = {id: some[0] for (id, _, _), some in zip(places, middles, strict=True) if some}
    sides: dict[int, list[str]] = {}
    for a, b, rank in joined:
        if a in centre and b in centre:
            sides.setdefault(rank, []).append(_shared_side(centre[a], centre[b], wide))
    grounds = (Ground(fill, owner, "".join(some)) for (fill, owner), some in looks.items())
    edges = ((n, "".join(some)) for n, some in sorted(sides.items()))
    return Grid(
        tuple(grounds),
        _bounds(tuple(area_by_hex.items()), wide),
        tuple(edges),
        fields,
    )


@lru_cache(maxsize=8)
def _fields(places: tuple[tuple[Point, ...], ...], wide: int) -> tuple[str, ...]:
    """The ground of each place, by the middles of its hexes."""
    return tuple("".join(_hexagon(one, wide) for one in middles) for middles in places)


@lru_cache(maxsize=8)
def _bounds(owned: tuple[tuple[Point, str], ...], wide: int) -> tuple[tuple[str, str], ...]:
    """Sides between areas, and those with nothing beyond; `owned`: whose each hex is."""
    whose = dict(owned)
    paths: dict[str, list[str]] = {BORDER: [], COAST: []}
    near = _neighbours(list(whose), wide)
    for centre in whose:
        for turn in range(6):
            other = near[centre].get(turn)
            if other is None:
                paths[COAST].append(_side(centre, _direction(turn, wide), wide))
            elif whose[other] != whose[centre] and centre < other:
                paths[BORDER].append(_shared_side(centre, other, wide))
    return tuple((kind, "".join(some)) for kind, some in paths.items() if some)


def _neighbours(centres: Sequence[Point], wide: int) -> dict[Point, dict[int, Point]]:
    """Each centre's neighbours by direction, 0 to the right and on clockwise."""
    rows: dict[int, list[Point]] = {}
    for centre in centres:
        rows.setdefault(round(centre[1] / wide), []).append(centre)
    by_direction: dict[Point, dict[int, Point]] = {one: {} for one in centres}
    for centre in centres:
        band = round(centre[1] / wide)
        for other in (other for n in (-1, 0, 1) for other in rows.get(band + n, ())):
            dx, dy = other[0] - centre[0], other[1] - centre[1]
            if other != centre and math.hypot(dx, dy) < NEAR * wide:
                by_direction[centre][round(math.atan2(dy, dx) / (math.pi / 3)) % 6] = other
    return by_direction


def _direction(turn: int, wide: int) -> Point:
    angle = turn * math.pi / 3
    return wide * math.cos(angle), wide * math.sin(angle)


def _shared_side(a: Point, b: Point, wide: int) -> str:
    return _side(a, (b[0] - a[0], b[1] - a[1]), wide)


def _side(centre: Point, way: Point, wide: int) -> str:
    """The side of a hex that lies in a direction, as a path."""
    x, y = centre[0] + way[0] / 2, centre[1] + way[1] / 2
    long = math.hypot(*way)
    half = wide / math.sqrt(3) / 2
    dx, dy = -way[1] / long * half, way[0] / long * half
    return f"M{_short(x - dx)},{_short(y - dy)}l{_short(2 * dx)},{_short(2 * dy)}"


def _hexagon(centre: Point, wide: int) -> str:
    """From its low right corner round by the left: a page with hundreds of them has to be mailed, so in steps."""
    across, up = wide / 2, wide / math.sqrt(3) / 2
    slant = f"l{_short(across)},{_short(-up)}l{_short(across)},{_short(up)}"
    back = f"l{_short(-across)},{_short(up)}l{_short(-across)},{_short(-up)}"
    return f"M{_short(centre[0] + across)},{_short(centre[1] + up)}{back}v{_short(-2 * up)}{slant}Z"


def _short(value: float) -> str:
    """`340`, not `340.0`."""
    return f"{round(value, 1):g}"


def rooms(hexes: Sequence[Point]) -> list[Point]:
    """Where in an area its name may stand: over its hexes, those in the middle first."""
    if not hexes:
        return []
    mean = (sum(x for x, _ in hexes) / len(hexes), sum(y for _, y in hexes) / len(hexes))
    return sorted(hexes, key=lambda one: math.dist(one, mean))
