"""Time in a game: deadlines, grace, pauses, holidays. It enters only by the GM's signed readings.

The rules never see it. All times are seconds since 1970 (UTC), all spans hours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pbem.engine.table import Event
from pbem.errors import BadRuling, BadStatement
from pbem.moderator.ledger.frozen import frozen
from pbem.moderator.ledger.values import Away, replace
from pbem.protocol.bodies import Absent, Clocked

if TYPE_CHECKING:
    from pbem.moderator.ledger.draft import Draft
    from pbem.moderator.ledger.ledger import Ledger
    from pbem.moderator.ledger.values import Clock
    from pbem.protocol.bodies import AnyStep
    from pbem.protocol.entry import Entry

ENDINGS = {
    "gm": "the GM decides",
    "policy": "the GM lets it pass, or a simple player decides",
    "substitute": "somebody else takes the seat",
    "forfeit": "the game is lost",
}
"""What follows when even the grace is over, as agreed."""
READING = "reading"
"""Kind of the event of a clock entry that only reads the time."""
HOUR = 3600
DAY = 24 * HOUR
AHEAD = 2 * DAY
"""A signed time so far ahead of one's own clock is flagged."""
SPAN = re.compile(r"(\d{1,6})\s*([hdw])")
HOURS = {"h": 1, "d": 24, "w": 168}


def due(clock: Clock, side: str, number: int) -> int:
    """When a side must have answered asking `number`; 0 for never, as long as the clock stands still."""
    asked, since = clock.since.get(side, (0, 0))
    if not clock.deadline or clock.paused or asked != number:
        return 0
    end = since + (clock.deadline + clock.extra.get(side, 0)) * HOUR + clock.stopped.get(side, 0)
    for row in sorted(clock.away, key=lambda row: row.first):
        if row.side == side and row.first < end and row.last > since:
            end += row.last - max(row.first, since)
    return end


def deadline(ledger: Ledger, side: str) -> int:
    """When a side must have answered what it is asked now; 0 for never."""
    asking = ledger.askings.get(side)
    return due(ledger.cases.clock, side, asking.number) if asking else 0


def by(ledger: Ledger, side: str) -> str:
    """The deadline of a side in words; "" if there is none."""
    end = deadline(ledger, side)
    return date(end) if end else ""


def told(clock: Clock, side: str, number: int) -> str:
    """By when a side must answer, a sentence; "" if there is no deadline."""
    end = due(clock, side, number)
    if not end:
        return f"{side} need not answer: the clock is stopped." if clock.paused else ""
    grace = f"; grace until {date(end + clock.grace * HOUR)}" if clock.grace else ""
    return f"{side} must answer by {date(end)}{grace}; then {ENDINGS[clock.ending]}."


def state(ledger: Ledger, side: str, now: int) -> str:
    """`` (in time, or no deadline), `late` or `over` (the grace too)."""
    end = deadline(ledger, side)
    if not end or now <= end:
        return ""
    return "late" if now <= end + ledger.cases.clock.grace * HOUR else "over"


def take(draft: Draft, step: Clocked) -> list[Event]:
    """Take a GM's clock entry. Raises BadRuling."""
    clock, side, hours = draft.cases.clock, step.side, step.hours
    if step.at < clock.at:
        raise BadRuling(why=f"the clock stood at {date(clock.at)} already")
    if side and side not in draft.sides:
        raise BadRuling(why=f"there is no side {side}")
    clock = _started(draft, replace(clock, at=step.at))
    words = [f"The clock reads {date(clock.at)}."]
    match step.kind:
        case "terms":
            if step.ending not in ENDINGS:
                raise BadRuling(why=f"after the grace comes one of {', '.join(ENDINGS)}")
            clock = replace(clock, deadline=hours, grace=step.grace, ending=step.ending)
            words.append(
                f"Each question is to be answered in {span(hours)}." if hours else "No deadlines."
            )
        case "pause":
            clock = replace(clock, paused=clock.paused or clock.at)
            words.append("It is stopped.")
        case "resume":
            if not clock.paused:
                raise BadRuling(why="the clock is not stopped")
            clock = _resumed(clock)
            words.append("It runs again.")
        case "extend":
            if not side:
                raise BadRuling(why="say which side has more time")
            extra = {**clock.extra, side: clock.extra.get(side, 0) + hours}
            clock = replace(clock, extra=frozen(extra))
            words.append(f"{side} has {span(hours)} more.")
        case _:
            pass
    draft.change(clock=clock)
    kind = READING if is_reading(step) else ""
    return [Event("", " ".join(word for word in (*words, step.reason) if word), kind=kind)]


