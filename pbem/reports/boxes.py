"""Finding room on a crowded map: of some places for a box, the one that covers least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

Point = tuple[float, float]
Ends = tuple[tuple[float, float, float, float], ...]
"""Lines, each by `x1`, `y1`, `x2`, `y2`."""


OUT = 400.0
"""How bad it is to hang out of the map, per unit of area."""


class Box(Struct, frozen=True):
    """A rectangle by its left upper corner; `weight`: how bad it is to cover it, per unit of area."""

    x: float
    y: float
    w: float
    h: float
    weight: float = 1.0

    @property
    def center(self) -> Point:
        return (self.x + self.w / 2, self.y + self.h / 2)

    def overlap(self, other: Box) -> float:
        """The area that both cover."""
        wide = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        if wide <= 0:
            return 0.0
        high = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return wide * high if high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        return self.x <= point[0] <= self.x + self.w and self.y <= point[1] <= self.y + self.h

    def gap(self, other: Box) -> float:
        """How far the two stand apart; 0 where they touch."""
        wide = max(self.x - other.x - other.w, other.x - self.x - self.w, 0)
        high = max(self.y - other.y - other.h, other.y - self.y - self.h, 0)
        return math.hypot(wide, high)

    def outside(self, frame: Box) -> float:
        """The area of this box that lies outside `frame`."""
        return self.w * self.h - self.overlap(frame)


def around(at: Point, w: float, h: float, gap: float) -> list[Box]:
    """Boxes for a label: right, left, below, above and at the corners, the best for reading first."""
    x, y = at
    right, left, middle, up, down = x + gap, x - gap - w, x - w / 2, y - gap - h, y + gap
    corner = gap * 0.6
    return [
        Box(right, y - h / 2, w, h),
        Box(left, y - h / 2, w, h),
        Box(middle, down, w, h),
        Box(middle, up, w, h),
        Box(x + corner, y + corner, w, h),
        Box(x + corner, y - corner - h, w, h),
        Box(x - corner - w, y + corner, w, h),
        Box(x - corner - w, y - corner - h, w, h),
    ]


TURNS = (
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (0.71, 0.71),
    (-0.71, 0.71),
    (0.71, -0.71),
    (-0.71, -0.71),
    (0.92, 0.38),
    (-0.92, 0.38),
    (0.92, -0.38),
    (-0.92, -0.38),
)
"""Directions in which a box may stand off its place."""


def farther(at: Point, w: float, h: float, gaps: Sequence[float]) -> list[Box]:
    """Boxes on rings around a point, the nearest first."""
    x, y = at
    return [
        Box(x + dx * (gap + w / 2) - w / 2, y + dy * (gap + h / 2) - h / 2, w, h)
        for gap in gaps
        for dx, dy in TURNS
    ]


SLIDES = tuple(0.5 + sign * n / 20 for n in range(10) for sign in ((1, -1) if n else (1,)))
"""How far a box slides along a side of another, from its middle on."""


def beside(own: Box, w: float, h: float, gap: float, every: int = 1) -> list[Box]:
    """Boxes all around another, at a distance, those beside its middle first; `every`: so many steps apart."""
    right, low = own.x + own.w + gap, own.y + own.h + gap
    found = []
    for part in SLIDES[::every]:
        x, y = own.x - w + (own.w + w) * part, own.y - h + (own.h + h) * part
        found += [
            Box(right, y, w, h),
            Box(own.x - gap - w, y, w, h),
            Box(x, low, w, h),
            Box(x, own.y - gap - h, w, h),
        ]
    return found


def dotted(ends: Ends, step: float = 9) -> list[Point]:
    """Points along lines."""
    dots = []
    for x1, y1, x2, y2 in ends:
        n = max(1, int(math.hypot(x2 - x1, y2 - y1) / step))
        dots += [(x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n) for i in range(n + 1)]
    return dots


def best(
    choices: Sequence[Box], taken: Iterable[Box], dots: Iterable[Point], frame: Box, far: float = 0
) -> Box:
    """The choice that covers least; of equals the first.

    Args:
        taken, dots: as in `Ground`. `far`: how bad it is to be one place later in `choices`.
    """
    ground = Ground.about(choices, taken, dots, frame)
    found, least = choices[0], math.inf
    for rank, box in enumerate(choices):
        if rank * far >= least:
            break  # no later one can be better
        cost = ground.cost(box, rank * far, least)
        if cost < least:
            found, least = box, cost
    return found


class Ground(Struct, frozen=True):
    """What some choices may cover.

    Attributes:
        taken: what is there already. `dots`: points along lines, each a little bad to cover.
    """

    taken: tuple[Box, ...]
    dots: tuple[Point, ...]
    frame: Box

    @classmethod
    def about(
        cls, choices: Sequence[Box], taken: Iterable[Box], dots: Iterable[Point], frame: Box
    ) -> Ground:
        """Only what any of them can cover."""
        x = min(box.x for box in choices)
        y = min(box.y for box in choices)
        right = max(box.x + box.w for box in choices)
        low = max(box.y + box.h for box in choices)
        reach = Box(x, y, right - x, low - y)
        near = tuple(box for box in taken if box.overlap(reach))
        return cls(near, tuple(dot for dot in dots if reach.holds(dot)), frame)

    def cost(self, box: Box, before: float, most: float) -> float:
        """How bad it is to stand there, added to `before`; no more is looked at when it is over `most`."""
        cost = before + box.outside(self.frame) * OUT
        for other in self.taken:
            if cost >= most:
                return cost
            cost += box.overlap(other) * other.weight
        right, low = box.x + box.w, box.y + box.h
        return cost + 9 * sum(box.x <= dx <= right and box.y <= dy <= low for dx, dy in self.dots)
