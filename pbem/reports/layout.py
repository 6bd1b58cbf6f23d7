"""From a picture to what stands where on the map, in units of the drawing (a pixel at 900 px width)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from msgspec import Struct

from pbem.engine.picture import Move, Picture, Piece, Place, Sea
from pbem.reports.boxes import Box, Point, around, best, farther
from pbem.reports.cells import cells
from pbem.reports.hexes import Grid, grid, rooms

STRETCH = 1.3
"""Pictures are drawn taller than wide, so that names have room."""
MARGIN = 52
HEAD = 62
LETTER = 6.5
SMALL = 5.7
WIDE_LETTER = 7.2
"""Widths of a letter of a name, of small print, and of the name of an area of hexes."""
ROW = 30
CROWD = 4
"""Pieces in a column."""
FIRM, SOFT, PRINT = 12.0, 3.0, 0.8
"""How bad it is to cover a place or card, a name, and the small print of a hex."""
TOUCHING, IN_HEX, APART = 8.0, 26.0, 4.0
"""How far a card may stand off its place, or the middle of its hex, without a line; and by how much more off others."""


class Spot(Struct, frozen=True):
    """A place with its name: `box` where the name stands, `anchor` as in SVG's text-anchor."""

    place: Place
    shape: str
    x: float
    y: float
    box: Box
    anchor: str

    @property
    def text_x(self) -> float:
        ends = {"start": self.box.x, "end": self.box.x + self.box.w}
        return ends.get(self.anchor, self.box.center[0])


class Line(Struct, frozen=True):
    """A way; `kind` as in the picture. `ends`: the ids of its places."""

    kind: str
    rank: int
    x1: float
    y1: float
    x2: float
    y2: float
    one_way: bool
    title: str
    ends: tuple[str, str]


class Card(Struct, frozen=True):
    """The pieces at one spot; `x`, `y`: where it is.

    Attributes:
        columns: a crowd stands in so many. `lead`: a line leads to its place, which it does not touch, or
            beside which another stands as near.
    """

    box: Box
    x: float
    y: float
    pieces: tuple[Piece, ...]
    place: str
    columns: int
    lead: bool


class Arrow(Struct, frozen=True):
    """A move: a curve, its head as a polygon, and its number in the order of events; `kind` as in
    `engine.picture.Move`."""

    number: int
    side: str
    path: str
    head: str
    x: float
    y: float
    title: str
    kind: str


class Chart(Struct, frozen=True):
    """All parts of the drawing."""

    picture: Picture
    width: float
    height: float
    frame: Box
    land: tuple[str, ...]
    areas: tuple[tuple[str, str, float, float], ...]
    seas: tuple[tuple[Sea, float, float], ...]
    lines: tuple[Line, ...]
    spots: tuple[Spot, ...]
    cells: tuple[tuple[int, str], ...]
    cards: tuple[Card, ...]
    arrows: tuple[Arrow, ...]
    legend_y: float
    grid: Grid

    @property
    def grounds(self) -> list[tuple[str, str]]:
        """The ids of the places that have ground of their own, with its outline as a path."""
        paths = self.grid.fields or [path for _, path in self.cells]
        return [(spot.place.id, path) for spot, path in zip(self.spots, paths, strict=False)]


class Frame(Struct, frozen=True):
    """The part of the plane that is shown."""

    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        return (round(x - self.left, 1), round((y - self.top) * STRETCH + HEAD, 1))

    @property
    def box(self) -> Box:
        return Box(0, HEAD, self.width, self.height)


@lru_cache(maxsize=8)
def _frame(points: tuple[tuple[int, int], ...]) -> Frame:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN * 0.8
    return Frame(
        left, top, max(xs) + MARGIN - left, round((max(ys) + MARGIN * 0.8 - top) * STRETCH)
    )


