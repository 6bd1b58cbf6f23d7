"""Who may be asked after an entry, and who may have decided in it (PROTOCOL.md, sections 13 and 14).

Everybody checks this, with or without the rules: it needs the log alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.engine.play import OPEN, RESERVED
from pbem.engine.policies import reactions_of
from pbem.engine.script import ASK
from pbem.errors import FalseEntry
from pbem.ledger.checks.classes import ENDING, GROUND, MOVING, STILL, Kind, is_absent_after
from pbem.ledger.glimpse import same_question
from pbem.ledger.values import ABSENT, EARLIER, OWN, POLICY, Cases, Glimpsed, is_ready, replace
from pbem.patterns import Pattern
from pbem.protocol.bodies import (
    Absent,
    AnyStep,
    Decided,
    Joined,
    Mailed,
    OpenQuestion,
    Order,
    Ready,
    Record,
    Ruling,
    Seated,
)

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger

NUMBER = Pattern(r".-(0|[1-9][0-9]*)(?:\.[0-9]+)?\Z")
MOMENT = Pattern(r"-[0-9]+\.[0-9]+\Z")
MOST_DECISIONS = 4000
"""Rows in one entry: lines end at 2000, and one line may lead to some that are forced."""
MOST_FORCED = 100
"""Rows in a row of which each had one legal line only. In the games that we know there are ten at most."""


def number_of(name: str) -> int:
    """The number in the name of a request, 0 if it has none."""
    match = NUMBER.compiled.search(name)
    return int(match[1]) if match else 0


def is_moment(name: str) -> bool:
    """Is it the name of a moment, at which standing orders speak: `event-12.3`?"""
    return MOMENT.compiled.search(name) is not None


def check(ledger: Ledger, step: AnyStep, kind: Kind, record: Record) -> None:
    """Check the questions and decisions of an entry that follows on `ledger`. Raises FalseEntry."""
    _Check(ledger, step, kind, record).all()


class _Check:
    """The check of one entry: what it asks, and who decided in it. Every method raises FalseEntry.

    Attributes:
        author: the side whose order the entry carries out, "" if it carries out none; `answered`: the request that
            this order answers. `opens`: does it turn up a card?
        open: side to the name of the request that it had open before.
    """

    def __init__(self, ledger: Ledger, step: AnyStep, kind: Kind, record: Record) -> None:
        self.ledger, self.step, self.kind, self.record = ledger, step, kind, record
        self.n = ledger.n + 1
        mail = step.order.body if isinstance(step, Mailed) else None
        self.author = mail.author if isinstance(mail, Order) else ""
        self.answered = mail.request if isinstance(mail, Order) else ""
        self.opens = bool(isinstance(mail, Order) and mail.openings)
        self.open = {
            side: asking.request for side, asking in ledger.askings.items() if not asking.is_ready
        }

    def wrong(self, why: str) -> FalseEntry:
        return FalseEntry(n=self.n, why=why)

    def all(self) -> None:
        self.same_dice()
        self.questions()
        if self.record.decisions:
            self.decisions()
        elif self.kind.name == "ruling impose":
            raise self.wrong("it imposes a decision, and holds none")
        self.menus()

    def same_dice(self) -> None:
        """A ruling `again` rolls what the line that failed had rolled (section 14)."""
        failure, again = self.ledger.position.failure, self.kind.name == "ruling again"
        rolled = failure.rolls if failure is not None and again else ()
        now = self.record.rolls[: len(rolled)]
        if [(die.label, die.sides, die.value) for die in rolled] != [
            (die.label, die.sides, die.value) for die in now
        ]:
            raise self.wrong("it does not begin with the dice of the line that failed")
        if failure is None or not rolled or not failure.fault.place or self.record.faults:
            return
        remade = (failure.fault.side, EARLIER)
        if remade not in [(row.side, row.by) for row in self.record.decisions]:
            what = f"line {failure.fault.place} of {failure.fault.side}"
            raise self.wrong(f"it rolls the dice of {what}, and does not carry that line out")

    # -- what is asked (section 13) -----------------------------------------------------------

    def questions(self) -> None:
        """Check what the record asks: no question is dropped or asked twice, and each new one can be asked now.

        After an error of the program, and after the end of the game, nobody is asked anything.
        """
        record, ledger, of = self.record, self.ledger, self.kind.of
        rows = {row.side: row for row in record.questions}
        if [row.side for row in record.questions] != [
            side for side in ledger.sides if side in rows
        ]:
            raise self.wrong("it does not ask each side once, in the order of the sides")
        if (of is ENDING or record.faults or record.result) and rows:
            why = "after an error of the program" if record.faults else "after the end of the game"
            raise self.wrong(f"it asks {next(iter(rows))} something {why}")
        open_before = self.before()
        begins = isinstance(self.step, Joined) and of is MOVING
        ground = begins or (self.kind.ground and ledger.begun)
        for side, row in rows.items():
            question_kept = open_before.get(side)
            if question_kept is not None and not ground and self.same(row, question_kept):
                continue
            self.new(row, question_kept, ground)
        if of is ENDING or record.faults or record.result or not (ledger.begun or begins):
            return
        if not ledger.veiled and not rows and of is not STILL:
            return  # the game is over, or it is not: who plays the rules sees it
        for side, question_kept in open_before.items():
            if not ground and side not in rows:
                raise self.wrong(
                    f"{side} has not answered question {question_kept.number}, and is asked it no more"
                )
        if ground and (of is GROUND or begins):
            self.everybody(rows, begins)

    def before(self) -> dict[str, OpenQuestion]:
        """The questions that were open, and that this entry does not answer or close, as the record had them."""
        ledger, step = self.ledger, self.step
        closed = ""
        if isinstance(step, Mailed) and isinstance(step.order.body, Order | Ready):
            closed = step.order.body.author
        elif isinstance(step, Absent) and self.ledger.askings.get(step.side) is not None:
            closed = step.side if ledger.askings[step.side].is_ready else ""
        play = ledger.position.play
        full = {row.side: row for row in play.asked} if isinstance(play, Glimpsed) else {}
        return {
            side: full.get(side) or asking.row(side)
            for side, asking in ledger.askings.items()
            if side != closed
        }

    def same(self, row: OpenQuestion, before: OpenQuestion) -> bool:
        """Is it the question that was open before?"""
        if (row.number, row.link_number, row.request) != (
            before.number,
            before.link_number,
            before.request,
        ):
            return False
        return same_question(row, before) or not self.ledger.hidden

    def new(self, row: OpenQuestion, before: OpenQuestion | None, ground: bool) -> None:
        """Check a question that was not open before: its number, its name, and that something brought it up.

        Args:
            before: the question that its side had open, if it had one.
            ground: the position was changed or the game begins, so that all is asked again.
        """
        side, ledger, record = row.side, self.ledger, self.record
        if before is not None and not ground:
            raise self.wrong(
                f"{side} has not answered question {before.number}, and is asked something else in its place"
            )
        if self.kind.of is STILL:
            raise self.wrong(f"it asks {side} something new, and nothing happened in it")
        self.named(row.request)
        number = ledger.chains.numbers.get(side, 0) + 1
        if isinstance(self.step, Joined) and self.step.ready is not None:
            number += side == self.step.order.body.author
        if row.number != number:
            raise self.wrong(f"question {row.number} of {side} is not the next, {number}")
        if is_ready(row.request) and not ground:
            raise self.wrong(f"it asks {side} for a `ready`, and nothing was put again")
        if ledger.veiled:
            self.worded(row)
        cases = ledger.cases
        highest = max([cases.named, *(number_of(one.request) for one in record.decisions)])
        answered_before = {*cases.named_answers, *answered_names(record)}
        if self.author and not record.faults:
            answered_before.add((self.author, self.answered))
        if number_of(row.request) < highest or (side, row.request) in answered_before:
            raise self.wrong(f"it asks {side} `{row.request}`, and that was answered before")
        if (side, row.request) in cases.named_questions and self.kind.name != "ruling again":
            raise self.wrong(f"it asks {side} `{row.request}` again, and not under a new name")

    def named(self, name: str) -> None:
        """A name ends in its number, in its one spelling (section 13)."""
        if NUMBER.compiled.search(name) is None:
            raise self.wrong(f"the name `{name}` has no number")

    def worded(self, row: OpenQuestion) -> None:
        """The kind of a question is that in its name, and a `ready` has no words (section 13)."""
        if is_ready(row.request):
            if row.kind or row.text or row.rule or row.stack is not None:
                raise self.wrong(f"it asks {row.side} for a `ready` with words")
        elif row.kind != row.request.rpartition("-")[0]:
            raise self.wrong(f"it asks {row.side} `{row.request}` and calls it `{row.kind}`")

    def everybody(self, rows: dict[str, OpenQuestion], begins: bool) -> None:
        """On new ground every side is asked that is not absent."""
        ledger, step = self.ledger, self.step
        ready = step.order.body.author if begins and isinstance(step, Joined) and step.ready else ""
        for side in ledger.sides:
            absent = side in ledger.seats and is_absent_after(ledger, step, side)
            if side not in rows and not absent and side != ready:
                raise self.wrong(f"{side} is not asked again after it")

    def menus(self) -> None:
        """A menu for each new question, and for nothing else."""
        if not self.ledger.veiled:
            return
        new = [
            row.side
            for row in self.record.questions
            if not is_ready(row.request) and not self.is_open(row.side, row.number)
        ]
        if [row.to for row in self.record.menus] != new:
            raise self.wrong("it does not hold one menu for each new question")

    def is_open(self, side: str, number: int) -> bool:
        asking = self.ledger.askings.get(side)
        return asking is not None and asking.number == number

    # -- who decided (section 14) -------------------------------------------------------------

    def decisions(self) -> None:
        """Check each decision of the record: its side could make it in this way, none is shown to all in a veiled
        game, and no side is also asked what its policy has answered. Then check their order."""
        record, ledger = self.record, self.ledger
        if len(record.decisions) > MOST_DECISIONS:
            raise self.wrong("it holds more decisions than an entry may have")
        questions_open = {(row.side, row.request) for row in record.questions}
        for place, row in enumerate(record.decisions):
            if row.side not in ledger.sides:
                raise self.wrong(f"`{row.side}` decides in it, and there is no such side")
            if ledger.veiled and row.line:
                raise self.wrong(
                    f"it shows to all what {row.side} decided, and that is secret here"
                )
            if row.request.rpartition("-")[0] in RESERVED and not self.opened(row):
                raise self.wrong(f"`{row.request}` is decided in it, and nobody decides that")
            if self.open.get(row.side) == row.request:
                self.answer(row)
            if row.by == "ruling" and not place:
                self.by_ruling(row)
                continue
            self.by(row)
            asks = (
                row.by == POLICY
                and is_moment(row.request)
                and (row.side, row.request) in questions_open
            )
            if asks and row.line not in ("", ASK):
                why = f"a policy of {row.side} answers `{row.request}`, and {row.side} is asked it too"
                raise self.wrong(why)
        if self.kind.name == "ruling impose" and record.decisions[0].by != "ruling":
            raise self.wrong("the decision that it imposes is not the first that it holds")
        self.in_their_order()

    def in_their_order(self) -> None:
        """Pass if requests are answered in the order of their numbers, each once, and not too many of them by
        themselves.

        A request answers itself where only one line is legal (`forced_count`).
        """
        last_number, forced_count = 0, 0
        for place, row in enumerate(self.record.decisions):
            self.named(row.request)
            number = number_of(row.request)
            if place and not last_number <= number <= last_number + 1:
                raise self.wrong(f"`{row.request}` is decided in it, and does not follow")
            last_number, forced_count = number, forced_count + 1 if row.by == "forced" else 0
            if forced_count > MOST_FORCED:
                raise self.wrong(f"it says {MOST_FORCED + 1} times in a row that a line was forced")
        answers = [(row.side, row.request) for row in self.record.decisions]
        if len(set(answers)) < len(answers):
            raise self.wrong("something is decided in it twice")
        for row in self.record.decisions:
            self.not_before(row)

    def not_before(self, row: Decided) -> None:
        """What is decided is open, to its side or to another with which it has answered, or has a new name. The numbers
        of an `again` go back to its fault."""
        cases, name = self.ledger.cases, (row.side, row.request)
        others = row.request in self.open.values()
        # What a later line of an order answers to several shows nowhere yet in a veiled game, nor whether a policy said
        # `ask` for it.
        fresh = name not in cases.named_answers or is_moment(row.request)
        unseen = self.ledger.veiled and row.by == EARLIER and fresh
        laid = others and (row.side in self.ledger.position.laid or unseen)
        again = self.kind.name == "ruling again"
        if again or laid or self.open.get(row.side) == row.request:
            return
        if name in cases.named_answers or number_of(row.request) < cases.named:
            raise self.wrong(f"`{row.request}` of {row.side} was decided, or closed, before it")

    def opened(self, row: Decided) -> bool:
        """Is it the card that this entry's order opens, or that of the order whose fault a ruling mends?"""
        if row.request.rpartition("-")[0] != OPEN:
            return False
        mine = row.by == OWN and row.side == self.author and row.request == self.answered
        return (mine and self.opens) or (row.by == EARLIER and self.failed(row))

    def failed(self, row: Decided) -> bool:
        """Is it the answer by cards that a fault undid, and that a ruling `again` carries out?"""
        failure = self.ledger.position.failure
        return (
            self.kind.name == "ruling again"
            and failure is not None
            and not failure.fault.place
            and failure.fault.side == row.side
            and row.request in failure.open_before
        )

    def answer(self, row: Decided) -> None:
        """It answers what was open to its side before this entry."""
        step, side = self.step, row.side
        if row.by == OWN and side == self.author and row.request == self.answered:
            return
        if row.by == "ruling" and isinstance(step, Ruling) and step.side == side:
            return
        if row.by == ABSENT and isinstance(step, Absent) and step.side == side:
            return
        raise self.wrong(f"`{row.request}` was open to {side}, and is answered by somebody else")

    def by(self, row: Decided) -> None:
        """Pass if this side can have decided by what the row names: its order, an earlier one, a policy, the rules,
        a ruling."""
        side, by = row.side, row.by
        if by == OWN:
            if side != self.author:
                raise self.wrong(f"{side} decides by its order, and the entry holds none of it")
        elif by == EARLIER:
            if not self.failed(row) and not self.has_lines(side):
                raise self.wrong(f"{side} decides by an earlier order, and has none that waits")
        elif by in (POLICY, "script"):
            if self.kind.of is GROUND and not (by == POLICY and is_moment(row.request)):
                raise self.wrong(f"a {by} of {side} decides in it, and nothing is carried out")
            if not self.in_force(side, row.request):
                raise self.wrong(f"a {by} of {side} decides in it, and {side} has none in force")
            kind = row.request.rpartition("-")[0]
            if by == POLICY and kind not in reactions_of(self.ledger.rules):
                raise self.wrong(f"a policy of {side} answers `{row.request}`, and none can")
        elif by == ABSENT:
            if not self.is_absent(side):
                raise self.wrong(f"the rules decide for {side} as absent, and it is not")
            if not self.ledger.rules.policies.decides_for_absent:
                raise self.wrong(f"the rules decide for {side} as absent, and they never do here")
        elif by == "ruling":
            raise self.wrong(f"the GM decides for {side}, and no ruling says so")

    def by_ruling(self, row: Decided) -> None:
        step = self.step
        if not isinstance(step, Ruling) or step.kind != "impose" or step.side != row.side:
            raise self.wrong(f"the GM decides for {row.side}, and no ruling says so")
        if self.open.get(row.side) != row.request:
            raise self.wrong(
                f"the GM decides `{row.request}` for {row.side}, which is not asked that"
            )

    def has_lines(self, side: str) -> bool:
        """Has this side lines of an earlier order that wait?"""
        waiting = self.ledger.position.rest.get(side)
        return waiting is not None and waiting.by != POLICY and (side != self.author or self.opens)

    def is_absent(self, side: str) -> bool:
        step, ledger = self.step, self.ledger
        if isinstance(step, Absent) and step.side == side:
            return True
        since = ledger.table.absent.get(side)
        return since is not None and ledger.seats[side].signed <= since and side != self.author

    def in_force(self, side: str, request: str) -> bool:
        """Has a side standing orders that count for this entry?"""
        if isinstance(self.step, Seated) and self.step.order.body.author == side:
            return False
        cut, brought = self.cut(request if side != self.author else "")
        since = [order.entry for order in self.ledger.position.standing.get(side, ())]
        return any(cut < 0 or n <= cut or n in brought for n in since) or self.brings(side)

    def brings(self, side: str) -> bool:
        """Does the order of this entry bring standing orders of its author?"""
        step = self.step
        body = step.order.body if isinstance(step, Mailed) else None
        return isinstance(body, Order) and body.author == side and body.brings

    def cut(self, request: str) -> tuple[int, tuple[int, ...]]:
        """As at which entry standing orders count, and the entries whose own standing orders count besides.

        The cut is -1 if they count as they are now. Whoever might know the dice of a link has no policy of after it
        (PROTOCOL.md, section 14).

        Args:
            request: that is answered; "" before the first.
        """
        position, step = self.ledger.position, self.step
        body = step.order.body if isinstance(step, Mailed) else None
        brought = tuple(position.brings.values())
        if isinstance(body, Order):
            head = self.ledger.heads.index(body.head)
            asking = self.ledger.askings.get(body.author)
            if asking is not None and asking.link == self.ledger.chains.moves[body.author].number:
                # Several orders under one link have the cut of the first, but for their author's own.
                return (position.cut if request else head), brought
            if request == body.request and asking is not None and not position.laid:
                # It was put to several, and this side's policy had answered as it got its name.
                return (position.cut if position.cut >= 0 else asking.since), brought
            if position.laid and position.cut >= 0:
                head = min(head, position.cut)
            return head, brought
        if isinstance(body, Ready) or (isinstance(step, Absent) and self.kind.of is MOVING):
            return self.ledger.ground, ()
        if self.kind.name == "ruling again" and position.failure is not None:
            return (position.cut if position.cut >= 0 else position.failure.n), brought
        return -1, ()


