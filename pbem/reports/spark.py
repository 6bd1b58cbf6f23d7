"""A sparkline: who led by how much, turn by turn; as a line for pages, as blocks for text."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.reports.context import Context

WIDE, HIGH, PAD = 320, 70, 8
BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"


@dataclass(frozen=True, slots=True)
class Dot:
    """A turn on the line."""

    x: float
    y: float
    words: str


@dataclass(frozen=True, slots=True)
class Spark:
    """`points` of the line and its `dots`, where even is, `blocks` for text, the same in `words`."""

    points: str
    dots: tuple[Dot, ...]
    zero: float
    blocks: str
    words: str


def spark(report: Context) -> Spark:
    """The line of a report's trend, up for the first side; it has at least two values."""
    values = [point.value for point in report.trend]
    top, low = max(0, *values), min(0, *values)
    scale = (HIGH - 2 * PAD) / ((top - low) or 1)
    dots = tuple(
        Dot(
            round(PAD + (WIDE - 2 * PAD) * i / (len(values) - 1), 1),
            round(PAD + (top - point.value) * scale, 1),
            f"{point.turn}: {lead(report, point.value)}",
        )
        for i, point in enumerate(report.trend)
    )
    steps = (len(BLOCKS) - 1) / ((top - low) or 1)
    return Spark(
        " ".join(f"{dot.x},{dot.y}" for dot in dots),
        dots,
        round(PAD + top * scale, 1),
        "".join(BLOCKS[round((value - low) * steps)] for value in values),
        _words(report, values),
    )


def _words(report: Context, values: list[int]) -> str:
    turns = len(values) - 1
    peaks = [lead(report, peak) for peak in (max(values), min(values))]
    leads = [
        peak
        for peak, value in zip(peaks, (max(values), -min(values)), strict=True)
        if value > 0 and peak != lead(report, values[-1])
    ]
    over = f"over {turns} turns" if turns > 1 else "in the first turn"
    words = (
        f"{report.score_name} {over}: from {lead(report, values[0])} to {lead(report, values[-1])}"
    )
    return f"{words}; at most {' and '.join(leads)}." if leads else f"{words}."


def lead(report: Context, value: int) -> str:
    """`Yorkists 4`, or `even`."""
    sides = list(report.position.get("sides", {}))
    return f"{report.side(sides[value < 0])} {abs(value)}" if value else "even"