def chart(picture: Picture, moves: Sequence[Move] = ()) -> Chart:
    """Where everything stands. Names stay in their places whatever the pieces do."""
    spaces = picture.spaces
    frame = _frame(tuple((p.x, p.y) for p in spaces))
    at = {p.id: frame.at(p.x, p.y) for p in spaces}
    shapes = {kind.id: kind.shape for kind in picture.kinds}
    rank = {id: n for n, (id, _) in enumerate(picture.ways_by_kind)}
    names = {place.id: place.name for place in picture.places}
    titles = dict(picture.ways_by_kind)
    lines = tuple(
        Line(
            way.kind,
            rank[way.kind],
            *at[way.a],
            *at[way.b],
            way.one_way,
            f"{titles[way.kind]} {names[way.a]} {'to' if way.one_way else '-'} {names[way.b]}",
            (way.a, way.b),
        )
        for way in sorted(picture.ways, key=lambda way: -rank[way.kind])
        if way.a in at and way.b in at
    )
    ends = tuple((line.x1, line.y1, line.x2, line.y2) for line in lines)
    print_ = tuple((label(p), shapes[p.kind], *at[p.id]) for p in picture.places)
    labels = _labels(print_, ends, frame)
    spots = tuple(
        Spot(place, shapes[place.kind], *at[place.id], box, anchor)
        for place, (box, anchor) in zip(picture.places, labels, strict=True)
    )
    regions = tuple(
        (id, name, tuple(at[p.id] for p in picture.places if p.area == id))
        for id, name in picture.areas
    )
    land = tuple(tuple(frame.at(x, y) for x, y in ring) for ring in picture.land)
    areas = (
        _names(_hexes(picture, frame), picture.grid, labels, print_, ends, frame)
        if picture.grid
        else _areas(regions, labels, print_, ends, frame)
    )
    return Chart(
        picture,
        frame.width,
        HEAD + frame.height + legend_height(picture),
        frame.box,
        tuple(map(_smooth, land)),
        areas,
        tuple((sea, *at[sea.id]) for sea in picture.seas),
        lines,
        spots,
        cells(tuple(at[p.id] for p in picture.places), land, frame.box) if picture.cells else (),
        _cards(picture, spots, at, ends, frame, areas),
        _arrows(moves, {**{part: at[p.id] for p in picture.places for part in p.parts}, **at}),
        HEAD + frame.height,
        grid(picture, frame.at),
    )


def legend_height(picture: Picture) -> int:
    """Room below the map for three rows, and for abbreviations."""
    return 104 if picture.key else 80


def label(place: Place) -> str:
    """The name beside it; a hex that has no other name than its id has none."""
    return "" if place.name == place.id else place.name


def body(shape: str, name: str, x: float, y: float) -> Box:
    """The room that a place's own shape takes."""
    if shape == "box":
        half = (len(name) * (LETTER + 1.3) + 38) / 2
        return Box(x - half, y - 14, half * 2, 28, FIRM)
    if shape == "hex":
        return Box(x - 5, y - 5, 10, 10, FIRM) if name else small_print(x, y)
    size = {"square": 10, "circle": 9, "tower": 11, "star": 14}[shape]
    return Box(x - size, y - size, size * 2, size * 2, FIRM)


def small_print(x: float, y: float) -> Box:
    """In the upper corner of a hex: its number on the grid and who holds it."""
    return Box(x - 17, y - 33, 34, 11, FIRM * 8)


