"""From the board to the drawing: as it comes, or filling a room, where crowded parts get more of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from pbem.drawing.boxes import Box, Point

STRETCH = 1.3
"""Pictures are drawn taller than wide, so that names have room."""
MARGIN = 52
HEAD = 62
ASIDE, ABOVE = 44.0, 26.0
"""Margins where a room is filled."""
BANDS, EVEN = 7, 0.8
"""In how many bands crowds are counted, and how much of the room goes by them."""

Knots = tuple[Point, ...]
"""A line of the board and where it is drawn; between two of them evenly."""


class Frame(Struct, frozen=True):
    """The part of the plane that is shown; `across`, `down`: where its columns and rows are drawn."""

    across: Knots
    down: Knots
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        return (round(_along(self.across, x), 1), round(_along(self.down, y) + HEAD, 1))

    @property
    def box(self) -> Box:
        return Box(0, HEAD, self.width, self.height)


@lru_cache(maxsize=8)
def framed(points: tuple[tuple[int, int], ...], room: Point | None) -> Frame:
    """Around all points; filling a room, if there is one."""
    xs, ys = sorted(x for x, _ in points), sorted(y for _, y in points)
    if room:
        return Frame(_spread(xs, room[0], ASIDE), _spread(ys, room[1], ABOVE), *room)
    left, right = xs[0] - MARGIN, xs[-1] + MARGIN
    top, low = ys[0] - MARGIN * 0.8, ys[-1] + MARGIN * 0.8
    width, height = right - left, round((low - top) * STRETCH)
    return Frame(
        ((left, 0), (right, width)),
        ((top, 0), (low, (low - top) * STRETCH)),
        width,
        height,
    )


def _spread(at: Sequence[int], long: float, margin: float) -> Knots:
    """Bands of equal breadth on the board, broader in the drawing the more places are in and beside them."""
    start, whole = at[0], max(at[-1] - at[0], 1)
    counts = [0] * BANDS
    for value in at:
        counts[min((value - start) * BANDS // whole, BANDS - 1)] += 1
    smoothed = [
        (left + 2 * middle + right) / 4
        for left, middle, right in zip(
            [counts[0], *counts[:-1]], counts, [*counts[1:], counts[-1]], strict=True
        )
    ]
    shares = [(1 - EVEN) / BANDS + EVEN * one / sum(smoothed) for one in smoothed]
    inner = long - 2 * margin
    return tuple(
        (start + whole * n / BANDS, margin + inner * share)
        for n, share in enumerate(accumulate(shares, initial=0.0))
    )


def _along(knots: Knots, value: float) -> float:
    """What lies beyond the last knot goes on as before it."""
    n = min(max(bisect_right(knots, (value, 0.0)), 1), len(knots) - 1)
    (a, start), (b, end) = knots[n - 1], knots[n]
    return start + (value - a) * (end - start) / (b - a)
