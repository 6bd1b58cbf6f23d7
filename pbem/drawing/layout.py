"""From a picture to what stands where on the map, in units of the drawing (a pixel at 900 px width)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing.areas import afloat, area_names, strokes
from pbem.drawing.arrows import Arrow, arrows
from pbem.drawing.boxes import (
    Box,
    Ends,
    Ground,
    Point,
    Rows,
    best,
    dotted,
    farther,
    span,
)
from pbem.drawing.cells import cells
from pbem.drawing.counters import SOLID, Card, cards, under_names
from pbem.drawing.frame import HEAD, Frame, framed
from pbem.drawing.hexes import Grid, drawn_sides, grid, hex_centres, rooms
from pbem.drawing.labels import (
    BAND,
    FIRM,
    PRINT,
    Label,
    Sign,
    grown,
    inner,
    labels,
    marks_aside,
    mirrored,
    move_covered,
    sign,
)
from pbem.drawing.letters import text_width
from pbem.engine.picture import Move, Picture, Piece, Place, Sea

SOFT, PALE, NUMBER = 0.15, 0.1, 0.25
"""How bad it is that pieces cover a name, which then makes way for them, the name of a sea or area, and a hex's number."""


FAR = 32.0
"""How far a name may stand off the middle of its place without a line to it."""
TOGETHER = 2
"""So many pieces at a place stand together, whatever their sides."""

AIR = 3.0
"""How far the name of an area of hexes keeps off other names, if it may."""
SEA_GAPS = (-24, -12, 0, 12, 24)
"""How far the name of a sea may stand off its middle."""


class Spot(Struct, frozen=True):
    """A place with its name: `box` where the name stands, `anchor` as in SVG's text-anchor.

    Attributes:
        badges: where its marks lie.
        printed: the small print of a hex can be seen, for nothing lies on it.
        astray: its name is as near to another place.
    """

    place: Place
    shape: str
    x: float
    y: float
    box: Box
    anchor: str
    badges: tuple[Box, ...] = ()
    printed: bool = False
    astray: bool = False

    @property
    def text_x(self) -> float:
        ends = {"start": self.box.x, "end": self.box.x + self.box.w}
        return ends.get(self.anchor, self.box.center[0])

    @property
    def lead(self) -> Point | None:
        """Where a line from its place meets the name, if the name stands far off or as near to another place."""
        x, y, box = self.x, self.y, self.box
        if self.shape == "box" or not (self.astray or box.off(x, y) > FAR * FAR):
            return None
        return box.nearest((x, y))


class Line(Struct, frozen=True):
    """A way; `kind` as in the picture. `ends`: the ids of its places."""

    kind: str
    rank: int
    stops: tuple[Point, ...]
    one_way: bool
    title: str
    ends: tuple[str, str]

    @property
    def path(self) -> str:
        """Straight, or a curve through its stops (Catmull-Rom as Bezier)."""
        (x, y), *rest = self.stops
        if len(rest) == 1:
            return f"M{x},{y}L{rest[0][0]},{rest[0][1]}"
        row = (self.stops[0], *self.stops, self.stops[-1])
        return f"M{x},{y}" + "".join(_bend(*row[n : n + 4]) for n in range(len(row) - 3))


class Chart(Struct, frozen=True):
    """All parts of the drawing."""

    picture: Picture
    width: float
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


