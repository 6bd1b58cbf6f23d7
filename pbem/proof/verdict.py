"""What `verify` finds: what is proven, what is not yet, and what a reader should look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.policies import reactions_of
from pbem.ledger import duels
from pbem.ledger.cases.time import AHEAD
from pbem.ledger.chances import repeats
from pbem.ledger.claims import Claims
from pbem.ledger.fold import NOBODY, EyesOf, fold, ledger_at_genesis
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import Story
from pbem.protocol.bodies import (
    Absent,
    AnyStep,
    Chaired,
    Clocked,
    DuelNo,
    DuelPlayed,
    DuelRenewed,
    EntryBody,
    Mailed,
    Order,
    Record,
    Rules,
    Ruling,
    Seated,
)
from pbem.protocol.entry import Entry

FEW = 2
"""So many orders in a row with chance are named."""
BY_STANDING_ORDERS = ("script", "policy")


class Failed(Struct, frozen=True):
    """An entry with a fault: an error of the program.

    Attributes:
        program: the version of pbem that failed. `rolls`: how many dice had fallen for the line.
        here: does it happen in this program too? None if this reader cannot run the rules.
        again: the entry that carried the line out, 0 if none; `same`: with the same dice and cards.
        otherwise: the entry that gave other dice instead, 0 if none.
    """

    entry: int
    side: str
    kind: str
    here: bool | None
    program: str = ""
    rolls: int = 0
    again: int = 0
    same: bool = False
    otherwise: int = 0


class Unwatched(Struct, frozen=True):
    """Dice that fell while sides were absent, so without a fresh link of theirs."""

    entry: int
    dice: int
    sides: tuple[str, ...]


class OrdersInARow(Struct, frozen=True):
    """Orders of one side in a row that had chance, with no order of another side between. Whoever knows its coming
    dice, with a GM who shows them, could have chosen among so many throws."""

    side: str
    orders: int
    first: int
    last: int


class OwnRecord(Struct, frozen=True):
    """What became of the reader's own decisions and cards where nobody but the GM plays the rules.

    Attributes:
        exact: lines that are what they wrote, word for word. `policies`: what their policies and scripts can say.
        ruled: entry, `ruling` or `absent`, and the line that the GM, or the rules, decided for them.
        short: entry, what they wrote, and the line that it became. `forced`: entry and line of which the GM says
            that nothing else was legal. `gone`: entry and hidden card that left their hand by the GM's word.
        conditions: entries with lines of which only the GM knows whether their condition held, once for each line.
        lapsed: entry, and a line that waited as they were asked anew in it.
        turned: entry, slot and name of a card of theirs that was turned up and that no line of theirs names.
        passed: entry, and a line that was passed over for one that says `anyway`.
        astray: entry, slot and name of a card that was dealt to them and did not come into their hand.
        late: entry, and a line of an order of before that was carried out in it, while a part of the turn ended.
        no_menu: is the menu of their open question not in the save?
    """

    exact: int = 0
    policies: int = 0
    ruled: tuple[tuple[int, str, str], ...] = ()
    short: tuple[tuple[int, str, str], ...] = ()
    forced: tuple[tuple[int, str], ...] = ()
    gone: tuple[tuple[int, str], ...] = ()
    conditions: tuple[int, ...] = ()
    lapsed: tuple[tuple[int, str], ...] = ()
    turned: tuple[tuple[int, str, str], ...] = ()
    passed: tuple[tuple[int, str], ...] = ()
    astray: tuple[tuple[int, str, str], ...] = ()
    late: tuple[tuple[int, str], ...] = ()
    no_menu: bool = False

    @property
    def decisions(self) -> int:
        return self.exact + self.policies + len(self.ruled) + len(self.short) + len(self.forced)


class Ground(Struct, frozen=True):
    """An entry after which other dice fall than would have fallen before (rule 5)."""

    entry: int
    what: str


class Verdict(Struct, frozen=True):
    """A log that is in order, and what that means.

    Attributes:
        entries, dice: of the log, the genesis among them. `side`: whose own secrets were checked
            too, "" if nobody's. `replaced`: the entry since which another key has that side, 0 while it is theirs.
        since: the entry in which the reader's key took over that side, 0 if it had it from the beginning.
        duel: there is no GM. hidden: nobody but the GM plays the rules, so what follows from them rests until the audit.
        kept: of the reader's own, in such a game.
        resting: decisions that rest on sealed standing orders; in a hidden game all but the reader's own.
        unanswered: questions that sealed standing orders might have answered. `shuffles`, `dealt`: likewise
            known to the GM alone. `proofs`: answers about hidden cards that have not been turned up yet.
        questions, openings, ended: of a hidden game: questions put, cards turned up, and orders said to have ended.
        over: the GM says that a hidden game is over, and not all have signed it.
        ahead: entries in which the GM's clock is ahead of one's own.
        doubts: what else does not come out here as the log says, with its entry.
        final: the end is signed, so that an audit is possible.
        tables_reworded: the readable tables of the save have other words than this program's.
    """

    entries: int
    dice: int
    side: str = ""
    replaced: int = 0
    since: int = 0
    duel: bool = False
    hidden: bool = False
    kept: OwnRecord = OwnRecord()
    resting: int = 0
    unanswered: int = 0
    shuffles: int = 0
    dealt: int = 0
    proofs: int = 0
    questions: int = 0
    openings: int = 0
    ended: int = 0
    over: bool = False
    faults: tuple[Failed, ...] = ()
    unwatched: tuple[Unwatched, ...] = ()
    rows: tuple[OrdersInARow, ...] = ()
    grounds: tuple[Ground, ...] = ()
    ahead: tuple[int, ...] = ()
    doubts: tuple[tuple[int, str], ...] = ()
    final: bool = False
    tables_reworded: bool = False


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
    ledger = ledger_at_genesis(entries)
    tally = _Tally(ssh)
    claims = Claims()
    for after, story in fold(entries, ledger, eyes=eyes, claims=claims, duel=duels.told):
        tally.count(ledger, after, entries[after.n].body, story, now)
        ledger = after
        tick()
    return tally.verdict(ledger, len(claims)), ledger


class _Tally:
    """The counts of a verdict, as they grow."""

    def __init__(self, ssh: str) -> None:
        self.ssh = ssh
        self.dice = self.resting = self.unanswered = self.shuffles = self.dealt = self.proofs = 0
        self.questions = self.openings = self.ended = 0
        self.kept = OwnRecord()
        self.side = ""
        self.replaced = self.since = 0
        self.faults: list[Failed] = []
        self.faulty = Record(state_hash="")
        self.unwatched: list[Unwatched] = []
        self.rows: list[OrdersInARow] = []
        self.grounds: list[Ground] = []
        self.ahead: list[int] = []
        self.doubts: list[tuple[int, str]] = []

    def count(self, before: Ledger, after: Ledger, body: EntryBody, story: Story, now: int) -> None:
        """Add one entry to what has been counted.

        Args:
            before, after: the ledger without it and with it.
            now: the time by this computer's clock, in seconds; 0 to compare no times.
        """
        record, n, own, doubts = body.record, body.n, self._own(after), story.doubts
        if own:
            self.side, self.replaced = own, 0
            if isinstance(body.step, Seated) and body.step.order.body.author == own:
                self.since = n
        elif self.side and not self.replaced:
            self.replaced = n
        self.dice += len(record.rolls)
        self.shuffles += len(record.shuffles)
        self.dealt += sum(deal.to != own for deal in record.deals)
        self.resting += sum(
            decision.side != own
            and (after.hidden or (after.offices.moderated and decision.by in BY_STANDING_ORDERS))
            for decision in record.decisions
        )
        if after.hidden:
            self._count_hidden(after, body, story)
        self._questions(before, after)
        replayed_well = None if after.hidden else not doubts
        self._after_a_fault(before, after, body)
        for fault in record.faults:
            self.faulty = record
            self.faults.append(
                Failed(n, fault.side, fault.kind, replayed_well, fault.program, fault.rolls)
            )
        if not record.faults:
            self.doubts += [(n, doubt) for doubt in doubts]
        absent = [roll.absent for roll in record.rolls if roll.absent]
        if absent:
            sides = tuple(dict.fromkeys(side for row in absent for side in row))
            self.unwatched.append(Unwatched(n, len(absent), sides))
        self._row(body)
        if after.ground == n and before.begun:
            self.grounds.append(Ground(n, _ground_words(body.step, before)))
        if now and isinstance(body.step, Clocked | Absent) and body.step.at > now + AHEAD:
            self.ahead.append(n)

    def _after_a_fault(self, before: Ledger, after: Ledger, body: EntryBody) -> None:
        """What became of a fault that waited before this entry."""
        if before.position.failure is None:
            return
        if isinstance(body.step, Ruling) and body.step.kind == "again":
            same = repeats(self.faulty, body.record)
            self.faults[-1] = replace(self.faults[-1], again=body.n, same=same)
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
            if asking.since != after.n or kind not in reactions_of(after.rules):
                continue
            versions = before.position.standing.get(side, ())
            self.unanswered += bool(versions) and not versions[-1].known

    def _count_hidden(self, after: Ledger, body: EntryBody, story: Story) -> None:
        """Count what only the GM can know of an entry, and what the story of one's own key tells of it."""
        record, n = body.record, body.n
        self.proofs += len(record.proofs)
        self.openings += len(record.openings)
        self.ended += len(record.left)
        self.questions += sum(
            after.askings[row.side].since == n
            for row in record.questions
            if row.side in after.askings
        )
        own, own_record = story.own, self.kept
        if own is not None:
            self.kept = OwnRecord(
                own_record.exact + own.exact,
                own_record.policies + own.policies,
                (*own_record.ruled, *((n, by, line) for by, line in own.ruled)),
                (*own_record.short, *((n, text, line) for text, line in own.short)),
                (*own_record.forced, *((n, line) for line in own.forced)),
                (*own_record.gone, *((n, slot) for slot in own.gone)),
                (*own_record.conditions, *[n] * own.conditions),
                (*own_record.lapsed, *((n, line) for line in own.lapsed)),
                (*own_record.turned, *((n, slot, card) for slot, card in own.turned)),
                (*own_record.passed, *((n, line) for line in own.passed)),
                (*own_record.astray, *((n, slot, card) for slot, card in own.astray)),
                (*own_record.late, *((n, line) for line in own.late)),
            )

    def _row(self, body: EntryBody) -> None:
        """Orders with chance in a row; an order of another side ends it, a `ready` does not."""
        step, n = body.step, body.n
        if not isinstance(step, Mailed) or not isinstance(step.order.body, Order):
            return
        side, last = step.order.body.author, self.rows[-1] if self.rows else None
        if last is None or last.side != side:
            self.rows.append(OrdersInARow(side, 0, n, n))
        if body.record.rolls or body.record.shuffles:
            now = self.rows[-1]
            self.rows[-1] = OrdersInARow(side, now.orders + 1, now.first if now.orders else n, n)

    def verdict(self, ledger: Ledger, proofs: int) -> Verdict:
        """The verdict from what has been counted, with what only the whole ledger can say.

        `proofs`: how many cards were proven, for a game without hidden pieces.
        """
        return Verdict(
            entries=ledger.n + 1,
            dice=self.dice,
            side=self.side,
            replaced=self.replaced,
            since=self.since,
            duel=not ledger.offices.moderated,
            hidden=ledger.hidden,
            kept=replace(self.kept, no_menu=self._lacks_menu(ledger)),
            resting=self.resting,
            unanswered=self.unanswered,
            shuffles=self.shuffles,
            dealt=self.dealt,
            proofs=self.proofs if ledger.hidden else proofs,
            questions=self.questions,
            openings=self.openings,
            ended=self.ended,
            over=ledger.hidden
            and ledger.result is not None
            and len(ledger.cases.overs) < len(ledger.sides),
            faults=tuple(self.faults),
            unwatched=tuple(self.unwatched),
            rows=tuple(row for row in self.rows if row.orders >= FEW),
            grounds=tuple(self.grounds),
            ahead=tuple(self.ahead),
            doubts=tuple(self.doubts),
            final=ledger.final,
        )

    def _lacks_menu(self, ledger: Ledger) -> bool:
        """Is what one is asked not in this save?"""
        if not self.side or self.replaced or not ledger.hidden:
            return False
        requests = [request for request in ledger.pending() if request.side == self.side]
        return any(one.stack is None and not one.options for one in requests)


