"""What the owner of a key checks of answers prepared in advance, and of cards of one's own (PROTOCOL.md, section 18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.play import Decided
from pbem.engine.script import ASK
from pbem.engine.script import read as read_script
from pbem.engine.standing import DEFAULT, choose
from pbem.engine.table import NAMED
from pbem.engine.vocabulary import answering, short_forms
from pbem.errors import FalseEntry
from pbem.ledger.checks import lines
from pbem.ledger.checks.classes import MOVING, Kind
from pbem.ledger.checks.questions import is_moment
from pbem.ledger.glimpse import (
    Glimpse,
    public_request,
    same_question,
)
from pbem.ledger.standing import in_force
from pbem.ledger.values import (
    EARLIER,
    MOST,
    OWN,
    POLICY,
    Failure,
    Glimpsed,
    InForce,
    Statements,
    UnderWay,
)
from pbem.protocol.bodies import OpenQuestion, Record
from pbem.slots import deck_of

if TYPE_CHECKING:
    from pbem.ledger.draft import Draft

SCRIPT = "script"


class OwnAnswers:
    """What is said to be one's own by policies and scripts, and one's own cards, in one entry.

    Args:
        failure: the fault that waited before the entry, if one did. source: the position before it.
    """

    def __init__(
        self,
        draft: Draft,
        side: str,
        kind: Kind,
        record: Record,
        failure: Failure | None,
        source: Glimpsed,
    ) -> None:
        self.draft, self.side, self.kind, self.record = draft, side, kind, record
        self.failure, self.source = failure, source
        self.exact, self.policies, self.conditions = 0, 0, 0
        self.short: list[tuple[str, str]] = []
        self.forced: list[str] = []
        self.ruled: list[tuple[str, str]] = []
        self.passed: list[str] = []
        self.earlier: list[tuple[int, str, str]] = []
        self.gone: tuple[str, ...] = ()
        self.before: Glimpse = draft.play
        self.scripted: list[Decided] = []
        self.answered: list[tuple[Decided, Statements | None]] = []
        self.turned: tuple[tuple[str, str], ...] = ()

    @cached_property
    def called(self) -> lines.Called:
        """What words of lines are called; most entries hold nothing to compare."""
        return short_forms(self.draft.rules)

    def wrong(self, why: str) -> FalseEntry:
        return FalseEntry(n=self.draft.n, why=why)

    # -- by whom ------------------------------------------------------------------------------

    def _decision(self, row: Decided) -> None:
        if row.forced:
            self.forced.append(row.line)
        elif row.by == POLICY:
            self._policy(row)
        elif row.by == SCRIPT:
            self.scripted.append(row)
        elif row.by not in (OWN, EARLIER):
            self.ruled.append((row.by, row.line))

    def _policy(self, row: Decided) -> None:
        """A line by a policy is one that it can say."""
        texts = [text for order in self._in_force(row) for text in self._texts(order, row)]
        if not self._is_line(row) or not any(
            lines.policy_meaning(read_script(text), row.line, self.called) for text in texts
        ):
            raise self._other(row, texts)
        self.policies += 1

    def _script(self, row: Decided, play: Glimpse) -> None:
        """A line by a script is what that of the card at work says next."""
        slots = self._at_work(row, play)
        rows = [(slot, text) for order in self._in_force(row) for slot, text in order.scripts]
        there = [(slot, text) for slot, text in rows if slot in slots]
        said = any(self._next_said(slot, text, row.line) for slot, text in there)
        if not self._is_line(row) or not said:
            raise self._other(row, [text for _, text in there])
        self.policies += 1

    def _is_line(self, row: Decided) -> bool:
        """Is it a line of the game that answers such a request?"""
        kinds = answering(self.draft.rules, row.request.rpartition("-")[0])
        return row.line == ASK or any(one.notation.read(row.line, self.side) for one in kinds)

    def _other(self, row: Decided, texts: Sequence[str]) -> FalseEntry:
        said = " or ".join(f"`{text}`" for text in texts) or "nothing"
        return self.wrong(f"your {row.by} for `{row.request}` says {said}, the GM `{row.line}`")

    def _could_be_answered(self) -> OpenQuestion | None:
        """What one is asked by this entry, if standing orders of one's own had their turn before that."""
        side, record = self.side, self.record
        asked = next((one for one in record.questions if one.side == side), None)
        moves = self.kind.of is MOVING and self.kind.name != "ruling again"
        if asked is None or not moves or self.kind.ground or record.faults:
            return None
        several = any(one.request == asked.request and one.side != side for one in record.questions)
        stopped = any(left.side == side for left in record.left)
        full = len(record.decisions) >= MOST
        if asked.stack is not None or stopped or several or full or is_moment(asked.request):
            return None
        if any(same_question(asked, before) for before in self.source.asked):
            return None
        return asked

    def _end_script(self, play: Glimpse) -> None:
        """A script is over as soon as one is asked in spite of it."""
        asked, order = self._could_be_answered(), in_force(self.draft, self.side)
        if asked is None or order is None:
            return
        request = public_request(asked)
        slot = self.draft.rules.policies.script_slot(play.state, request)
        text = dict(order.scripts).get(slot)
        if text and request.kind not in dict(order.reactions):
            rows = self.draft.scripts.setdefault(self.side, {})
            rows[slot] = UnderWay(text, 0, 0, True, over=True)

    def _not_in_spite(self, play: Glimpse) -> None:
        """One is not asked what a policy of one's own answers, whatever holds. Raises FalseEntry."""
        draft, side = self.draft, self.side
        mine = next((one for one in play.requests if one.side == side), None)
        if self._could_be_answered() is None or mine is None or not mine.options:
            return
        order = in_force(draft, side)
        text = dict(order.reactions).get(mine.kind) if order is not None else None
        one = next(iter(read_script(text)), None) if text else None
        if one is None or one.otherwise or any(one.conditions):
            return
        line = choose(mine, one.line, draft.held(mine))
        if line is not None and lines.policy_meaning([one], line, self.called):
            raise self.wrong(
                f"you are asked `{mine.id}`, and your policy `{text}` answers it with `{line}`"
            )

    def _at_work(self, row: Decided, play: Glimpse) -> set[str]:
        """The slots whose scripts may answer this: of the card that was at work, and of those turned up now."""
        asked = public_request(OpenQuestion(self.side, 1, row.request))
        script_slot = self.draft.rules.policies.script_slot
        slots = {script_slot(self.before.state, asked)}
        if script_slot(play.state, asked):
            slots |= {opening.slot for opening in self.record.openings}
        return slots - {""}

    def _next_said(self, slot: str, text: str, line: str) -> bool:
        """Is it what a script says next? Its statements have their turn one behind the other, each as often as it
        says."""
        rows, statements = self.draft.scripts.setdefault(self.side, {}), read_script(text)
        was = rows.get(slot)
        if was is not None and was.text == text and was.over:
            return False
        if was is None or was.text != text:
            was = UnderWay(text, 0, 0, True)
            turns = {lines.Turn(1, True)}
        else:
            turns = {
                turn
                for took in (True, False)
                for turn in lines.after_line(statements, was.at + 1, was.times, took)
            }
        for place, one in enumerate(statements, 1):
            again = place == was.at + 1 and was.times > 0
            times = was.times + 1 if again else 1
            if times > one.most or one.alarm is not None:
                continue
            held = {True} if again else lines.reach(statements, turns, place)
            if not held or (one.otherwise and not again and False not in held):
                continue
            if lines.policy_meaning([one], line, self.called):
                rows[slot] = UnderWay(text, place - 1, times, True)
                return True
        return False

    def _in_force(self, row: Decided) -> list[InForce]:
        """The standing orders that may have answered: of a choice that several made at once, earlier ones."""
        order = in_force(self.draft, self.side)
        asked = {q.request for q in self.source.asked}
        if row.request in asked or order is None:
            return list(self.draft.standing.get(self.side, ()))
        return [order]

    def _texts(self, order: InForce, row: Decided) -> list[str]:
        reactions = dict(order.reactions)
        kind = row.request.rpartition("-")[0]
        text = reactions.get(kind)
        if text is None and not is_moment(row.request):
            text = reactions.get(DEFAULT)
        return [] if text is None else [text]

    # -- one's own cards ----------------------------------------------------------------------

    def _turned_up(self, decisions: Sequence[Decided]) -> tuple[tuple[str, str], ...]:
        """Cards of one's hand that are turned up and that no line of one's own names, with their slots.

        What a Plan turns up no line names. Raises FalseEntry: a line lays down a card that is not turned up, or one
        that no line names is turned up in place of one that a line names and that one holds.
        """
        record, draft = self.record, self.draft
        if self.kind.rewinds:
            return ()
        failed = sum(fault.openings for fault in record.faults)
        hand = {*draft.rules.secrets.hand(draft.play.state, self.side)}
        hand |= {deal.slot for deal in record.deals if deal.to == self.side}
        named = {slot.removeprefix(NAMED) for slot in hand if slot.startswith(NAMED)}
        hand = {slot for slot in hand if deck_of(slot)}
        opened = record.openings[: len(record.openings) - failed]
        up = [(one.slot, one.card) for one in opened if one.slot in hand]
        words = _words(decisions)
        # What the GM decides may be turned up later, together with the other side's.
        mine = [row for row in decisions if row.forced or row.by in (OWN, EARLIER, POLICY, SCRIPT)]
        unnamed = tuple((slot, card) for slot, card in up if card.lower() not in words)
        shown = {card for _, card in up}
        cards = (draft.secrets[slot].card for slot in hand if slot in draft.secrets)
        held = {card for card in cards if card.lower() in _words(mine)}
        laid = {
            draft.rules.secrets.card_shown(row.request.rpartition("-")[0], row.line) for row in mine
        } - {""}
        for card in sorted((laid | held if unnamed else laid) - shown - named):
            other = f"your `{unnamed[0][1]}` is turned up" if unnamed else "it is not turned up"
            raise self.wrong(f"your line names `{card}`, and {other}")
        return unnamed


def _words(decisions: Sequence[Decided]) -> set[str]:
    return {*" ".join(row.line.replace(":", " ") for row in decisions).lower().split()}