def chart(picture: Picture, moves: Sequence[Move] = (), room: Point | None = None) -> Chart:
    """Where everything is on the map. Names stay in their places whatever the pieces do.

    Args:
        room: how wide and high the map is drawn, without its head and legend, unless it is of hexes.
    """
    spaces = picture.spaces
    frame = framed(tuple((p.x, p.y) for p in spaces), None if picture.grid else room)
    at = dict(_middles(tuple((p.id, p.x, p.y) for p in spaces), frame))
    shapes = {kind.id: kind.shape for kind in picture.kinds}
    for place in picture.places:
        if (
            shapes[place.kind] == "box"
        ):  # as wide as its name; with its anchor it lies within the map
            spot = sign(place, "box", *at[place.id])
            left = spot.body.x - spot.harbour((spot.body, "")).x if place.port else 0
            room_for_it = Box(left, frame.box.y, frame.width - left, frame.height)
            x, y = spot.body.inside(room_for_it).center
            at[place.id] = round(x, 1), round(y, 1)
    rank = {id: n for n, (id, _) in enumerate(picture.ways_by_kind)}
    place_names = {place.id: place.name for place in picture.places}
    titles = dict(picture.ways_by_kind)
    lines = tuple(
        Line(
            way.kind,
            rank[way.kind],
            (at[way.a], *(frame.at(x, y) for x, y in way.by), at[way.b]),
            way.one_way,
            f"{titles[way.kind]} {place_names[way.a]} {'to' if way.one_way else '-'} {place_names[way.b]}",
            (way.a, way.b),
        )
        for way in sorted(picture.ways, key=lambda way: -rank[way.kind])
        if way.a in at and way.b in at
    )
    ends = tuple((*a, *b) for line in lines for a, b in pairwise(line.stops))
    signs = mirrored(
        tuple(
            sign(p, shapes[p.kind], *at[p.id], bool(p.marks) or not picture.grid)
            for p in picture.places
        )
    )
    names = labels(signs, ends, frame.box)
    regions = tuple(
        (id, name, tuple(at[p.id] for p in picture.places if p.area == id))
        for id, name in picture.areas
    )
    land = tuple(tuple(frame.at(x, y) for x, y in ring) for ring in picture.land)
    waters = tuple((sea.name, *at[sea.id]) for sea in picture.seas)
    shores = tuple((*a, *b) for ring in land for a, b in pairwise((*ring, ring[0])))
    seas = _seas(waters, names, signs, frame.box, ends + shores)
    counties = (
        _names(
            _hexes(picture, frame),
            picture.grid,
            _written(signs, names),
            signs,
            ends,
            drawn_sides(grid(picture, frame)),
            frame,
        )
        if picture.grid
        else ()
    )
    piece_cards = _cards(
        picture, signs, names, at, ends, frame, (*seas, *(box for _, box in counties))
    )
    pieces = [card.box for card in piece_cards]
    badge_boxes = [
        spot.badges(label, len(place.marks))
        for place, spot, label in zip(picture.places, signs, names, strict=True)
    ]
    leads = [] if picture.grid else [bead for card in piece_cards for bead in card.track]
    harbours = [
        inner(spot.harbour(label)) for spot, label in zip(signs, names, strict=True) if spot.port
    ]
    badges = marks_aside(signs, badge_boxes, harbours, [*pieces, *leads], frame.box)
    marks = [box for boxes in badges for box in boxes]
    moved_labels = move_covered(signs, names, tuple(pieces), (*marks, *leads), ends, frame.box)
    names_by_place = [
        (spot.name, box) for spot, (box, _) in zip(signs, moved_labels, strict=True) if spot.name
    ]
    name_boxes = [box for _, box in names_by_place]
    if not _of_hexes(signs):
        piece_cards = under_names(piece_cards, names_by_place)
    if any(sea.overlap(covering) for sea in seas for covering in (*pieces, *name_boxes)):
        seas = _seas(waters, moved_labels, signs, frame.box, ends + shores, tuple(pieces))
    over = [*pieces, *_written(signs, moved_labels), *marks]
    counties = _off(counties, over, picture, frame, signs, ends)
    over += [box for _, box in counties]
    rows = Rows(over, BAND)
    spots = tuple(
        Spot(
            place,
            spot.shape,
            spot.x,
            spot.y,
            *label,
            boxes,
            spot.shape == "hex" and not rows.cover(spot.small_print),
            is_astray,
        )
        for place, spot, label, boxes, is_astray in zip(
            picture.places, signs, moved_labels, badges, _astray(signs, moved_labels), strict=True
        )
    )
    covers = (*_written(signs, moved_labels), *pieces, *marks, *seas)
    areas = (
        tuple((name, "", round(box.center[0], 1), round(box.y + 9.5, 1)) for name, box in counties)
        if picture.grid
        else area_names(regions, covers, signs, ends, frame, land)
    )
    return Chart(
        picture,
        frame.width,
        frame.box,
        tuple(map(_smooth, land)),
        areas,
        tuple(
            (sea, round(box.center[0], 1), round(box.y + 18, 1))
            for sea, box in zip(picture.seas, seas, strict=True)
        ),
        lines,
        spots,
        cells(tuple(at[p.id] for p in picture.places), land, frame.box) if picture.cells else (),
        piece_cards,
        arrows(moves, {part: at[p.id] for p in picture.places for part in p.parts} | at, covers),
        HEAD + frame.height,
        grid(picture, frame),
    )


