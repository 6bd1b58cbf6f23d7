"""Time as a ledger keeps it: the terms, the readings, and what does not count (PROTOCOL.md, section 15)."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from pbem.ledger.frozen import Frozen, Value, frozen


class Away(Value, frozen=True):
    """Seconds that do not count for a side; `days`: of the whole holiday, its first part may be over."""

    side: str
    first: int
    last: int
    days: int = 0


class Pace(Value, frozen=True):
    """Terms for the time of answers. They count for what is asked behind entry `n`, which set them.

    Attributes:
        hours, grace: to answer, and after that; 0 for none. `ending`: what follows then.
        days: of silence after which a side may be declared absent.
    """

    n: int = 0
    hours: int = 0
    grace: int = 0
    ending: str = "gm"
    days: int = 30


class Clock(Value, frozen=True):
    """Time as the GM read it, in seconds since 1970 (UTC); spans are hours.

    Attributes:
        terms: all so far, the latest last. `at`: the last `clock` or `absent`, 0 for none. `said`: the latest
            time of anything that was said, the genesis included.
        since: the reading at which a side was first asked what it is asked,
            with the number of that asking. `paused`: since when, or 0. `stopped`: seconds that do not
            count, by side. `extra`: hours more for a side. `silent`: a side to the first reading after its
            last signed word.
    """

    terms: tuple[Pace, ...] = (Pace(),)
    at: int = 0
    said: int = 0
    since: Frozen[str, tuple[int, int]] = frozen()
    paused: int = 0
    stopped: Frozen[str, int] = frozen()
    extra: Frozen[str, int] = frozen()
    away: tuple[Away, ...] = ()
    silent: Frozen[str, int] = frozen()

    @property
    def pace(self) -> Pace:
        """The terms that are in force now."""
        return self.terms[-1]

    def pace_at(self, n: int) -> Pace:
        """The terms that were in force after entry `n`."""
        return next(pace for pace in reversed(self.terms) if pace.n <= n)

    @property
    def latest(self) -> int:
        """No later `clock` or `absent` is before this second."""
        return max(self.at, self.said)
