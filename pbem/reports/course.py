"""Who led by how much, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.document import Course

if TYPE_CHECKING:
    from pbem.reports.context import Context


def course(report: Context) -> Course:
    """The line of a report's trend, which has at least two different values."""
    values = [point.value for point in report.trend]
    turns = tuple(f"{point.turn}: {lead(report, point.value)}" for point in report.trend)
    return Course(_words(report, values), turns, tuple(values), side_names(report))


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


def side_names(report: Context) -> tuple[str, str]:
    """Of the side for which values are positive, and of the other."""
    first, second, *_ = (report.side(id) for id, _ in report.position.sides)
    return first, second


def lead(report: Context, value: int) -> str:
    """`Yorkists 4`, or `even`."""
    sides = [id for id, _ in report.position.sides]
    return f"{report.side(sides[value < 0])} {abs(value)}" if value else "even"
