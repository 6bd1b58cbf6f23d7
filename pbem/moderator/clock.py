"""Time in a game: deadlines, grace, pauses, holidays. It enters only by the GM's signed readings.

The rules never see it. All times are seconds since 1970 (UTC), all spans hours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.engine.table import Event
from pbem.errors import BadRuling, BadStatement
from pbem.moderator import shape

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger

ENDINGS = {
    "gm": "the GM decides",
    "policy": "the GM lets it pass, or a simple player decides",
    "substitute": "somebody else takes the seat",
    "forfeit": "the game is lost",
}
"""What follows when even the grace is over, as agreed."""
HOUR = 3600
SPAN = re.compile(r"(\d+)\s*([hdw])")
HOURS = {"h": 1, "d": 24, "w": 168}


@dataclass
class Clock:
    """Attributes:

    deadline, grace: hours to answer, and after that; 0 for none. `ending`: see `ENDINGS`.
    at: the last reading. `since`: the reading at which the present questions were first open.
    opened: `opened_at` of the game then. `paused`: since when, or 0. `stopped`: seconds that do not
        count. `extra`: hours more for a side. `away`: side, first and last second, row by row.
    """

    deadline: int = 0
    grace: int = 0
    ending: str = "gm"
    at: int = 0
    since: int = 0
    opened: int = -1
    paused: int = 0
    stopped: int = 0
    extra: dict[str, int] = field(default_factory=dict)
    away: list[list[str]] = field(default_factory=list)

    def due(self, side: str) -> int:
        """When a side must have answered; 0 for never, as long as the clock stands still."""
        if not self.deadline or self.paused or not self.since:
            return 0
        due = self.since + (self.deadline + self.extra.get(side, 0)) * HOUR + self.stopped
        for who, first, last in sorted(self.away, key=lambda row: int(row[1])):
            if who == side and int(first) < due and int(last) > self.since:
                due += int(last) - max(int(first), self.since)
        return due

    def by(self, side: str) -> str:
        """The deadline of a side in words; "" if there is none."""
        due = self.due(side)
        return date(due) if due else ""

    def told(self, side: str) -> str:
        """By when a side must answer, a sentence; "" if there is no deadline."""
        due = self.due(side)
        if not due:
            return f"{side} need not answer: the clock is stopped." if self.paused else ""
        grace = f"; grace until {date(due + self.grace * HOUR)}" if self.grace else ""
        return f"{side} must answer by {date(due)}{grace}; then {ENDINGS[self.ending]}."

    def state(self, side: str, now: int) -> str:
        """`` (in time, or no deadline), `late` or `over` (the grace too)."""
        due = self.due(side)
        if not due or now <= due:
            return ""
        return "late" if now <= due + self.grace * HOUR else "over"


def running(ledger: Ledger) -> Clock:
    """The clock, if the GM has read it since the present questions were put; else one that stands."""
    clock = ledger.desk.clock
    return clock if clock.opened == ledger.opened_at else Clock(at=clock.at)


def take(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    """Take a GM's clock entry into the ledger. Raises BadRuling."""
    shape.clock(body)
    clock, kind, side, hours = ledger.desk.clock, body["kind"], body["side"], body["hours"]
    if body["at"] < clock.at:
        raise BadRuling(why=f"the clock stood at {date(clock.at)} already")
    if side and side not in ledger.sides:
        raise BadRuling(why=f"there is no side {side}")
    clock.at = body["at"]
    if ledger.opened_at != clock.opened:
        clock.since, clock.opened, clock.stopped, clock.extra = clock.at, ledger.opened_at, 0, {}
        if clock.paused:
            clock.paused = clock.at
    words = [f"The clock reads {date(clock.at)}."]
    if kind == "terms":
        if body["ending"] not in ENDINGS:
            raise BadRuling(why=f"after the grace comes one of {', '.join(ENDINGS)}")
        clock.deadline, clock.grace, clock.ending = hours, body["grace"], body["ending"]
        words.append(
            f"Each question is to be answered in {span(hours)}." if hours else "No deadlines."
        )
    elif kind == "pause":
        clock.paused = clock.paused or clock.at
        words.append("It is stopped.")
    elif kind == "resume":
        if not clock.paused:
            raise BadRuling(why="the clock is not stopped")
        clock.stopped += clock.at - max(clock.paused, clock.since)
        clock.paused = 0
        words.append("It runs again.")
    elif kind == "extend":
        clock.extra[side] = clock.extra.get(side, 0) + hours
        words.append(f"{side} has {span(hours)} more.")
    elif kind != "reading":
        raise BadRuling(why=f"the clock knows no `{kind}`")
    words += [clock.told(request.side) for request in ledger.pending()]
    if body["reason"]:
        words.append(body["reason"])
    return [Event("", " ".join(word for word in words if word))]


def holiday(ledger: Ledger, side: str, text: str) -> str:
    """A player is away: `2026-12-24 2027-01-02 Christmas`. Only what is still to come counts.

    Raises:
        BadStatement.
    """
    start, end = days(text)
    clock = ledger.desk.clock
    clock.away.append([side, str(max(start, clock.at)), str(end)])
    first, last, *why = text.split()
    return f"{side} is away from {first} to {last}. {' '.join(why)}".strip()


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