@lru_cache(maxsize=8)
def _middles(spaces: tuple[tuple[str, int, int], ...], frame: Frame) -> dict[str, Point]:
    """Where the middle of each place is drawn; kept, so copy it."""
    return {id: frame.at(x, y) for id, x, y in spaces}


@lru_cache(maxsize=8)
def _astray(signs: tuple[Sign, ...], labels: tuple[Label, ...]) -> tuple[bool, ...]:
    """For each place whether its name is as near to another; never where places are hexes."""
    bodies = [one.body for one in signs if one.shape not in ("box", "hex")]
    return tuple(
        spot.shape not in ("box", "hex")
        and any(body != spot.body and body.gap(box) <= spot.body.gap(box) for body in bodies)
        for spot, (box, _) in zip(signs, labels, strict=True)
    )


def _written(signs: Sequence[Sign], labels: Sequence[Label]) -> tuple[Box, ...]:
    """The names of places and the anchors of ports."""
    ports = (one.harbour(label) for one, label in zip(signs, labels, strict=True) if one.port)
    return (*(box for one, (box, _) in zip(signs, labels, strict=True) if one.name), *ports)


def _cards(
    picture: Picture,
    signs: Sequence[Sign],
    labels: Sequence[Label],
    at: dict[str, Point],
    ends: Ends,
    frame: Frame,
    words: Sequence[Box],
) -> tuple[Card, ...]:
    """Where the pieces stand, beside what is drawn of the places. `words`: names of seas and of areas of hexes."""
    fixed_boxes = [Box(box.x, box.y, box.w, box.h, PALE) for box in words]
    rooms, name_boxes = dict[str, Box](), dict[str, Box]()
    for place, spot, (name, anchor) in zip(picture.places, signs, labels, strict=True):
        body = spot.body
        # The number of a hex alone says whose it is; on its town its own pieces may lie.
        weight = (FIRM if spot.name else PRINT) if spot.shape == "hex" else SOLID
        fixed_boxes.append(Box(body.x, body.y, body.w, body.h, weight))
        if spot.shape == "hex" and spot.name:
            fixed_boxes.append(replace(spot.small_print, weight=NUMBER))
        fixed_boxes += spot.badges((name, anchor), len(place.marks))
        if spot.name:
            rooms[place.id] = body
        if spot.shape != "box":
            name_boxes[place.id] = Box(name.x, name.y, name.w, name.h, SOFT)
        if spot.port:
            harbour = spot.harbour((name, anchor))
            fixed_boxes.append(Box(harbour.x, harbour.y, harbour.w, harbour.h, SOFT))
    order = {id: n for n, (id, _) in enumerate(picture.sides)}
    homes = [
        replace(home, pieces=pieces)
        for home in picture.spaces
        if home.id in at
        for pieces in _stacks(home.pieces, order)
    ]
    return cards(
        homes, at, rooms, name_boxes, fixed_boxes, dotted(ends, 14), frame.box, bool(picture.grid)
    )


def _of_hexes(signs: Sequence[Sign]) -> bool:
    """Is each hex a place? Areas have hexes as their ground, and a sign of their own."""
    return any(spot.shape == "hex" for spot in signs)


def _stacks(pieces: Sequence[Piece], order: Mapping[str, int]) -> Iterator[tuple[Piece, ...]]:
    """Those that stand together: of many each side by itself."""
    by_side = sorted(pieces, key=lambda piece: order.get(piece.side, 9))
    if len(by_side) <= TOGETHER:
        yield from [tuple(by_side)] if by_side else ()
        return
    for _, some in groupby(by_side, key=lambda piece: piece.side):
        yield tuple(some)


@lru_cache(maxsize=8)
def _seas(
    seas: tuple[tuple[str, float, float], ...],
    labels: tuple[Label, ...],
    signs: tuple[Sign, ...],
    frame: Box,
    lines: Ends,
    cards: tuple[Box, ...] = (),
) -> tuple[Box, ...]:
    """The room of the name of each sea, off its middle where that is taken, as by cards of pieces.

    Args:
        lines: ways and coasts, which a name keeps off.
    """
    spans = [*(span(box) for box, _ in labels), *(span(one.body) for one in signs)]
    spans += [*(span(card) for card in cards), *strokes(lines)]
    ground = Ground(spans, (), frame)
    sea_rooms = []
    for name, x, y in seas:
        long = round(text_width(name, 18, serif=True, apart=3), 1)
        box = best(farther((x, y), long, 24, SEA_GAPS), ground, 3)
        if ground.covered(box):
            box = best(afloat((x, y), long, 24, frame), ground, 0.1)
        sea_rooms.append(box)
        spans.append(span(box))
    return tuple(sea_rooms)


