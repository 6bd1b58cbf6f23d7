"""Times and terms (PROTOCOL.md, section 15). All of it goes on over voided entries."""

import re
from datetime import date
from typing import NamedTuple

from .wire import Flaw, Json, need

HOUR, DAY = 3600, 86_400


class Terms(NamedTuple):
    hours: int
    grace: int
    ending: str
    days: int


def day(text: str) -> int:
    """The first second of a day of the calendar."""
    try:
        return (date.fromisoformat(text) - date(1970, 1, 1)).days * DAY
    except ValueError:
        raise Flaw(f"{text} is no day") from None


class Clock:
    def __init__(self, genesis: Json) -> None:
        table = genesis.get("terms", {})
        self.terms = Terms(
            table.get("pace", 0),
            table.get("grace", 0),
            table.get("ending", "gm"),
            genesis.get("days", 30),
        )
        self.away = table.get("holidays")  # days that each side may be away, if there is a bound
        self.after: list[Terms] = []  # after each entry
        self.bound = genesis["at"]  # of the last `clock` or `absent`
        self.said = genesis["at"]  # the latest that was said
        self.clocks: list[tuple[int, int]] = []  # entry and `at` of each `clock`
        self.points: list[tuple[int, int]] = []  # the same of each `clock` and `absent`, as dated
        self.extends: list[tuple[int, str, int]] = []  # entry, side, hours
        self.paused: int | None = None  # P, while the clock is stopped
        self.pauses: list[tuple[int, int]] = []  # P and the `at` of its `resume`
        self.holidays: dict[str, list[tuple[int, int, int]]] = {}  # side: beginning, end, days
        self.terms_entry = 0  # of the last `clock` of kind `terms`

    def point(self, n: int, at: int, anew: bool) -> None:
        """The `at` of a `clock` or `absent`."""
        need(at >= self.said, "its `at` is before something that was said, or before the genesis")
        if at < self.bound:
            need(anew, "its `at` is before that of a `clock` or `absent` before it")
            self.clocks = [(m, at) for m, _ in self.clocks]
            self.paused = None if self.paused is None else at
            self.pauses = []
        self.bound = at
        self.points.append((n, at))

    def step(self, n: int, step: Json, sides: list[str], agreed: set[str]) -> None:
        kind = step["kind"]
        if kind == "terms":
            self.change(step, sides, agreed)
            self.terms_entry = n
        self.point(n, step["at"], kind == "terms" and bool(agreed))
        self.clocks.append((n, step["at"]))
        if kind == "pause" and self.paused is None:
            self.paused = step["at"]
        if kind == "resume":
            need(self.paused is not None, "a `resume` of a clock that is not stopped")
            self.pauses.append((self.paused or 0, step["at"]))
            self.paused = None
        if kind == "extend":
            self.extends.append((n, step["side"], step["hours"]))

    def change(self, step: Json, sides: list[str], agreed: set[str]) -> None:
        old = self.terms
        hours, grace = step.get("hours", 0), step.get("grace", 0)
        new = Terms(hours, grace, step["ending"], step.get("days", 0) or old.days)
        if agreed:
            need(agreed == set(sides), "new terms to which not every side consents")
        else:
            need(new.days >= old.days, "fewer days, to which nobody consents")
            more = old.hours and hours >= old.hours and grace >= old.grace
            need(
                hours == 0 or (more and new.ending == old.ending),
                "terms that do not only give more time, to which nobody consents",
            )
        self.terms = new

    def holiday(self, side: str, text: str) -> None:
        m = re.match(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\s+([0-9]{4}-[0-9]{2}-[0-9]{2})(\s|\Z)", text)
        need(m, "a holiday without a first and a last day")
        begin, end = day(m[1]), day(m[2]) + DAY  # type: ignore[index]
        days = (end - begin) // DAY
        need(0 < days <= 60, "a holiday that ends before it begins, or of more than 60 days")
        need(end > self.bound, "a holiday that is over already")
        before = self.holidays.setdefault(side, [])
        need(
            all(e <= self.bound for _, e, _ in before),
            "a holiday while another of its side is not over",
        )
        before.append((max(begin, self.bound), end, days))
        need(
            self.away is None or sum(d for _, _, d in before) <= self.away,
            "more holidays than the terms allow",
        )

    def first(self, behind: int) -> int | None:
        """The `at` of the first `clock` in an entry behind this one."""
        return next((at for m, at in self.clocks if m > behind), None)

    def deadline(self, side: str, put: int) -> int | None:
        terms, start = self.after[put], self.first(put)
        if not terms.hours or start is None or self.paused is not None:
            return None
        out = start + HOUR * terms.hours
        out += HOUR * sum(h for m, s, h in self.extends if s == side and m > put)
        out += sum(max(0, end - max(begin, start)) for begin, end in self.pauses)
        for begin, end, _ in sorted(self.holidays.get(side, [])):
            if begin < out and end > start:
                out += end - max(begin, start)
        return out

    def silent(self, side: str, at: int, since: int, signed: int, ended: bool) -> bool:
        """Whether it is silent long enough since the entry of its question, or of the result."""
        terms, reached = self.after[since], self.first(max(since, signed))
        if reached is not None and at >= reached + DAY * terms.days:
            return True
        deadline = None if ended else self.deadline(side, since)
        return deadline is not None and at > deadline + HOUR * terms.grace
