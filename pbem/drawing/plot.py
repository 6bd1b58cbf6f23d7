"""A number over time as text."""

from __future__ import annotations

from collections.abc import Sequence

HEIGHT = 9
WIDTH = 64


def plot(values: Sequence[int], marks: Sequence[int] = ()) -> list[str]:
    """Lines of a chart, the highest first, then the marks.

    Args:
        marks: places in `values` where something begins; they get a `^` below.
    """
    if not values:
        return []
    low, high = min(*values, 0), max(*values, 0)
    step = max(1, -(-(high - low) // (HEIGHT - 1)))
    columns = min(WIDTH, len(values))
    at = [n * len(values) // columns for n in range(columns)]
    levels = range(-(-high // step) * step, low - step, -step)
    lines = []
    for level in levels:
        blank = "-" if level == 0 else " "
        dots = ("*" if _level(values[n], step) == level else blank for n in at)
        lines.append(f"{level:+4d} |{''.join(dots)}".rstrip())
    while lines and lines[-1].endswith("|"):
        lines.pop()
    under = [" "] * columns
    for mark in marks:
        under[mark * columns // len(values)] = "^"
    return [*lines, ("      " + "".join(under)).rstrip()] if marks else lines


def _level(value: int, step: int) -> int:
    return round(value / step) * step
