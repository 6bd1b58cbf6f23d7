"""What `verify` finds: what is proven, what is not yet, and what a reader should look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.moderator.cases.time import AHEAD
from pbem.moderator.ledger.claims import Claims
from pbem.moderator.ledger.fold import NOBODY, EyesOf, begun, fold
from pbem.moderator.ledger.ledger import Ledger
from pbem.protocol.bodies import (
    Absent,
    Answer,
    AnyStep,
    Chaired,
    Clocked,
    EntryBody,
    Mailed,
    Order,
    Rules,
    Ruling,
    Seated,
)
from pbem.protocol.entry import Entry

FEW = 3
"""So many orders in a row that rolled nothing are named."""
BY_STANDING_ORDERS = ("script", "policy")


class Failed(Struct, frozen=True):
    """An entry with a fault: an error of the program.

    Attributes:
        program: the version of pbem that failed. `rolls`: how many dice had fallen for the line.
        here: does it happen in this program too? None if this reader cannot run the rules.
        again: the entry that carried the line out with the same dice, 0 if none.
        otherwise: the entry that gave other dice instead, 0 if none.
    """

    entry: int
    side: str
    kind: str
    here: bool | None
    program: str = ""
    rolls: int = 0
    again: int = 0
    otherwise: int = 0


class Unwatched(Struct, frozen=True):
    """Dice that fell while sides were absent, so without a fresh link of theirs."""

    entry: int
    dice: int
    sides: tuple[str, ...]


class Idle(Struct, frozen=True):
    """Orders of one side in a row that rolled nothing, while nobody else sent one: each of them makes other
    dice, so a side that knows its coming dice could look for better ones in this way."""

    side: str
    orders: int
    first: int
    last: int


class Ground(Struct, frozen=True):
    """An entry after which other dice fall than would have fallen before (rule 5)."""

    entry: int
    what: str


class Verdict(Struct, frozen=True):
    """A log that is in order, and what that means.

    Attributes:
        entries, dice: of the log, the genesis among them. `side`: whose own secrets were checked
            too, "" if nobody's.
        veiled: the position is secret, so that the rules are proven at the audit only.
        resting: decisions that rest on sealed standing orders. `unanswered`: questions that sealed
            standing orders might have answered. `shuffles`, `dealt`: likewise known to the GM alone.
        proofs: answers about hidden cards that have not been turned up yet.
        ahead: entries in which the GM's clock is ahead of one's own.
        doubts: what else does not come out here as the log says, with its entry.
        final: the end is signed, so that an audit is possible.
    """

    entries: int
    dice: int
    side: str = ""
    veiled: bool = False
    resting: int = 0
    unanswered: int = 0
    shuffles: int = 0
    dealt: int = 0
    proofs: int = 0
    faults: tuple[Failed, ...] = ()
    unwatched: tuple[Unwatched, ...] = ()
    idle: tuple[Idle, ...] = ()
    grounds: tuple[Ground, ...] = ()
    ahead: tuple[int, ...] = ()
    doubts: tuple[tuple[int, str], ...] = ()
    final: bool = False


def verdict(
    entries: Sequence[Entry],
    eyes: EyesOf = NOBODY,
    ssh: str = "",
    now: int = 0,
    tick: Callable[[], None] = lambda: None,
) -> tuple[Verdict, Ledger]:
    """Fold a log from its genesis and say what it proves.

    Args:
        eyes, ssh: of the reader who checks his own secrets with his key.
        now: his clock, in seconds since 1970; 0 to leave the GM's clock as it is.
        tick: called after each entry.

    Raises:
        NotTrusted, ReplayMismatch: naming the first entry that is wrong.
    """
    ledger = begun(entries)
    tally = _Tally(ssh)
    claims = Claims()
    for after, story in fold(entries, ledger, eyes=eyes, claims=claims):
        tally.count(ledger, after, entries[after.n].body, story.doubts, now)
        ledger = after
        tick()
    return tally.verdict(ledger, len(claims)), ledger


class _Tally:
    """The counts of a verdict, as they grow."""

    def __init__(self, ssh: str) -> None:
        self.ssh = ssh
        self.dice = self.resting = self.unanswered = self.shuffles = self.dealt = 0
        self.side = ""
        self.faults: list[Failed] = []
        self.unwatched: list[Unwatched] = []
        self.runs: list[Idle] = []
        self.grounds: list[Ground] = []
        self.ahead: list[int] = []
        self.doubts: list[tuple[int, str]] = []

    def count(
        self, before: Ledger, after: Ledger, body: EntryBody, doubts: Sequence[str], now: int
    ) -> None:
        """One entry."""
        record, n, own = body.record, body.n, self._own(after)
        self.side = own or self.side
        self.dice += len(record.rolls)
        self.shuffles += len(record.shuffles)
        self.dealt += sum(deal.to != own for deal in record.deals)
        self.resting += sum(
            one.by in BY_STANDING_ORDERS and one.side != own for one in record.decisions
        )
        self._questions(before, after)
        here = None if after.hidden else not doubts
        self._after_a_fault(before, after, body)
        self.faults += [Failed(n, f.side, f.kind, here, f.program, f.rolls) for f in record.faults]
        if not record.faults:
            self.doubts += [(n, doubt) for doubt in doubts]
        absent = [roll.absent for roll in record.rolls if roll.absent]
        if absent:
            sides = tuple(dict.fromkeys(side for row in absent for side in row))
            self.unwatched.append(Unwatched(n, len(absent), sides))
        self._idle(body)
        if after.ground == n and body.n > len(after.sides):
            self.grounds.append(Ground(n, _what(body.step)))
        if now and isinstance(body.step, Clocked | Absent) and body.step.at > now + AHEAD:
            self.ahead.append(n)

    def _after_a_fault(self, before: Ledger, after: Ledger, body: EntryBody) -> None:
        """What became of a fault that waited before this entry."""
        if before.position.failure is None:
            return
        if isinstance(body.step, Ruling) and body.step.kind == "again":
            self.faults[-1] = replace(self.faults[-1], again=body.n)
        elif after.ground == body.n:
            self.faults[-1] = replace(self.faults[-1], otherwise=body.n)

    def _own(self, ledger: Ledger) -> str:
        if not self.ssh:
            return ""
        return next((s for s, seat in ledger.seats.items() if seat.keys.ssh == self.ssh), "")

    def _questions(self, before: Ledger, after: Ledger) -> None:
        """Reactions that are asked of a side whose standing orders nobody here can read."""
        for side, asking in after.askings.items():
            kind = asking.request.rpartition("-")[0]
            if asking.since != after.n or kind not in after.rules.reactions():
                continue
            versions = before.position.standing.get(side, ())
            self.unanswered += bool(versions) and not versions[-1].known

    def _idle(self, body: EntryBody) -> None:
        step = body.step
        if not isinstance(step, Mailed) or not isinstance(step.order.body, Answer):
            return
        side, n = step.order.body.author, body.n
        if not isinstance(step.order.body, Order) or body.record.rolls or body.record.shuffles:
            self.runs.append(Idle("", 0, n, n))
            return
        last = self.runs[-1] if self.runs else None
        if last is not None and last.side == side:
            self.runs[-1] = Idle(side, last.orders + 1, last.first, n)
        else:
            self.runs.append(Idle(side, 1, n, n))

    def verdict(self, ledger: Ledger, proofs: int) -> Verdict:
        longest = (
            max(
                (run for run in self.runs if run.side == side),
                key=lambda run: run.orders,
                default=None,
            )
            for side in ledger.sides
        )
        return Verdict(
            entries=ledger.n + 1,
            dice=self.dice,
            side=self.side,
            veiled=ledger.veiled,
            resting=self.resting,
            unanswered=self.unanswered,
            shuffles=self.shuffles,
            dealt=self.dealt,
            proofs=proofs,
            faults=tuple(self.faults),
            unwatched=tuple(self.unwatched),
            idle=tuple(run for run in longest if run is not None and run.orders >= FEW),
            grounds=tuple(self.grounds),
            ahead=tuple(self.ahead),
            doubts=tuple(self.doubts),
            final=ledger.final,
        )


def _what(step: AnyStep) -> str:
    """What an entry was that puts everything on new ground."""
    match step:
        case Ruling(kind=kind):
            return f"a ruling ({kind})"
        case Seated(order=mail):
            return f"the seat of {mail.body.author} changed hands or key"
        case Chaired():
            return "another GM"
        case Rules(version=version):
            return f"version {version} of the rules, to which the players agreed"
        case _:
            return "a take-back that all sides wanted"
