"""Time in a game: deadlines, grace, pauses, holidays. It enters only by the GM's signed readings.

The rules never see it. All times are seconds since 1970 (UTC), all spans hours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pbem.engine.table import READING, Event
from pbem.errors import BadRuling, BadStatement
from pbem.ledger.clock import Away, Pace
from pbem.ledger.frozen import frozen
from pbem.ledger.values import replace
from pbem.patterns import Pattern
from pbem.protocol.bodies import Clocked

if TYPE_CHECKING:
    from pbem.ledger.clock import Clock
    from pbem.ledger.draft import Draft
    from pbem.ledger.ledger import Ledger
    from pbem.ledger.values import Asking
    from pbem.protocol.bodies import AnyStep, Envelope

ENDINGS = {
    "gm": "the GM decides",
    "policy": "the GM lets it pass, or a simple player decides",
    "substitute": "somebody else takes the seat",
    "forfeit": "the game is lost",
}
"""What follows when even the grace is over, as agreed."""
HOUR = 3600
DAY = 24 * HOUR
WEEK = 7 * DAY
AHEAD = HOUR
"""A signed time more than that ahead of one's own clock is named."""
TOO_FAR = DAY
"""Whatever is dated more than that ahead of the GM's clock is not taken."""
SPAN = Pattern(r"(\d{1,6})\s*(?:([hdw])|(hour|day|week)s?)")
HOURS = {"h": 1, "d": 24, "w": 168}


def due_time(clock: Clock, side: str, asking: Asking) -> int:
    """When a side must have answered this asking; 0 for never, as long as the clock stands still."""
    number, since = clock.since.get(side, (0, 0))
    hours = clock.pace_at(asking.since).hours
    if not hours or clock.paused or asking.number != number:
        return 0
    end = since + (hours + clock.extra.get(side, 0)) * HOUR + clock.stopped.get(side, 0)
    for row in sorted(clock.away, key=lambda row: row.first):
        if row.side == side and row.first < end and row.last > since:
            end += row.last - max(row.first, since)
    return end


def deadline(ledger: Ledger, side: str) -> int:
    """When a side must have answered what it is asked now; 0 for never."""
    asking = ledger.askings.get(side)
    return due_time(ledger.cases.clock, side, asking) if asking else 0


def last_moment(ledger: Ledger, side: str) -> int:
    """When the grace behind the deadline of a side is over too; 0 for never."""
    end, asking = deadline(ledger, side), ledger.askings.get(side)
    return end + ledger.cases.clock.pace_at(asking.since).grace * HOUR if end and asking else 0


def by(ledger: Ledger, side: str) -> str:
    """The deadline of a side in words; "" if there is none."""
    end = deadline(ledger, side)
    return day_in_words(end) if end else ""


def deadline_sentence(clock: Clock, side: str, asking: Asking) -> str:
    """By when a side must answer, a sentence; "" if there is no deadline."""
    end, pace = due_time(clock, side, asking), clock.pace_at(asking.since)
    if not end:
        return f"{side.capitalize()} need not answer: the clock is stopped." if clock.paused else ""
    grace = f" The grace lasts until {day_in_words(end + pace.grace * HOUR)}." if pace.grace else ""
    who = side.capitalize()
    return f"{who} must answer by {day_in_words(end)}.{grace} After that {ENDINGS[pace.ending]}."


def state(ledger: Ledger, side: str, now: int) -> str:
    """`` (in time, or no deadline), `late` or `over` (the grace too)."""
    end = deadline(ledger, side)
    if not end or now <= end:
        return ""
    return "late" if now <= last_moment(ledger, side) else "over"


def silent_until(ledger: Ledger, side: str) -> int:
    """From when on the days are over for which a side has said nothing; 0 as long as they do not run.

    They begin with the first reading behind what it is asked (or the result) and behind its last word.
    """
    clock, asking, result = ledger.cases.clock, ledger.askings.get(side), ledger.cases.result
    if side not in clock.silent or (asking is None and not result):
        return 0
    begun, put_at = clock.silent[side], result
    if asking is not None:
        number, seen_at = clock.since.get(side, (0, 0))
        if number != asking.number:
            return 0
        begun, put_at = max(begun, seen_at), asking.since
    return begun + clock.pace_at(put_at).days * DAY


