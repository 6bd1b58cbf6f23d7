"""Finding room on a crowded map: of some places for a box, the one that covers least."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

Point = tuple[float, float]
Ends = tuple[tuple[float, float, float, float], ...]
"""Lines, each by `x1`, `y1`, `x2`, `y2`."""


OUT = 400.0
"""How bad it is to hang out of the map, per unit of area."""


ACROSS, DOWN = (0.15, 0.5, 0.85), (0.25, 0.75)
"""Where it is looked which place is nearest to a part of a card or name."""


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
        right, end = self.x + self.w, other.x + other.w
        if right <= other.x or end <= self.x:
            return 0.0
        wide = min(right, end) - max(self.x, other.x)
        if wide <= 0:
            return 0.0
        high = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return wide * high if high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        return self.x <= point[0] <= self.x + self.w and self.y <= point[1] <= self.y + self.h

    def gap(self, other: Box) -> float:
        """How far the two stand apart; 0 where they touch."""
        # A drawing asks tens of thousands of times: comparing costs half of what `max` does.
        wide, right = self.x - other.x - other.w, other.x - self.x - self.w
        high, low = self.y - other.y - other.h, other.y - self.y - self.h
        wide, high = right if right > wide else wide, low if low > high else high
        if wide <= 0:
            return high if high > 0 else 0.0
        return math.hypot(wide, high) if high > 0 else wide

    def off(self, x: float, y: float) -> float:
        """The square of how far a point stands off; 0 within."""
        wide = max(self.x - x, x - self.x - self.w, 0)
        high = max(self.y - y, y - self.y - self.h, 0)
        return wide * wide + high * high

    def nearest(self, to: Point) -> Point:
        """The point in it that is nearest to another."""
        x, y = to
        return max(self.x, min(x, self.x + self.w)), max(self.y, min(y, self.y + self.h))

    def inside(self, frame: Box) -> Box:
        """Itself, or moved so that it lies within `frame`."""
        if self.within(frame):
            return self
        x = max(min(self.x, frame.x + frame.w - self.w), frame.x)
        y = max(min(self.y, frame.y + frame.h - self.h), frame.y)
        return Box(x, y, self.w, self.h, self.weight)

    def within(self, frame: Box) -> bool:
        wide = frame.x <= self.x and self.x + self.w <= frame.x + frame.w
        return wide and frame.y <= self.y and self.y + self.h <= frame.y + frame.h

    def outside(self, frame: Box) -> float:
        """The area of this box that lies outside `frame`."""
        return 0.0 if self.within(frame) else self.w * self.h - self.overlap(frame)


Span = tuple[float, float, float, float, float]
"""A box by its four sides (left, upper, right, lower), and its weight: what thousands are compared with."""


def span(box: Box) -> Span:
    return box.x, box.y, box.x + box.w, box.y + box.h, box.weight


def strange(box: Box, own: Box, others: Sequence[Span]) -> float:
    """The part of a card or name that is nearer to another place than to its own."""
    strange_parts = 0
    for part in ACROSS:
        x = box.x + box.w * part
        for below in DOWN:
            y = box.y + box.h * below
            least = own.off(x, y)
            for left, top, right, low, _ in others:
                wide = left - x if x < left else x - right if x > right else 0.0
                high = top - y if y < top else y - low if y > low else 0.0
                if wide * wide + high * high < least:
                    strange_parts += 1
                    break
    return strange_parts / (len(ACROSS) * len(DOWN))


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


def boxes_beside(own: Box, w: float, h: float, gap: float, every: int = 1) -> Iterator[Box]:
    """Boxes all around another, at a distance, those beside its middle first; `every`: so many steps apart."""
    right, low = own.x + own.w + gap, own.y + own.h + gap
    for part in SLIDES[::every]:
        x, y = own.x - w + (own.w + w) * part, own.y - h + (own.h + h) * part
        yield Box(right, y, w, h)
        yield Box(own.x - gap - w, y, w, h)
        yield Box(x, low, w, h)
        yield Box(x, own.y - gap - h, w, h)


@lru_cache(maxsize=8)
def dotted(ends: Ends, step: float = 9) -> tuple[Point, ...]:
    """Points along lines, sorted."""
    return tuple(sorted(points_along(ends, step)))


def points_along(ends: Ends, step: float = 9) -> list[Point]:
    """Points along lines, one line after the other."""
    points = list[Point]()
    for x1, y1, x2, y2 in ends:
        n = max(1, int(math.hypot(x2 - x1, y2 - y1) / step))
        points += [(x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n) for i in range(n + 1)]
    return points


def best(choices: Sequence[Box], ground: Ground, far: float = 0) -> Box:
    """The choice that covers least; of equals the first. `far`: how bad it is to be one place later in `choices`."""
    near = ground.within(reach(choices))
    choice, least = choices[0], math.inf
    for rank, box in enumerate(choices):
        if rank * far >= least:
            break  # no later one can be better
        cost = near.cost(box, rank * far, least)
        if cost < least:
            choice, least = box, cost
    return choice


def reach(choices: Sequence[Box]) -> Box:
    """What holds them all."""
    x = min(box.x for box in choices)
    y = min(box.y for box in choices)
    right = max(box.x + box.w for box in choices)
    low = max(box.y + box.h for box in choices)
    return Box(x, y, right - x, low - y)


class Rows:
    """Boxes by the band of the map that they are in, to find soon what lies on another box."""

    def __init__(self, boxes: Iterable[Box], high: float) -> None:
        self.high = high
        self.bands: dict[int, list[Span]] = {}
        for box in boxes:
            for band in self._bands(box):
                self.bands.setdefault(band, []).append(span(box))

    def cover(self, box: Box) -> bool:
        """Does any of them lie on this one?"""
        x, y, right, low, _ = span(box)
        for band in self._bands(box):
            for left, top, end, foot, _ in self.bands.get(band, ()):
                if left < right and x < end and top < low and y < foot:
                    return True
        return False

    def _bands(self, box: Box) -> range:
        return range(int(box.y // self.high), int((box.y + box.h) // self.high) + 1)


class Ground(NamedTuple):
    """What some choices may cover.

    Attributes:
        taken: what is there already, as `span` makes it.
        dots: points along lines, sorted, each a little bad to cover.
    """

    taken: Sequence[Span]
    dots: Sequence[Point]
    frame: Box

    def within(self, reach: Box) -> Ground:
        """Only what lies there."""
        x, y, right, low, _ = span(reach)
        dots = self.dots[bisect_left(self.dots, (x,)) : bisect_right(self.dots, (right, math.inf))]
        return Ground(
            tuple([b for b in self.taken if b[0] < right and x < b[2] and b[1] < low and y < b[3]]),
            tuple([dot for dot in dots if y <= dot[1] <= low]),
            self.frame,
        )

    def covered(self, box: Box) -> bool:
        """Does a box lie on something that is there, or hang out of the map?"""
        if not box.within(self.frame):
            return True
        x, y, right, low, _ = span(box)
        for left, top, end, foot, _ in self.taken:
            if left < right and x < end and top < low and y < foot:
                return True
        return False

    def cost(self, box: Box, before: float, most: float) -> float:
        """How bad it is to stand there, added to `before`; no more is looked at when it is over `most`."""
        cost = before + box.outside(self.frame) * OUT
        x, y, right, low, _ = span(box)
        for left, top, end, foot, weight in self.taken:
            if left < right and x < end and top < low and y < foot:
                if cost >= most:
                    return cost
                wide = (end if end < right else right) - (left if left > x else x)
                high = (foot if foot < low else low) - (top if top > y else y)
                cost += wide * high * weight
        if cost >= most:
            return cost
        first, last = bisect_left(self.dots, (x,)), bisect_right(self.dots, (right, math.inf))
        return cost + 9 * len([1 for _, down in self.dots[first:last] if y <= down <= low])