def answered_names(record: Record) -> Iterable[tuple[str, str]]:
    """Sides and the names that they answered by the decisions of an entry."""
    questions_asked = {(row.side, row.request) for row in record.questions}
    for row in record.decisions:
        name = (row.side, row.request)
        if not (row.by == POLICY and is_moment(row.request) and name in questions_asked):
            yield name


def cases_after(cases: Cases, step: AnyStep, record: Record) -> Cases:
    """The cases after an entry: which names of requests were answered and asked under the highest number so far."""
    answers = {*cases.named_answers, *answered_names(record)}
    body = step.order.body if isinstance(step, Mailed) else None
    if isinstance(body, Order) and not record.faults:
        answers.add((body.author, body.request))
    names = [*(name for _, name in answers), *(row.request for row in record.questions)]
    highest = max([cases.named, *map(number_of, names)])
    answers_kept = tuple(sorted(row for row in answers if number_of(row[1]) >= highest))
    questions = {
        *cases.named_questions,
        *((row.side, row.request) for row in record.questions),
    }
    questions_kept = tuple(sorted(row for row in questions if number_of(row[1]) >= highest))
    if (highest, answers_kept, questions_kept) == (
        cases.named,
        cases.named_answers,
        cases.named_questions,
    ):
        return cases
    return replace(cases, named=highest, named_answers=answers_kept, named_questions=questions_kept)
