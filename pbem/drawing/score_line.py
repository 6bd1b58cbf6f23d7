"""The course of a score as a line, which pages draw where a game has one."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.drawing.tags import Markup, tag
from pbem.engine.document import Course

<<<<<<< Updated upstream
WIDE, HIGH, PAD, ROOM = 320, 88, 8, 17
"""Of the picture, in pixels; `PAD` at its sides, `ROOM` above and below for the name of who leads there."""
=======
WIDE, HIGH, PAD = 320, 70, 8
"""Size of the line with its margin, in pixels."""
NAMES, LINE = 96, 14
"""Width of the names of the sides, and height of each, in pixels."""
>>>>>>> Stashed changes


def score_line(part: Course, sides: Sequence[str] = ()) -> Markup:
    """The line of a score as SVG; up is good for the first side. With `sides`, it says who is ahead where."""
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
    for name, y in zip(part.sides, (12, HIGH - 5), strict=True):
        shapes.append(tag("text", name, x=PAD, y=y, font_size="11", fill="currentColor"))
    for n, ((x, y), name) in enumerate(zip(dots, part.turns, strict=True)):
        is_last = n == len(dots) - 1
        kind, radius = ("end", 4.5) if is_last else ("dot", 3)
        shapes.append(tag("circle", tag("title", name), class_=kind, cx=x, cy=y, r=radius))
    left = -NAMES if sides else 0
    if sides:
        names = [(PAD, sides[0])] * (top > 0) + [(HIGH - PAD, sides[1])] * (low < 0)
        even = [(zero, "even")] * all(abs(zero - y) >= LINE for y, _ in names)
        for y, name in names + even:
            shapes.append(tag("text", name, x=left + 4, y=y + 4, aria_hidden="true"))
    view = f"{left} 0 {WIDE - left} {HIGH}"
    picture = tag("svg", *shapes, viewBox=view, role="img", aria_label=part.words)
    return tag("figure", picture, tag("figcaption", part.words), class_="trend")
