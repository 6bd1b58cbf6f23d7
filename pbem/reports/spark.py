"""A sparkline: who led by how much, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.reports.context import Context

WIDE, HIGH, PAD = 320, 70, 8


@dataclass(frozen=True, slots=True)
class Spark:
    """`points` of the line, where it ends, where even is, and the same in words."""

    points: str
    x: float
    y: float
    zero: float
    words: str


def spark(report: Context) -> Spark:
    """The line of a report's trend, up for the first side; it has at least two values."""
    values = report.trend
    top, low = max(0, *values), min(0, *values)
    scale = (HIGH - 2 * PAD) / ((top - low) or 1)
    xs = [round(PAD + (WIDE - 2 * PAD) * i / (len(values) - 1), 1) for i in range(len(values))]
    ys = [round(PAD + (top - value) * scale, 1) for value in values]
    points = " ".join(f"{x},{y}" for x, y in zip(xs, ys, strict=True))
    zero = round(PAD + top * scale, 1)
    now, start = lead(report, values[-1]), lead(report, values[0])
    up = lead(report, top) if top else ""
    down = lead(report, low) if low else ""
    peaks = " and ".join(filter(None, [up, down]))
    words = f"{report.score_name} over {len(values)} entries: from {start} to {now}"
    return Spark(
        points, xs[-1], ys[-1], zero, f"{words}; at most {peaks}." if peaks else f"{words}."
    )


def lead(report: Context, value: int) -> str:
    """`Yorkists 4`, or `even`."""
    sides = list(report.position.get("sides", {}))
    return f"{report.side(sides[value < 0])} {abs(value)}" if value else "even"
