"""Clocks that differ: what a reader says of times that were signed (PROTOCOL.md, sections 12 and 18).

No time is false because one clock says so. But a GM who dates a reading ahead is named by everybody who got it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.ledger.cases.time import AHEAD, ahead, date
from pbem.ledger.clock import Clock
from pbem.protocol.bodies import Absent, Clocked, said_in
from pbem.protocol.entry import Entry

TWO = 2
"""So many other sides must have a later clock than one's own before it is one's own that is wrong."""


def behind(entries: Sequence[Entry], side: str, now: int) -> bool:
    """Is this reader's own clock, at `now`, the one that is wrong: behind his own word, or two others'?"""
    latest: dict[str, int] = {}
    for entry in entries:
        for mail in said_in(entry.body.step):
            body = mail.body
            latest[body.author] = max(body.at, latest.get(body.author, 0))
    later = {author for author, at in latest.items() if at > now + AHEAD and author != "gm"}
    return side in later or len(later - {side}) >= TWO


def early_times_to_keep(
    entries: Sequence[Entry], known: int, side: str, now: int
) -> tuple[tuple[int, int], ...]:
    """What to keep of entries that a client sees for the first time, from number `known` on.

    Returns:
        Rows of number and `now`, for each `clock` and `absent` that is dated ahead of this reader's clock.
    """
    numbers = [n for n, at in _times(entries[known:]) if at > now + AHEAD]
    return () if numbers and behind(entries, side, now) else tuple((n, now) for n in numbers)


def first_seen(entries: Sequence[Entry], known: int, side: str, now: int) -> Iterator[str]:
    """What to say of entries that a client sees for the first time, from number `known` on."""
    late = [(n, at, who) for n, at, who in _all_times(entries[known:]) if at > now + AHEAD]
    if late and behind(entries, side, now):
        yield (
            f"Please look at this computer's clock ({date(now)}): you, or two other people, have signed "
            "something with a later time."
        )
        return
    for n, at, who in late:
        yield f"Entry {n}: {who} clock is {ahead(at, now)} ahead of yours ({date(now)})."


def early_times(entries: Sequence[Entry], rows: Sequence[tuple[int, int]]) -> list[str]:
    """Times that were ahead as they first reached this reader, for ever."""
    dated = dict(_times(entries))
    return [
        f"Entry {n} is dated {ahead(dated[n], seen)} after it first reached you ({date(seen)})."
        for n, seen in rows
        if n in dated
    ]


def absent_too_early(entries: Sequence[Entry], rows: Sequence[tuple[int, int]]) -> bool:
    """Is there an `absent` among them, so that the log is not in order for this reader?"""
    return any(n < len(entries) and isinstance(entries[n].body.step, Absent) for n, _ in rows)


def held_back(
    entries: Sequence[Entry],
    side: str,
    sightings: Sequence[tuple[int, int]],
    clock: Clock,
    end_entry: int = 0,
) -> Iterator[str]:
    """Sentences, one for each entry that declared a side absent too early by the reader's own clock.

    The time is counted from when the reader first saw the question, or the end of the game. Such a GM either held the
    email back or was hasty.

    Args:
        sightings: rows of `Pin.seen`, entry and time; what was there before the first of them may have come at any time.
        end_entry: the entry of the result, 0 if there is none.
    """
    number = since = 0
    for entry in entries:
        step = entry.body.step
        over = end_entry if 0 < end_entry < entry.n else 0
        put_in = over or since
        came = max((row for row in sightings if row[0] <= put_in), default=(0, 0))[1]
        if isinstance(step, Absent) and step.side == side and put_in and came:
            pace = clock.pace_at(put_in)
            hours = pace.days * 24
            if pace.hours and not over:
                hours = min(hours, pace.hours + pace.grace)
            if step.at < came + hours * 3600:
                topic = "how the game ended" if over else "what you were asked"
                yield (
                    f"Entry {entry.n} declares {side} absent ({date(step.at)}). You first saw {topic} "
                    f"(entry {put_in}) on {date(came)}, and from then on your time was not over. If the email came no "
                    "earlier, the GM held it back."
                )
        row = next((one for one in entry.body.record.questions if one.side == side), None)
        if row is None:
            number = since = 0
        elif row.number != number:
            number, since = row.number, entry.n


def differ(entries: Sequence[Entry]) -> list[str]:
    """Sides that have signed something behind a reading of the GM's and dated it more than an hour before."""
    at_head: dict[str, int] = {}
    last, behind_by_author = 0, dict[str, list[tuple[int, int]]]()
    for entry in entries:
        step = entry.body.step
        for mail in said_in(step):
            gm_time = at_head.get(mail.body.head, 0)
            if mail.body.at < gm_time - AHEAD:
                behind_by_author.setdefault(mail.body.author, []).append(
                    (entry.n, gm_time - mail.body.at)
                )
        last = step.at if isinstance(step, Clocked | Absent) else last
        at_head[entry.head] = last
    return [_differing(author, rows) for author, rows in behind_by_author.items()]


def _differing(author: str, rows: Sequence[tuple[int, int]]) -> str:
    numbers = list(dict.fromkeys(str(n) for n, _ in rows))
    most = ahead(max(by for _, by in rows), 0)
    where = f"Entry {numbers[0]}" if len(numbers) == 1 else f"Entries {', '.join(numbers)}"
    return f"{where}: the clocks of {author} and of the GM differ, by up to {most}."


def _times(entries: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """Number and time of each `clock` and `absent`."""
    for entry in entries:
        step = entry.body.step
        if isinstance(step, Clocked | Absent):
            yield entry.n, step.at


def _all_times(entries: Sequence[Entry]) -> Iterator[tuple[int, int, str]]:
    """Number, time and whose clock it is, of everything that was signed."""
    for entry in entries:
        step = entry.body.step
        for mail in said_in(step):
            yield entry.n, mail.body.at, f"{mail.body.author}'s"
        if isinstance(step, Clocked | Absent):
            yield entry.n, step.at, "the GM's"