@lru_cache(maxsize=8)
def _labels(
    places: tuple[tuple[str, str, float, float], ...],
    ends: tuple[tuple[float, float, float, float], ...],
    frame: Frame,
) -> tuple[tuple[Box, str], ...]:
    """For each place the box of its name and how the name is anchored in it."""
    taken = [body(shape, name, x, y) for name, shape, x, y in places]
    taken += [small_print(x, y) for name, shape, x, y in places if shape == "hex" and name]
    dots = _dots(ends)
    found = []
    for name, shape, x, y in places:
        if shape == "box":
            found.append((body(shape, name, x, y), "middle"))
            continue
        if not name:
            found.append((small_print(x, y), "middle"))
            continue
        gap = {"star": 18.0, "hex": 7.0}.get(shape, 14.0)
        choices = around((x, y), len(name) * LETTER, 13, gap)
        if shape == "hex":  # within its hex, if it may
            choices = [*choices[2:], *choices[:2]]
        box = best(choices, taken, dots, frame.box, far=1.5)
        taken.append(Box(box.x, box.y, box.w, box.h, FIRM))
        anchor = "start" if box.x > x else "end" if box.x + box.w < x else "middle"
        found.append((box, anchor))
    return tuple(found)


def _dots(ends: Sequence[tuple[float, float, float, float]], step: float = 9) -> list[Point]:
    """Points along lines."""
    dots = []
    for x1, y1, x2, y2 in ends:
        n = max(1, int(math.hypot(x2 - x1, y2 - y1) / step))
        dots += [(x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n) for i in range(n + 1)]
    return dots


