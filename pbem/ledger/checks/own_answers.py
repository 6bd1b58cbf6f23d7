"""What the owner of a key checks of answers prepared in advance, and of cards of one's own (PROTOCOL.md, section 18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pbem.engine.play import Decided
from pbem.engine.policies import reactions_of
from pbem.engine.script import ASK, PASS, Cursor
from pbem.engine.script import read as read_script
from pbem.engine.standing import DEFAULT, Prepared, StandingOrders, answer
from pbem.engine.table import NAMED
from pbem.engine.vocabulary import answering, short_forms
from pbem.errors import FalseEntry
from pbem.ledger import sight
from pbem.ledger.checks import lines
from pbem.ledger.checks.classes import MOVING, Kind
from pbem.ledger.checks.due import Unseen
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
    replace,
)
from pbem.protocol.bodies import OpenQuestion, Record
from pbem.slots import deck_of

if TYPE_CHECKING:
    from pbem.engine.request import Request
    from pbem.ledger.draft import Draft

SCRIPT = "script"


class OwnAnswers:
    """What is said to be one's own by policies and scripts, and one's own cards, in one entry.

    Attributes:
        failure: the fault that waited before the entry, if one did.
        source: the position before the entry.
        exact: how many lines were carried out as they were written.
        short: lines that one wrote in short, each with the line that it became.
        policies: how many decisions policies and scripts made.
        conditions: how many lines have a condition of which only the GM knows whether it held.
        forced: lines of which the GM says that nothing else was legal.
        ruled: decisions of the GM or for an absent side: by whom, and the line.
        passed: lines that could not be carried out, before one that says `anyway`.
        earlier: lines of an earlier order that waited: its entry, the line, the request.
        gone: hidden cards that left one's hand, by the GM's word alone.
        before: the game as one saw it before the entry.
        scripted: decisions by scripts, which are checked once the entry is seen whole.
        answered: decisions by policies and scripts, each with the order that waited then.
        turned: one's cards that were turned up and that no line of one's own names: slot, card.
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
        """Begin the check: nothing is counted yet. `source` is what the reader saw before the entry, `failure` a
        fault then."""
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
        scripts = [(slot, text) for slot, text in rows if slot in slots]
        is_said = any(self._script_says_next(slot, text, row.line) for slot, text in scripts)
        if not self._is_line(row) or not is_said:
            raise self._other(row, [text for _, text in scripts])
        self.policies += 1

    def _is_line(self, row: Decided) -> bool:
        """Is it a line of the game that answers such a request?"""
        kinds = answering(self.draft.rules, row.request.rpartition("-")[0])
        return row.line == ASK or any(one.notation.read(row.line, self.side) for one in kinds)

    def _other(self, row: Decided, texts: Sequence[str]) -> FalseEntry:
        texts_words = " or ".join(f"`{text}`" for text in texts) or "nothing"
        return self.wrong(
            f"your {row.by} for `{row.request}` says {texts_words}, the GM `{row.line}`"
        )

    def _answerable_question(self) -> OpenQuestion | None:
        """One's new question of this entry that standing orders of one's own would have answered first; None if
        none is."""
        side, record = self.side, self.record
        question = next((one for one in record.questions if one.side == side), None)
        if question is None or self.kind.of is not MOVING or self.kind.ground or record.faults:
            return None
        # Of what both are asked at once the other side may have answered already, by a policy.
        several = question.secret or any(
            other_question.request == question.request and other_question.side != side
            for other_question in record.questions
        )
        has_ended = any(end.side == side for end in record.left)
        full = len(record.decisions) >= MOST
        if (
            question.stack is not None
            or has_ended
            or several
            or full
            or is_moment(question.request)
        ):
            return None
        if any(same_question(question, before) for before in self.source.asked):
            return None
        return question

    def _check_not_in_spite(self, play: Glimpse) -> None:
        """Pass if one is not asked what a policy or script of one's own answers, as one sees the position and the
        menu.

        A script is over as soon as one is asked in spite of it. Raises FalseEntry.
        """
        question, order = self._answerable_question(), in_force(self.draft, self.side)
        if question is None or order is None:
            return
        # Whether an order had ended before, in the entry of the fault, nobody here can tell.
        again = self.kind.name == "ruling again"
        mine = next((one for one in play.requests if one.side == self.side), None)
        slot = self.draft.rules.policies.script_slot(play.state, public_request(question))
        if mine is not None and mine.options and not again:
            prepared = self._prepared_answer(order, mine, slot, play)
            if prepared is not None:
                why = f"your {prepared.by} `{prepared.why}` answers it with `{prepared.line}`"
                raise self.wrong(f"you are asked `{question.request}`, and {why}")
        text = dict(order.scripts).get(slot)
        if text and question.request.rpartition("-")[0] not in dict(order.reactions):
            rows = self.draft.scripts.setdefault(self.side, {})
            row = rows.get(slot)
            begun = row if row is not None and row.text == text else UnderWay(text, 0, 0, True)
            rows[slot] = replace(begun, unsure=True) if again else replace(begun, over=True)

    def _prepared_answer(
        self, order: InForce, mine: Request, slot: str, play: Glimpse
    ) -> Prepared | None:
        """What one's standing orders answer to a question with this menu; None for nothing, or if nobody here can
        tell.

        Args:
            order: one's standing orders.
            mine: the question.
            slot: of the card whose script would answer, "" for none.
        """
        draft, text = self.draft, dict(order.scripts).get(slot, "")
        row = draft.scripts.get(self.side, {}).get(slot)
        turns = [Cursor()]
        if row is not None and row.text == text:
            if row.unsure:
                return None
            text = "" if row.over else text
            had_pass = bool(text) and read_script(text)[row.at].line.lower() == PASS
            at, times = (row.at + 1, 0) if had_pass else (row.at, row.times)
            turns = [Cursor(at, times, took) for took in (True, False)]
        plain_look = sight.look_of(draft.rules, play, self.side)

        def look(words: tuple[str, ...]) -> int | bool | str:
            if words in (("failed",), ("success",)):
                raise Unseen
            return plain_look(words)

        kinds, prepared_lines = reactions_of(draft.rules).keys(), list[Prepared | None]()
        for cursor in turns:
            scripts = {slot: text} if text else {}
            standing = StandingOrders(dict(order.reactions), scripts, {slot: cursor})
            try:
                prepared_lines.append(answer(standing, mine, slot, kinds, look, draft.held(mine)))
            except Unseen:
                return None
        prepared = prepared_lines[0]
        if prepared is None or None in prepared_lines:
            return None
        return (
            prepared
            if lines.policy_meaning(read_script(prepared.why), prepared.line, self.called)
            else None
        )

    def _at_work(self, row: Decided, play: Glimpse) -> set[str]:
        """The slots whose scripts may answer this: of the card that was at work, and of those turned up now."""
        request = public_request(OpenQuestion(self.side, 1, row.request))
        script_slot = self.draft.rules.policies.script_slot
        slots = {script_slot(self.before.state, request)}
        if script_slot(play.state, request):
            slots |= {opening.slot for opening in self.record.openings}
        return slots - {""}

    def _script_says_next(self, slot: str, text: str, line: str) -> bool:
        """Is this line what a script says next? If so, note where the script is now.

        Its statements have their turn one after the other, each as often as it says.
        """
        rows, statements = self.draft.scripts.setdefault(self.side, {}), read_script(text)
        was = rows.get(slot)
        if was is not None and was.text == text and was.over:
            return False
        if was is None or was.text != text:
            was = UnderWay(text, 0, 0, True)
        if not was.times:
            turns = {lines.Turn(1, True)}
        else:
            turns = {
                turn
                for took in (True, False)
                for turn in lines.after_line(statements, was.at + 1, was.times, took)
            }
        under_way = list[UnderWay]()
        for place, statement in enumerate(statements, 1):
            again = place == was.at + 1 and was.times > 0
            times = was.times + 1 if again else 1
            if times > statement.most or statement.alarm is not None:
                continue
            if_held = {True} if again else lines.reach(statements, turns, place)
            if not if_held or (statement.otherwise and not again and False not in if_held):
                continue
            if lines.policy_meaning([statement], line, self.called):
                under_way.append(UnderWay(text, place - 1, times, True))
        if under_way:
            rows[slot] = replace(under_way[0], unsure=was.unsure or len(under_way) > 1)
        return bool(under_way)

    def _in_force(self, row: Decided) -> list[InForce]:
        """The standing orders that may have answered: of a choice that several make at once, those in force as they were
        asked (all that one had since, where more than two make it)."""
        draft, side = self.draft, self.side
        position, had = draft.ledger.position, list(draft.standing.get(side, ()))
        since = [
            asking.since
            for other, asking in draft.ledger.askings.items()
            if other != side and asking.request == row.request
        ]
        if since and not position.laid:
            cut = position.cut if position.cut >= 0 else since[0]
            return [o for o in had if o.entry <= cut or o.entry == position.brings.get(side)][-1:]
        order = in_force(draft, side)
        return had if since or order is None else [order]

    def _texts(self, order: InForce, row: Decided) -> list[str]:
        reactions = dict(order.reactions)
        kind = row.request.rpartition("-")[0]
        text = reactions.get(kind)
        if text is None and not is_moment(row.request):
            text = reactions.get(DEFAULT)
        return [] if text is None else [text]

    # -- one's own cards ----------------------------------------------------------------------

    def _cards_turned_up(self, decisions: Sequence[Decided]) -> tuple[tuple[str, str], ...]:
        """Slot and name of each card of one's hand that is turned up and that no line of one's own names.

        No line names what a Plan turns up. Raises FalseEntry: a line lays down a card that is not turned up, or one
        that no line names is turned up in place of one that a line names and that one holds.
        """
        record, draft = self.record, self.draft
        if self.kind.rewinds:
            return ()
        fault_openings = sum(fault.openings for fault in record.faults)
        hand = {*draft.rules.secrets.hand(draft.play.state, self.side)}
        hand |= {deal.slot for deal in record.deals if deal.to == self.side}
        named_openly = {slot.removeprefix(NAMED) for slot in hand if slot.startswith(NAMED)}
        hand = {slot for slot in hand if deck_of(slot)}
        openings = record.openings[: len(record.openings) - fault_openings]
        up = [(one.slot, one.card) for one in openings if one.slot in hand]
        words = _words(decisions)
        # What the GM decides may be turned up later, together with the other side's.
        mine = [row for row in decisions if row.forced or row.by in (OWN, EARLIER, POLICY, SCRIPT)]
        cards_unnamed = tuple((slot, card) for slot, card in up if card.lower() not in words)
        cards_up = {card for _, card in up}
        cards = (draft.secrets[slot].card for slot in hand if slot in draft.secrets)
        cards_named = {card for card in cards if card.lower() in _words(mine)}
        laid = {
            draft.rules.secrets.card_shown(row.request.rpartition("-")[0], row.line) for row in mine
        } - {""}
        for card in sorted(
            (laid | cards_named if cards_unnamed else laid) - cards_up - named_openly
        ):
            reality = (
                f"your `{cards_unnamed[0][1]}` is turned up"
                if cards_unnamed
                else "it is not turned up"
            )
            raise self.wrong(f"your line names `{card}`, and {reality}")
        return cards_unnamed


def _words(decisions: Sequence[Decided]) -> set[str]:
    return {*" ".join(row.line.replace(":", " ") for row in decisions).lower().split()}
