"""The course of a score as a line, which pages draw where a game has one."""

from __future__ import annotations

from pbem.drawing.tags import Markup, tag
from pbem.engine.document import Course

WIDE, HIGH, PAD, ROOM = 320, 88, 8, 17
"""Of the picture, in pixels; `PAD` at its sides, `ROOM` above and below for the name of who leads there."""


def score_line(part: Course) -> Markup:
    """The line of a score as SVG; up is good for the first side."""
    top, low = max(0, *part.values), min(0, *part.values)
    scale = (HIGH - 2 * ROOM) / ((top - low) or 1)
    wide = (WIDE - 2 * PAD) / (len(part.values) - 1)
    dots = [
        (round(PAD + wide * n, 1), round(ROOM + (top - value) * scale, 1))
        for n, value in enumerate(part.values)
    ]
    zero = round(ROOM + top * scale, 1)
    shapes = [
        tag("line", class_="zero", x1="0", x2=WIDE, y1=zero, y2=zero),
        tag("polyline", class_="line", points=" ".join(f"{x},{y}" for x, y in dots)),
    ]
    for side, base in zip(part.sides, (12, HIGH - 5), strict=True):
        shapes.append(tag("text", side, x=PAD, y=base, font_size="11", fill="currentColor"))
    for n, ((x, y), name) in enumerate(zip(dots, part.turns, strict=True)):
        is_last = n == len(dots) - 1
        kind, radius = ("end", 4.5) if is_last else ("dot", 3)
        shapes.append(tag("circle", tag("title", name), class_=kind, cx=x, cy=y, r=radius))
    picture = tag("svg", *shapes, viewBox=f"0 0 {WIDE} {HIGH}", role="img", aria_label=part.words)
    return tag("figure", picture, tag("figcaption", part.words), class_="trend")