def _cards(
    picture: Picture,
    spots: Sequence[Spot],
    at: dict[str, Point],
    ends: tuple[tuple[float, float, float, float], ...],
    frame: Frame,
    areas: tuple[tuple[str, str, float, float], ...],
) -> tuple[Card, ...]:
    """Pieces, those of crowded places first, so that they stand near."""
    bodies = [(s.shape, body(s.shape, label(s.place), s.x, s.y)) for s in spots]
    # In a hex its number alone says whose it is; a town's name, a shape and a box stand for places.
    own_room = {
        s.place.id: b for s, (shape, b) in zip(spots, bodies, strict=True) if shape != "hex"
    }
    taken = [Box(b.x, b.y, b.w, b.h, PRINT) if shape == "hex" else b for shape, b in bodies]
    taken += [Box(s.box.x, s.box.y, s.box.w, s.box.h, SOFT) for s in spots]
    taken += [Box(x - 62, y - 16, 124, 22, SOFT) for _, _, x, y in areas]
    taken += [Box(at[sea.id][0] - 70, at[sea.id][1] - 18, 140, 24, SOFT) for sea in picture.seas]
    dots = _dots(ends, 14)
    order = {id: n for n, (id, _) in enumerate(picture.sides)}
    homes: list[Place | Sea] = [home for home in picture.spaces if home.pieces and home.id in at]
    cards = []
    for home in sorted(homes, key=lambda home: -len(home.pieces)):
        ranked = tuple(sorted(home.pieces, key=lambda piece: order.get(piece.side, 9)))
        columns = -(-len(ranked) // CROWD)
        w = max(map(_wide, ranked))
        h = max(sum(map(_high, ranked[n::columns])) for n in range(columns)) + 2
        choices = farther(at[home.id], w * columns, h, (14, 22, 34, 48, 66, 90, 120))
        x, y = at[home.id]
        own = own_room.get(home.id, Box(x, y, 0, 0))
        others = [room for id, room in own_room.items() if id != home.id]
        clear = [box for box in choices if all(box.gap(other) > TOUCHING for other in others)]
        found = best(clear or choices, taken, dots, frame.box, far=6)
        box = Box(round(found.x, 1), round(found.y, 1), found.w, found.h)
        taken.append(Box(box.x - 2, box.y - 2, box.w + 4, h + 4, FIRM * 2))
        lead = box.gap(own) > (IN_HEX if picture.grid else TOUCHING)
        lead = lead or not _is_plain(box, own, others)
        cards.append(Card(box, x, y, ranked, home.name, columns, lead))
    return tuple(cards)


def _is_plain(box: Box, own: Box, others: Sequence[Box]) -> bool:
    """Is a card there nearer to its own place than to any other?"""
    least = box.gap(own) + APART
    return all(box.gap(other) >= least for other in others)


def _wide(piece: Piece) -> float:
    return round(max(len(piece.name) * (LETTER + 1.3), len(piece.glance) * SMALL) + 34, 1)


def _high(piece: Piece) -> int:
    return ROW if piece.glance else ROW - 10


def rows(card: Card) -> list[tuple[Box, Piece]]:
    """Each piece of a card with its row."""
    out = []
    wide = card.box.w / card.columns
    for column in range(card.columns):
        y = card.box.y + 1
        for piece in card.pieces[column :: card.columns]:
            out.append(
                (Box(round(card.box.x + column * wide, 1), round(y, 1), wide, _high(piece)), piece)
            )
            y += _high(piece)
    return out


@lru_cache(maxsize=8)
def _areas(
    regions: tuple[tuple[str, str, tuple[Point, ...]], ...],
    labels: tuple[tuple[Box, str], ...],
    places: tuple[tuple[str, str, float, float], ...],
    ends: tuple[tuple[float, float, float, float], ...],
    frame: Frame,
) -> tuple[tuple[str, str, float, float], ...]:
    """Name and hull of each area, and where its name stands: near the middle, where there is room."""
    taken = [box for box, _ in labels] + [body(shape, name, x, y) for name, shape, x, y in places]
    out = []
    for _, name, points in regions:
        if len(points) < 3:
            continue
        path = "M" + "L".join(f"{x},{y}" for x, y in _hull(points)) + "Z"
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        choices = farther(middle, len(name) * 16 + 8, 20, (-20, 0, 16, 32, 48))
        x, y = best(choices, taken, _dots(ends, 14), frame.box, far=3).center
        out.append((name, path, round(x, 1), round(y + 5, 1)))
    return tuple(out)


def _hexes(picture: Picture, frame: Frame) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """The name of each area with the middles of its hexes."""
    within: dict[str, list[Place]] = {id: [] for id, _ in picture.areas}
    for place in picture.places:
        if place.ground and place.area in within:
            within[place.area].append(place)
    return tuple((name, tuple(rooms(within[id], frame.at))) for id, name in picture.areas)


@lru_cache(maxsize=8)
def _names(
    areas: tuple[tuple[str, tuple[Point, ...]], ...],
    wide: int,
    labels: tuple[tuple[Box, str], ...],
    places: tuple[tuple[str, str, float, float], ...],
    ends: tuple[tuple[float, float, float, float], ...],
    frame: Frame,
) -> tuple[tuple[str, str, float, float], ...]:
    """Where the name of each area of hexes stands: over one of them, where there is room, and none
    hangs out of the map. `areas`: names with their hexes, `wide` as these are."""
    taken = [box for box, _ in labels] + [body(shape, name, x, y) for name, shape, x, y in places]
    dots = _dots(ends)
    out = []
    for name, hexes in areas:
        long = len(name) * WIDE_LETTER
        boxes = (
            Box(x - long / 2 + aside, y + off, long, 11)
            for x, y in hexes
            for aside in (0, wide / 2, -wide / 2)
            for off in (-6, 8)
        )
        choices = [box for box in boxes if box.outside(frame.box) < 1]
        if not choices:
            continue
        box = best(choices, taken, dots, frame.box, far=2)
        taken.append(Box(box.x, box.y, box.w, box.h, FIRM))
        out.append((name, "", round(box.center[0], 1), round(box.y + 9.5, 1)))
    return tuple(out)


def _hull(points: Sequence[Point]) -> list[Point]:
    """Convex hull, clockwise (Andrew)."""

    def half(row: Sequence[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in row:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    row = sorted(points)
    return half(row) + half(row[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _smooth(ring: Sequence[Point]) -> str:
    """A closed curve through the points (Catmull-Rom as Bezier)."""
    n = len(ring)
    path = [f"M{ring[0][0]},{ring[0][1]}"]
    for i in range(n):
        a, b, c, d = ring[i - 1], ring[i], ring[(i + 1) % n], ring[(i + 2) % n]
        one = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        two = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        path.append(f"C{one[0]:.1f},{one[1]:.1f} {two[0]:.1f},{two[1]:.1f} {c[0]:.1f},{c[1]:.1f}")
    return "".join(path) + "Z"


def _arrows(moves: Sequence[Move], at: dict[str, Point]) -> tuple[Arrow, ...]:
    """A curve for each move that the map can show; two moves along the same way bend apart."""
    arrows: list[Arrow] = []
    used: dict[tuple[Point, Point | None], int] = {}
    for move in moves:
        if move.origin not in at or (move.to and move.to not in at):
            continue
        start, to = at[move.origin], at.get(move.to)
        if start == to:
            continue
        used[start, to] = bend = used.get((start, to), 0) + 1
        if to and all(id in at for id in move.via):
            stops = [stop for stop, _ in groupby((start, *(at[id] for id in move.via), to))]
            if len(stops) > 2:
                arrows.append(_route(len(arrows) + 1, move, stops))
                continue
        # Off the map: a short arrow up and away, for each who goes there another one.
        away = (start[0] - 46 + 30 * (bend - 1), start[1] - 52)
        back = used.get((to, start), 0) if to else 0
        arrows.append(_arrow(len(arrows) + 1, move, start, to or away, bend, (bend + back) % 2))
    return tuple(arrows)


def _route(number: int, move: Move, stops: Sequence[Point]) -> Arrow:
    """An arrow from place to place, rounded off between them, its number halfway."""
    (x1, y1), (x2, y2) = stops[-2:]
    long = math.hypot(x2 - x1, y2 - y1)
    vx, vy = (x2 - x1) / long, (y2 - y1) / long
    tip = (x2 - vx * 13, y2 - vy * 13)
    foot = (tip[0] - vx * 13, tip[1] - vy * 13)
    wings = [(foot[0] - vy * 7, foot[1] + vx * 7), (foot[0] + vy * 7, foot[1] - vx * 7)]
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings))
    between = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(stops[:-1])]
    curves = "".join(
        f"L{m[0]:.1f},{m[1]:.1f}Q{stop[0]:.1f},{stop[1]:.1f} {after[0]:.1f},{after[1]:.1f}"
        for m, stop, after in zip(between, stops[1:-1], [*between[1:], foot], strict=True)
    )
    path = f"M{stops[0][0]:.1f},{stops[0][1]:.1f}{curves}"
    x, y = between[len(between) // 2]
    return Arrow(number, move.side, path, head, round(x, 1), round(y, 1), move.words, move.kind)


def _arrow(number: int, move: Move, start: Point, end: Point, bend: int, early: int) -> Arrow:
    """`early`: where along the curve its number stands, so that numbers side by side are apart."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    off = min(22.0, long * 0.22) * bend
    cx, cy = (x1 + x2) / 2 - uy * off, (y1 + y2) / 2 + ux * off
    into = math.hypot(x2 - cx, y2 - cy)
    vx, vy = (x2 - cx) / into, (y2 - cy) / into
    gap = 13 if move.to else 0
    tip = (x2 - vx * gap, y2 - vy * gap)
    foot = (tip[0] - vx * 13, tip[1] - vy * 13)
    wings = [(foot[0] - vy * 7, foot[1] + vx * 7), (foot[0] + vy * 7, foot[1] - vx * 7)]
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings))
    path = f"M{x1:.1f},{y1:.1f}Q{cx:.1f},{cy:.1f} {foot[0]:.1f},{foot[1]:.1f}"
    t = 0.42 if early else 0.6
    a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
    x, y = a * x1 + b * cx + c * foot[0], a * y1 + b * cy + c * foot[1]
    return Arrow(number, move.side, path, head, round(x, 1), round(y, 1), move.words, move.kind)
