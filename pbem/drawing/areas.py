"""Where the names of areas and seas stand: of areas on land, of seas off it, and on nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from pbem.drawing.boxes import Box, Ends, Ground, Point, Span, best, farther, points_along, span
from pbem.drawing.cells import crossings
from pbem.drawing.frame import Frame
from pbem.drawing.labels import FIRM, Sign
from pbem.drawing.letters import text_width

INLAND = 80.0
"""How far off the middle of its area a name on land may stand."""
REACH, STEP = 13, 12
"""How many steps off the middle the name of a sea or area may stand where pieces lie, and how far they are."""


@lru_cache(maxsize=8)
def strokes(lines: Ends) -> tuple[Span, ...]:
    """Lines as small boxes, so that a large name keeps off them as off a place."""
    return tuple((x - 2, y - 2, x + 2, y + 2, FIRM) for x, y in points_along(lines))


def afloat(at: Point, long: float, high: float, frame: Box) -> list[Box]:
    """Where else the name of a sea or area may stand, the nearest first."""
    steps = range(-REACH, REACH + 1)
    near = sorted((math.hypot(dx, dy * 2), dx, dy) for dx in steps for dy in steps)
    x, y = at[0] - long / 2, at[1] - high / 2
    boxes = (Box(x + dx * STEP, y + dy * STEP, long, high) for _, dx, dy in near)
    return [box.inside(frame) for box in boxes]


@lru_cache(maxsize=16)
def _ashore(at: Point, long: float, land: tuple[tuple[Point, ...], ...]) -> list[Box]:
    """Where the name of an area may stand with its middle and its ends on land, the nearest first."""
    steps = [n * INLAND / 20 for n in range(-20, 21)]
    shores = {dy: [crossings(at[1] + dy, ring) for ring in land] for dy in steps}
    near = sorted((math.hypot(dx, dy), dx, dy) for dx in steps for dy in steps)
    return [
        Box(at[0] + dx - long / 2, at[1] + dy - 6, long, 12)
        for far, dx, dy in near
        if far < INLAND
        and all(
            any(sum(at[0] + dx + end * long / 2 < x for x in row) % 2 for row in shores[dy] if row)
            for end in (0, -1, 1)
        )
    ]


def _area_width(name: str) -> float:
    return text_width(name.upper(), 15, bold=True, serif=True, apart=5)


def area_names(
    regions: tuple[tuple[str, str, tuple[Point, ...]], ...],
    covers: Sequence[Box],
    signs: tuple[Sign, ...],
    ends: Ends,
    frame: Frame,
    land: tuple[tuple[Point, ...], ...],
) -> tuple[tuple[str, str, float, float], ...]:
    """Name and hull of each area, and where its name stands: near the middle, where there is room, on land if it may."""
    spans = [*map(span, covers), *(span(one.body) for one in signs), *strokes(ends)]
    ground = Ground(spans, (), frame.box)
    out = []
    for _, name, points in regions:
        if len(points) < 3:
            continue
        path = "M" + "L".join(f"{x},{y}" for x, y in _hull(points)) + "Z"
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        long = _area_width(name)
        ashore = _ashore(middle, long, land)
        box = best(ashore, ground, 0.02) if ashore else ground.frame
        if ground.covered(box):
            box = best(farther(middle, long, 20, (-20, 0, 16, 32, 48)), ground, far=3)
        if ground.covered(box):
            box = best(afloat(middle, long, 20, frame.box), ground, 0.1)
        x, y = box.center
        out.append((name, path, round(x, 1), round(y + 5, 1)))
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