def is_reading(step: AnyStep) -> bool:
    """Does it say what time it is, and nothing else? It is no news, and stands in reports by its deadlines."""
    return isinstance(step, Clocked) and step.kind == "reading" and not step.reason


def _started(draft: Draft, clock: Clock) -> Clock:
    """The time of an asking runs from the first reading after it was put."""
    since = {side: row for side, row in clock.since.items() if side in draft.askings}
    stopped, extra = dict(clock.stopped), dict(clock.extra)
    for side, asking in draft.askings.items():
        if since.get(side, (0, 0))[0] != asking.number:
            since[side] = (asking.number, clock.at)
            stopped.pop(side, None)
            extra.pop(side, None)
    silent = dict.fromkeys(draft.seats, clock.at) | dict(clock.silent)
    return replace(
        clock,
        since=frozen(since),
        stopped=frozen(stopped),
        extra=frozen(extra),
        silent=frozen(silent),
    )


def heard(draft: Draft, side: str) -> None:
    """A side signed something: its silence is over."""
    clock = draft.cases.clock
    if side in clock.silent:
        silent = {other: at for other, at in clock.silent.items() if other != side}
        draft.change(clock=replace(clock, silent=frozen(silent)))


def ended(draft: Draft) -> None:
    """The days after which nobody waits for a side to sign the end run from the first reading after it."""
    draft.change(clock=replace(draft.cases.clock, silent=frozen()))


def _resumed(clock: Clock) -> Clock:
    stopped = {
        side: clock.stopped.get(side, 0) + clock.at - max(clock.paused, since)
        for side, (_, since) in clock.since.items()
    }
    return replace(clock, stopped=frozen(stopped), paused=0)


def holiday(draft: Draft, side: str, text: str) -> str:
    """A player is away: `2026-12-24 2027-01-02 Christmas`. Only what is still to come counts.

    Raises:
        BadStatement.
    """
    start, end = days(text)
    clock = draft.cases.clock
    row = Away(side, max(start, clock.at), end, (end - start) // DAY)
    draft.change(clock=replace(clock, away=(*clock.away, row)))
    first, last, *why = text.split()
    return f"{side} is away from {first} to {last}. {' '.join(why)}".strip()


def doubtful(entries: Sequence[Entry], now: int) -> list[str]:
    """What a party whose own clock reads `now` has to say about the times in these entries (rule 12)."""
    told = [
        f"entry {entry.n} is signed for {date(at)}, which is far ahead of your own clock ({date(now)}): a "
        "deadline may seem to be over that is not. Ask the GM in public."
        for entry, at in _times(entries)
        if at > now + AHEAD
    ]
    return told + went_back(entries)


def went_back(entries: Sequence[Entry]) -> list[str]:
    """Entries that are signed for an earlier time than one before them."""
    told, last, before = [], 0, 0
    for entry, at in _times(entries):
        if at < last:
            told.append(
                f"entry {entry.n} is signed for {date(at)}, but entry {before} before it already for "
                f"{date(last)}: the GM's clock went back."
            )
        else:
            last, before = at, entry.n
    return told


def _times(entries: Sequence[Entry]) -> Iterator[tuple[Entry, int]]:
    for entry in entries:
        step = entry.body.step
        if isinstance(step, Clocked | Absent):
            yield entry, step.at


def days(text: str) -> tuple[int, int]:
    """The first second of a holiday, and the first after it. Raises BadStatement."""
    try:
        first, last, *_ = text.split()
        start, end = day(first), day(last) + 24 * HOUR
    except ValueError as error:
        raise BadStatement(why="write two days as in 2026-12-24 2027-01-02") from error
    if not start < end or end - start > 60 * 24 * HOUR:
        raise BadStatement(why="a holiday ends after it begins, and at most 60 days later")
    return start, end


def day(text: str) -> int:
    """The first second of a day. Raises ValueError."""
    return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp())


def date(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def hours_of(text: str) -> int:
    """`7d`, `36h`, `2w` in hours. Raises ValueError."""
    found = SPAN.fullmatch(text.strip().lower())
    if found is None:
        raise ValueError("write a span as in 36h, 7d or 2w")
    return int(found[1]) * HOURS[found[2]]


def span(hours: int) -> str:
    """Hours for people."""
    return f"{hours // 24} days" if hours % 24 == 0 and hours > 24 else f"{hours} hours"