def _hexes(picture: Picture, frame: Frame) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """The name of each area with the middles of its hexes."""
    grounds = tuple((place.area, place.ground) for place in picture.places)
    return _hexes_by_area(grounds, picture.areas, frame)


@lru_cache(maxsize=8)
def _hexes_by_area(
    grounds: tuple[tuple[str, tuple[Point, ...]], ...],
    areas: tuple[tuple[str, str], ...],
    frame: Frame,
) -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """`grounds`: the area of each place, and its hexes on the board."""
    within: dict[str, list[Point]] = {id: [] for id, _ in areas}
    middles = hex_centres(tuple(ground for _, ground in grounds), frame)
    for (area, _), hexes in zip(grounds, middles, strict=True):
        if area in within:
            within[area] += hexes
    return tuple((name, tuple(rooms(within[id]))) for id, name in areas)


@lru_cache(maxsize=8)
def _names(
    areas: tuple[tuple[str, tuple[Point, ...]], ...],
    wide: int,
    covers: tuple[Box, ...],
    signs: tuple[Sign, ...],
    ends: Ends,
    sides: Ends,
    frame: Frame,
) -> tuple[tuple[str, Box], ...]:
    """Where the name of each area of hexes stands: over one of them, on nothing else and within the map. One that
    has no such room is left out.

    Args:
        areas: names with their hexes, `wide` as these are.
        ends, sides: roads, and what runs along sides of hexes, which a name keeps off if it may.
    """
    spans = [*map(span, covers), *(span(one.body) for one in signs)]
    airy_spans = [*(span(grown(box, AIR)) for box in covers), *(span(one.body) for one in signs)]
    ground = Ground(spans, dotted(ends), frame.box)
    airy = Ground(airy_spans, dotted((*ends, *sides)), frame.box)
    out = []
    for name, hexes in areas:
        long = text_width(name.upper(), 9.5, bold=True, serif=True, apart=0.6)
        boxes = (
            Box(x - long / 2 + aside, y + off, long, 11)
            for offs in ((-6, 8), (16, 24, -20, -28, 34))
            for x, y in hexes
            for aside in (0, wide / 4, -wide / 4, wide / 2, -wide / 2)
            for off in offs
        )
        choices = [box for box in boxes if box.outside(frame.box) < 1]
        box = best(choices, airy, far=0.3) if choices else frame.box
        if choices and airy.covered(box):
            box = best(choices, ground, far=2)
        if ground.covered(box):
            continue
        for obstacles in (spans, airy_spans):
            obstacles.append(span(Box(box.x, box.y, box.w, box.h, FIRM)))
        out.append((name, Box(round(box.x, 1), round(box.y, 1), box.w, box.h)))
    return tuple(out)


def _off(
    counties: tuple[tuple[str, Box], ...],
    over: Sequence[Box],
    picture: Picture,
    frame: Frame,
    signs: tuple[Sign, ...],
    ends: Ends,
) -> tuple[tuple[str, Box], ...]:
    """The names of areas of hexes with their boxes. Names that are covered, or had no room, move to where there is room."""
    rows = Rows(over, BAND)
    names_free = [one for one in counties if not rows.cover(one[1])]
    names = {name for name, _ in names_free}
    names_to_move = (
        tuple(one for one in _hexes(picture, frame) if one[0] not in names) if picture.grid else ()
    )
    if not names_to_move:
        return tuple(names_free)
    covers = (*over, *(box for _, box in names_free))
    sides = drawn_sides(grid(picture, frame))
    names_moved = _names(names_to_move, picture.grid, covers, signs, ends, sides, frame)
    return (*names_free, *names_moved)


def _smooth(ring: Sequence[Point]) -> str:
    """A closed curve through the points (Catmull-Rom as Bezier)."""
    n = len(ring)
    path = [f"M{ring[0][0]},{ring[0][1]}"]
    for i in range(n):
        path.append(_bend(ring[i - 1], ring[i], ring[(i + 1) % n], ring[(i + 2) % n]))
    return "".join(path) + "Z"


def _bend(a: Point, b: Point, c: Point, d: Point) -> str:
    """From `b` to `c`, between two others."""
    first = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
    two = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
    return f"C{first[0]:.1f},{first[1]:.1f} {two[0]:.1f},{two[1]:.1f} {c[0]:.1f},{c[1]:.1f}"
