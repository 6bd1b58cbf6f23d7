"""Statistics as text of 78 columns, and as plain data."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from pbem.reports.plot import plot

if TYPE_CHECKING:
    from pbem.moderator.club.dice_stats import DiceGroup
    from pbem.moderator.club.stats import Stats

WIDTH = 78
FIRST = 38
"""Columns of the words at the beginning of a row."""


def text(stats: Stats) -> str:
    """The whole report, ending in a newline."""
    parts = [
        textwrap.wrap(f"{stats.title}: {stats.entries} entries in the log", WIDTH),
        _by_turn("Mails with orders, by game turn", "mails", stats.mails, stats),
        _by_turn("Sittings to write them", "sittings", stats.sittings, stats),
        _days(stats),
        _stops(stats),
        _answers(stats),
        _dice(stats.dice),
        *(_course(name, stats) for name in stats.course),
        [line for note in stats.notes for line in textwrap.wrap(note, WIDTH)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _table(title: str, sides: Sequence[str], rows: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Rows of counts by side, with sums."""
    lines = [f"{title:<{FIRST}}" + "".join(f"{side:>12}" for side in sides) + f"{'all':>8}"]
    total = dict.fromkeys(sides, 0)
    for name, counts in rows.items():
        numbers = [counts.get(side, 0) for side in sides]
        total = {side: total[side] + counts.get(side, 0) for side in sides}
        lines.append(_row(name, numbers))
    return [*lines, _row("all", list(total.values()))] if len(rows) > 1 else lines


def _row(name: str, numbers: Sequence[int]) -> str:
    first = f"  {name}"[:FIRST]
    return f"{first:<{FIRST}}" + "".join(f"{n:>12}" for n in numbers) + f"{sum(numbers):>8}"


def _by_turn(title: str, what: str, counted: Mapping[str, Counter[str]], stats: Stats) -> list[str]:
    """A row a game turn, and what one takes."""
    rows = {turn or "the whole game": counted[turn] for turn in stats.turns}
    lines = _table(title, stats.sides, rows)
    totals = [total for row in rows.values() if (total := row.total())]
    if len(rows) > 1 and totals:
        lines.append(f"  {sum(totals) / len(totals):.1f} {what} a game turn")
    return lines


def _days(stats: Stats) -> list[str]:
    if not stats.days:
        return []
    rows = [
        f"{f'  {turn}' if turn else '  the whole game':<{FIRST}}{days:>12.1f}"
        for turn, days in stats.days.items()
    ]
    return ["Days by the GM's clock, from the first to the last reading", *rows]


def _stops(stats: Stats) -> list[str]:
    kinds = sorted({kind for counts in stats.stops.values() for kind in counts})
    rows = {kind: {s: stats.stops[s][kind] for s in stats.sides} for kind in kinds}
    ordered = dict(sorted(rows.items(), key=lambda row: -sum(row[1].values())))
    shown = {kind.replace("_", " "): counts for kind, counts in ordered.items()}
    return _table("The game stopped and waited for", stats.sides, shown)


def _answers(stats: Stats) -> list[str]:
    if not any(stats.answers[side] for side in stats.readable):
        return []
    rows = {
        words: {side: stats.answers[side][how] for side in stats.readable}
        for how, words in stats.means.items()
    }
    lines = _table("Questions were answered", stats.readable, rows)
    waited = sum(stats.answers[side]["mail"] for side in stats.readable)
    if waited:
        each = stats.decisions / waited
        lines.append(f"  {each:.1f} real decisions for each mail that was waited for")
    return lines


def _dice(groups: Sequence[DiceGroup]) -> list[str]:
    if not groups:
        return ["No die has been rolled yet."]
    lines = [
        f"{'Dice':<26}{'count':>6}{'mean':>6}{'fair':>6}  {'succeeded, expected':<20}chi-square"
    ]
    for one in groups:
        tried = f"{one.successes} of {one.tries}, {one.expected:.1f}" if one.tries else ""
        chi = "too few" if one.likely < 0 else f"{one.chi_square:.1f}, {one.verdict}"
        name = f"  {one.name}"[:26]
        lines.append(
            f"{name:<26}{one.count:>6}{one.mean:>6.2f}{one.fair_mean:>6.2f}  {tried:<20}{chi}".rstrip()
        )
    return lines


def _course(name: str, stats: Stats) -> list[str]:
    points = stats.course[name]
    turns = list(dict.fromkeys(point.turn for point in points))
    marks = [next(n for n, p in enumerate(points) if p.turn == turn) for turn in turns]
    first, last = points[0], points[-1]
    over = f"entries {first.entry} to {last.entry}; ^ a new turn: {', '.join(turns)}"
    ahead = ", ".join(f"{side} {sign}" for side, sign in zip(stats.sides, "+-", strict=False))
    lines = [f"{name} ({ahead}), now {last.value:+}", *plot([p.value for p in points], marks)]
    return lines + textwrap.wrap(over, WIDTH, initial_indent="  ", subsequent_indent="  ")


def data(stats: Stats) -> dict[str, Any]:
    """For JSON; counts by name."""
    dice = [
        {
            "name": one.name,
            "sides": one.sides,
            "count": one.count,
            "faces": list(one.faces),
            "mean": round(one.mean, 3),
            "fair_mean": one.fair_mean,
            "tries": one.tries,
            "successes": one.successes,
            "expected": round(one.expected, 3),
            "chi_square": round(one.chi_square, 3),
            "likely": round(one.likely, 4) if one.likely >= 0 else None,
        }
        for one in stats.dice
    ]
    course = {name: [asdict(point) for point in points] for name, points in stats.course.items()}
    return {
        "game": stats.game,
        "title": stats.title,
        "entries": stats.entries,
        "joins": stats.joins,
        "mails": [{"turn": turn, **stats.mails[turn]} for turn in stats.turns],
        "sittings": [{"turn": turn, **stats.sittings[turn]} for turn in stats.turns],
        "days": {turn: round(days, 2) for turn, days in stats.days.items()},
        "stops": {side: dict(counts) for side, counts in stats.stops.items()},
        "answers": {side: dict(stats.answers[side]) for side in stats.readable},
        "decisions": stats.decisions,
        "dice": dice,
        "course": course,
        "notes": stats.notes,
    }