RULED = {
    "uphold": "the GM confirmed an entry",
    "void": "the GM took entries back",
    "again": "the GM had a failed line carried out",
    "patch": "the GM corrected the position",
    "impose": "the GM decided for a side",
    "option": "the GM changed an option",
    "house": "the GM added a house rule",
    "result": "the GM ended the game",
}
"""What a ruling of each kind did, in words for people."""


def _ground_words(step: AnyStep, before: Ledger) -> str:
    """What an entry was that puts everything on new ground."""
    proposal = before.cases.proposal
    match step:
        case DuelRenewed(order=mail):
            name = before.seats[mail.body.author].keys.name
            return f"new secret numbers of {name}, who said that their record was lost"
        case DuelPlayed(order=mail) if isinstance(mail.body, DuelNo):
            return f"{mail.body.author} did not agree to a proposal"
        case DuelPlayed() if proposal is not None and proposal.kind == "correct":
            return "a correction that both players wanted"
        case Ruling(kind=kind):
            return RULED.get(kind, "a ruling")
        case Seated(order=mail):
            return f"the seat of {mail.body.author} changed hands or key"
        case Chaired():
            return "another GM"
        case Absent(side=side):
            return f"{side} was absent, and the rules answered for it"
        case Rules(version=version):
            return f"version {version} of the rules, to which the players agreed"
        case _:
            return "a take-back that all sides wanted"