def take(draft: Draft, step: Clocked, *, agreed: bool) -> list[Event]:
    """Set the clock by a GM's clock entry; one event, with a sentence for each change.

    Args:
        agreed: each player consents to it; without that, time can only be lengthened.

    Raises BadRuling.
    """
    clock, side, hours = draft.cases.clock, step.side, step.hours
    check_at(clock, step.at, step.agreed, back=agreed)
    if side and side not in draft.sides:
        raise BadRuling(why=f"there is no side {side}")
    if step.at < clock.at:
        clock = _begun_anew(clock, step.at)
    clock = _clock_with_open_questions(draft, replace(clock, at=step.at))
    words = [f"The clock reads {date(clock.at)}."]
    match step.kind:
        case "terms":
            pace = pace_of(step, clock.pace.days, draft.n)
            if not agreed and not only_lengthens(clock.pace, pace):
                raise BadRuling(why=needs_consents(step))
            clock = replace(clock, terms=(*clock.terms, pace))
            words.append(
                f"Each question that is put from now on is to be answered in {span(hours)}."
                if hours
                else "Questions that are put from now on have no deadline."
            )
            if step.days:
                words.append(
                    f"After {span(step.days * 24)} of silence a side can be declared absent."
                )
            if agreed:
                words.append("All players have agreed to that.")
        case "pause":
            clock = replace(clock, paused=clock.paused or clock.at)
            words.append("It is stopped.")
        case "resume":
            if not clock.paused:
                raise BadRuling(why="the clock is not stopped")
            clock = _clock_resumed(clock)
            words.append("It runs again.")
        case "extend":
            extra = {**clock.extra, side: clock.extra.get(side, 0) + hours}
            clock = replace(clock, extra=frozen(extra))
            words.append(f"{side} has {span(hours)} more.")
        case _:
            pass
    draft.change(clock=clock)
    kind = READING if is_reading(step) else ""
    return [Event("", " ".join(word for word in (*words, step.reason) if word), kind=kind)]


def check_at(clock: Clock, at: int, agreed: Sequence[Envelope] = (), *, back: bool = False) -> None:
    """May a `clock` or `absent` be signed for this second? `agreed`: consents that come with it.

    Args:
        back: all agree, so it may be before an earlier `clock` or `absent`.

    Raises BadRuling.
    """
    latest_said = max([clock.said, *(mail.body.at for mail in agreed)])
    if at < latest_said:
        raise BadRuling(why=f"something in this game is dated {date(latest_said)}, which is later")
    if at < clock.at and not back:
        raise BadRuling(why=f"the clock stood at {date(clock.at)} already")


def pace_of(step: Clocked, days: int, n: int = 0) -> Pace:
    """The terms that a `clock` of kind `terms` sets as entry `n`; `days` are those before it."""
    return Pace(n, step.hours, step.grace, step.ending, step.days or days)


def only_lengthens(old: Pace, new: Pace) -> bool:
    """Do new terms take no time from anybody, so that the GM alone may set them?"""
    longer = new.hours >= old.hours > 0 and new.grace >= old.grace and new.ending == old.ending
    return new.days >= old.days and (not new.hours or longer)


def terms(hours: int, grace: int, ending: str, days: int, reason: str = "") -> Clocked:
    """New terms, not yet signed; `days` = 0 leaves the days as they are. Raises BadRuling."""
    try:
        return Clocked(
            kind="terms",
            at=0,
            hours=hours,
            grace=grace,
            ending=ending or "gm",
            days=days,
            reason=" ".join(reason.split()),
        )
    except ValueError as error:
        raise BadRuling(why=str(error)) from error


def clock_options(step: Clocked) -> str:
    """The options of a command for these terms."""
    words = [f"--deadline {step.hours}h" if step.hours else "--deadline none"]
    words += [f"--grace {step.grace}h"] if step.grace else []
    words += [f"--then {step.ending}"] if step.ending != "gm" else []
    words += [f"--days {step.days}"] if step.days else []
    return " ".join(words)


