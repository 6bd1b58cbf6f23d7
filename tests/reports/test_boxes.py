"""Boxes of a drawing: what is compared in a hurry is what the plain formula says."""

from __future__ import annotations

import math
from itertools import product

from pbem.drawing.boxes import Box

BOXES = [
    Box(x, y, w, h)
    for x, y, (w, h) in product(
        (-7.5, 0, 0.1, 3, 10), (-4, 0, 0.3, 10), ((0, 0), (3, 0.2), (7.4, 10))
    )
]


def test_gap_and_overlap_are_what_the_plain_formulas_say() -> None:
    for a, b in product(BOXES, BOXES):
        right, low = min(a.x + a.w, b.x + b.w), min(a.y + a.h, b.y + b.h)
        wide, high = right - max(a.x, b.x), low - max(a.y, b.y)
        assert a.overlap(b) == (wide * high if wide > 0 and high > 0 else 0)
        aside = max(a.x - b.x - b.w, b.x - a.x - a.w, 0)
        above = max(a.y - b.y - b.h, b.y - a.y - a.h, 0)
        assert a.gap(b) == math.hypot(aside, above)
