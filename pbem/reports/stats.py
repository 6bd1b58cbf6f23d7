"""Statistics as text of 78 columns, as a document to listen to, and as plain data."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import asdict

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells

if TYPE_CHECKING:
    from pbem.club.dice_stats import DiceGroup
    from pbem.club.stats import Stats

WIDTH = 78
FIRST = 38
"""Columns of the words at the beginning of a row."""


DAYS = "Days by the GM's clock, from the first to the last reading"
NO_DICE = "No die has been rolled yet."


PLOT_HEIGHT = 9
PLOT_WIDTH = 64


class Counts(NamedTuple):
    """Counts by side: `rows` are their names with a count a side. `note`: what they come to."""

    title: str
    sides: Sequence[str]
    rows: Mapping[str, Mapping[str, int]]
    note: str = ""

    def row(self, name: str) -> list[int]:
        return [self.rows[name].get(side, 0) for side in self.sides]

    @property
    def all(self) -> list[int]:
        return [sum(counts.get(side, 0) for counts in self.rows.values()) for side in self.sides]


def text(stats: Stats) -> str:
    """The whole report, ending in a newline."""
    parts = [
        textwrap.wrap(_headline(stats), WIDTH),
        _table(_mails(stats)),
        _table(_sittings(stats)),
        _days(stats),
        _table(_stops(stats)),
        *(_table(counts) for counts in _answers(stats)),
        _dice(stats.dice),
        *(_course(name, stats) for name in stats.course),
        [line for note in stats.notes for line in textwrap.wrap(note, WIDTH)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def document(stats: Stats) -> Iterator[AnyPart]:
    """The statistics as parts of a report: lists with one sentence per row, in place of tables."""
    yield Heading(_headline(stats), 1)
    yield _spoken(_mails(stats))
    yield _spoken(_sittings(stats))
    if stats.days:
        rows = (Item(cells(f"{days:.1f}"), _turn(turn)) for turn, days in stats.days.items())
        yield Items(tuple(rows), DAYS)
    yield _spoken(_stops(stats))
    yield from map(_spoken, _answers(stats))
    if stats.dice:
        yield Items(tuple(Item(cells(*_die(one)), one.name) for one in stats.dice), "Dice")
    else:
        yield Note(NO_DICE)
    for name, points in stats.course.items():
        ends = {point.turn: point.value for point in points}
        ahead = ", ".join(f"{side} {sign}" for side, sign in zip(stats.sides, "+-", strict=False))
        rows = (Item(cells(f"{value:+}"), turn) for turn, value in ends.items())
        yield Items(tuple(rows), f"{name} at the end of each turn ({ahead})")
    yield from map(Note, stats.notes)


def _spoken(counts: Counts) -> Items:
    items = [_counted(counts, name, counts.row(name)) for name in counts.rows]
    items += [_counted(counts, "all", counts.all)] if len(counts.rows) > 1 else []
    items += [Item(cells(counts.note))] if counts.note else []
    return Items(tuple(items), counts.title)


def _counted(counts: Counts, name: str, numbers: Sequence[int]) -> Item:
    counts_words = [f"{side} {n}" for side, n in zip(counts.sides, numbers, strict=True)]
    return Item(cells(*counts_words, f"all {sum(numbers)}"), name)


def _die(group: DiceGroup) -> Iterator[str]:
    yield f"{group.count} rolled"
    yield f"mean {group.mean:.2f}, fair {group.fair_mean:.2f}"
    if group.tries:
        yield f"{group.successes} of {group.tries} succeeded, {group.expected:.1f} expected"
    yield "chi-square: " + _chi(group)


def _chi(group: DiceGroup) -> str:
    return "too few" if group.likely < 0 else f"{group.chi_square:.1f}, {group.verdict}"


def _headline(stats: Stats) -> str:
    return f"{stats.title}: {stats.entries} entries in the log"


def _turn(name: str) -> str:
    return name or "the whole game"


def _table(counts: Counts) -> list[str]:
    """Rows of counts by side, with sums."""
    heads = "".join(f"{side:>12}" for side in counts.sides)
    lines = [f"{counts.title:<{FIRST}}{heads}{'all':>8}"]
    lines += [_row(name, counts.row(name)) for name in counts.rows]
    lines += [_row("all", counts.all)] if len(counts.rows) > 1 else []
    return [*lines, f"  {counts.note}"] if counts.note else lines


def _row(name: str, numbers: Sequence[int]) -> str:
    first = f"  {name}"[:FIRST]
    return f"{first:<{FIRST}}" + "".join(f"{n:>12}" for n in numbers) + f"{sum(numbers):>8}"


def _mails(stats: Stats) -> Counts:
    return _by_turn("Emails with orders, by game turn", "mails", stats.mails, stats)


def _sittings(stats: Stats) -> Counts:
    return _by_turn("Sittings to write them", "sittings", stats.sittings, stats)


def _by_turn(title: str, what: str, counted: Mapping[str, Counter[str]], stats: Stats) -> Counts:
    """A row a game turn, and what one takes."""
    rows = {_turn(turn): counted[turn] for turn in stats.turns}
    totals = [total for row in rows.values() if (total := row.total())]
    note = ""
    if len(rows) > 1 and totals:
        note = f"{sum(totals) / len(totals):.1f} {what} a game turn"
    return Counts(title, stats.sides, rows, note)


def _days(stats: Stats) -> list[str]:
    if not stats.days:
        return []
    rows = [f"{f'  {_turn(turn)}':<{FIRST}}{days:>12.1f}" for turn, days in stats.days.items()]
    return [DAYS, *rows]


def _stops(stats: Stats) -> Counts:
    kinds = sorted({kind for counts in stats.stops.values() for kind in counts})
    rows = {kind: {s: stats.stops[s][kind] for s in stats.sides} for kind in kinds}
    ordered = dict(sorted(rows.items(), key=lambda row: -sum(row[1].values())))
    rows_shown = {kind.replace("_", " "): counts for kind, counts in ordered.items()}
    return Counts("The game stopped and waited for", stats.sides, rows_shown)


def _answers(stats: Stats) -> Iterator[Counts]:
    if not any(stats.answers[side] for side in stats.readable):
        return
    rows = {
        words: {side: stats.answers[side][how] for side in stats.readable}
        for how, words in stats.means.items()
    }
    waited = sum(stats.answers[side]["mail"] for side in stats.readable)
    note = ""
    if waited:
        note = f"{stats.decisions / waited:.1f} real decisions for each email that was waited for"
    yield Counts("Questions were answered", stats.readable, rows, note)


def _dice(groups: Sequence[DiceGroup]) -> list[str]:
    """The table of dice by group: how many, their mean, how often they succeeded, and chi-square."""
    if not groups:
        return [NO_DICE]
    lines = [
        f"{'Dice':<26}{'count':>6}{'mean':>6}{'fair':>6}  {'succeeded, expected':<20}chi-square"
    ]
    for group in groups:
        successes = (
            f"{group.successes} of {group.tries}, {group.expected:.1f}" if group.tries else ""
        )
        chi = _chi(group)
        name = f"  {group.name}"[:26]
        lines.append(
            f"{name:<26}{group.count:>6}{group.mean:>6.2f}{group.fair_mean:>6.2f}  {successes:<20}{chi}".rstrip()
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
    """The statistics as values for JSON, each count under its name."""
    dice = [
        {
            "name": group.name,
            "sides": group.sides,
            "count": group.count,
            "faces": list(group.faces),
            "mean": round(group.mean, 3),
            "fair_mean": group.fair_mean,
            "tries": group.tries,
            "successes": group.successes,
            "expected": round(group.expected, 3),
            "chi_square": round(group.chi_square, 3),
            "likely": round(group.likely, 4) if group.likely >= 0 else None,
        }
        for group in stats.dice
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


def plot(values: Sequence[int], marks: Sequence[int] = ()) -> list[str]:
    """Lines of a chart, the highest first, then the marks.

    Args:
        marks: places in `values` where something begins; they get a `^` below.
    """
    if not values:
        return []
    low, high = min(*values, 0), max(*values, 0)
    step = max(1, -(-(high - low) // (PLOT_HEIGHT - 1)))
    columns = min(PLOT_WIDTH, len(values))
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