def needs_consents(step: Clocked) -> str:
    """What a GM who wants these terms has to get first."""
    return (
        "it takes time from somebody, so each player has to agree, with "
        f"`pbem consent GAME.toml {clock_options(step)}`. Then type `pbem clock GAME.toml {clock_options(step)}` "
        "and the names of their emails"
    )


def is_reading(step: AnyStep) -> bool:
    """Does it say what time it is, and nothing else? It is no news, and stands in reports by its deadlines."""
    return isinstance(step, Clocked) and step.kind == "reading" and not step.reason


def _begun_anew(clock: Clock, at: int) -> Clock:
    """The GM's clock was wrong and is set back: all that runs begins again."""
    return replace(
        clock,
        since=frozen({side: (number, at) for side, (number, _) in clock.since.items()}),
        silent=frozen(dict.fromkeys(clock.silent, at)),
        paused=at if clock.paused else 0,
        stopped=frozen(),
    )


def heard_at(draft: Draft, mails: Iterable[Envelope]) -> None:
    """What was said, with its time: no later `clock` or `absent` is before it."""
    clock = draft.cases.clock
    latest_said = max([clock.said, *(mail.body.at for mail in mails)])
    if latest_said > clock.said:
        draft.change(clock=replace(clock, said=latest_said))


def _clock_with_open_questions(draft: Draft, clock: Clock) -> Clock:
    """The clock, with the time of each question that is new since the last reading running from this one."""
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


def start_last_days(draft: Draft) -> None:
    """The days after which nobody waits for a side to sign the end run from the first reading after it."""
    draft.change(clock=replace(draft.cases.clock, silent=frozen()))


def _clock_resumed(clock: Clock) -> Clock:
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


def days(text: str) -> tuple[int, int]:
    """The first second of a holiday, and the first after it. Raises BadStatement."""
    try:
        first, last, *_ = re.split(r"\s+", text)
        start, end = day(first), day(last) + 24 * HOUR
    except ValueError as error:
        raise BadStatement(why="write two days as in 2026-12-24 2027-01-02") from error
    if not start < end or end - start > 60 * 24 * HOUR:
        raise BadStatement(why="a holiday ends after it begins, and at most 60 days later")
    return start, end


def day(text: str) -> int:
    """The first second of a day, such as `2026-12-24`. Raises ValueError."""
    at = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    if at.date().isoformat() != text:
        raise ValueError("write a day as in 2026-12-24")
    return int(at.timestamp())


LAST = 253_402_300_799
"""The last second of the year 9999, behind which no calendar here goes."""


def date(seconds: int) -> str:
    """A time for people, such as `2026-11-30 15:26 UTC`."""
    if seconds > LAST:
        return "after the year 9999"
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def day_in_words(seconds: int) -> str:
    """A time in a sentence that no log holds, such as `30 November 2026, 15:26 UTC`."""
    if seconds > LAST:
        return date(seconds)
    at = datetime.fromtimestamp(seconds, UTC)
    return f"{at.day} {at:%B %Y, %H:%M} UTC"


def hours_of(text: str) -> int:
    """`7 days`, `7d`, `36h`, `2w` in hours. Raises ValueError."""
    match = SPAN.compiled.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError("write a time as in 7 days, 36 hours or 2 weeks, or short: 7d, 36h, 2w")
    return int(match[1]) * HOURS[match[2] or match[3][0]]


def days_of(days: int) -> str:
    return "1 day" if days == 1 else f"{days} days"


def ahead(at: int, now: int) -> str:
    """How far `at` is ahead, for people: in days, or in hours."""
    hours = max(at - now, 0) // HOUR
    return days_of(hours // 24) if hours >= 24 else "1 hour" if hours == 1 else f"{hours} hours"


def strange(ledger: Ledger, now: int) -> str:
    """What to ask a GM whose clock, at `now`, is more than a day after all that is in the log; "" if it is not."""
    latest = ledger.cases.clock.latest
    clock_text = f"This computer's clock says {date(now)}"
    if now > latest + DAY:
        return f"{clock_text}. That is {ahead(now, latest)} after anything in this game."
    return ""


def span(hours: int) -> str:
    """Hours for people."""
    if hours == 1:
        return "1 hour"
    return f"{hours // 24} days" if hours % 24 == 0 and hours > 24 else f"{hours} hours"
