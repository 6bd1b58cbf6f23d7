"""Orders at work: statements run, standing orders answer, until somebody has to be asked.

An order's own statements come first where its side is asked; where somebody else is asked, what he said in advance.
After the first die nothing is refused: what was done counts (PROTOCOL.md, rule 4). Lines of orders that have not
ended wait in `draft.rest`. A choice that several sides make at once is laid down secretly, and laid open together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, overload

from pbem.engine.notation import match
from pbem.engine.play import OPEN, Decided, Play, RulesFailed
from pbem.engine.request import Request
from pbem.engine.script import (
    ASK,
    Cursor,
    ScriptAction,
    ScriptLine,
    next_action,
    resume,
    script_line,
)
from pbem.engine.standing import line_ordered
from pbem.engine.table import Event, last_die_succeeded
from pbem.engine.vocabulary import short_forms
from pbem.errors import IllegalOrder, NotNow, PbemError
from pbem.ledger.askings import settle
from pbem.ledger.chance import Chance, Reached
from pbem.ledger.checks.lines import meaning
from pbem.ledger.draft import Draft, Snapshot
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import game_at
from pbem.ledger.locks import stack_slots
from pbem.ledger.values import ABSENT, EARLIER, GM, MOST, OWN, POLICY, Failure, Statements, replace
from pbem.protocol import commitment
from pbem.protocol.bodies import Fault, Left, Opened
from pbem.slots import deck_of
from pbem.version import VERSION

IDLE = "its conditions do not hold now, so it would do nothing"
COUNTED = ("rolls", "shuffles", "openings", "deals")
"""What a fault counts of its line: these rows of its record."""
RULES_SAY_NO = (IllegalOrder, NotNow)
"""Errors of the rules: they end a line, and what stands, stands."""


class Slots(Sequence[ScriptLine]):
    """A side's statements, opened one by one as their turn comes; padding is `ask`."""

    def __init__(self, draft: Draft, chance: Chance, waiting: Statements, side: str) -> None:
        self._draft, self._chance, self._waiting, self._side = draft, chance, waiting, side
        self.touched: dict[int, tuple[str, str]] = {}

    def __len__(self) -> int:
        return len(self._waiting.texts)

    @overload
    def __getitem__(self, index: int) -> ScriptLine: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ScriptLine]: ...
    def __getitem__(self, index: int | slice) -> ScriptLine | Sequence[ScriptLine]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        waiting = self._waiting
        known = waiting.texts[index]
        if index + 1 in waiting.opened and known is not None:
            return script_line(known) if known else ScriptLine("", ASK)
        salt, text = self._chance.statement(waiting, index)
        opened_commitment = commitment.commit_statement(
            self._draft.game, self._side, waiting.question, waiting.revision, index + 1, salt, text
        )
        name = f"statement {index + 1} of {self._side}"
        commitment.check(waiting.commitments[index], opened_commitment, name)
        self.touched[index] = (salt, text)
        return script_line(text) if text else ScriptLine("", ASK)


class Run:
    """What is done in one step, from the first line to the first question that nobody has answered.

    Attributes:
        own: the side whose order is carried out, "" if none; `entry`: of that order. `used`: how many of its
            lines ran. `why`: for its author, why the first line that was left was left.
    """

    def __init__(self, draft: Draft, chance: Chance, own: str = "") -> None:
        self.draft, self.chance, self.own = draft, chance, own
        self.entry, self.used = draft.n, 0
        self.why = ""
        self._stopped: set[str] = set()

    @classmethod
    def again(cls, draft: Draft, chance: Chance, failure: Failure) -> Run:
        """The run of a ruling `again`: what was done as a fault ended it, from the line that failed on."""
        run = cls(draft, chance, failure.own)
        run.entry, run._stopped = failure.entry, set(failure.stopped)
        fault, play = failure.fault, draft.play
        play.succeeded = failure.succeeded
        for request in play.pending if not fault.place else ():
            if request.side == fault.side and request.stack is not None:
                slots = stack_slots(request)
                act = partial(play.answer_stack, request.side, slots, chance, EARLIER)
                run.guarded(request.side, fault.entry, 0, act)
                break
            if request.side == fault.side and request.kind == OPEN:
                act = partial(play.answer, request.side, OPEN, chance)
                run.guarded(request.side, fault.entry, 0, act)
                break
        run.go_on()
        return run

    def on(self) -> None:
        """Run until somebody has to be asked."""
        decisions = self.draft.play.decisions
        while self.draft.failure is None and len(decisions) < MOST and self._went_on():
            decisions = self.draft.play.decisions
        play = self.draft.play
        if isinstance(play, Play):
            self.draft.rest_step = play.checkpoint.asked

    def lapse(self, why: str) -> None:
        """In a duel no line waits: what is left of this step's own order is not carried out."""
        waiting = self.draft.rest.pop(self.own, None)
        if waiting is not None and waiting.remaining:
            self._end_order(self.own, waiting, waiting.at + (waiting.times > 0) + 1, why)

    def go_on(self) -> None:
        """The dice for which everybody was asked to be ready, and on."""
        if self.draft.play.at_chance:
            self.guarded("", 0, 0, lambda: self.draft.play.go_on(self.chance))
        self.on()

    def _went_on(self) -> bool:
        """A turn; where a condition or a policy fails after a die, that is a fault of no line."""
        went = False

        def turn() -> None:
            nonlocal went
            went = self._answer_pending()

        self.guarded("", self.draft.n, 0, turn, self.draft.snapshot(moving=False))
        return went

    def _answer_pending(self) -> bool:
        """Answer what is asked now, where no player is needed; was anything answered?

        Lines that waited in a step of the sequence of play that is over lapse first, and their side is told.
        """
        draft = self.draft
        pending = () if draft.verdict else draft.play.pending
        if draft.rest_step != draft.play.checkpoint.asked:
            orders_left = {
                author: left
                for author, left in draft.rest.items()
                if left.entry == self.entry and not left.by
            }
            for side, order in draft.rest.items():
                if side not in orders_left and (lines := order.remaining):
                    line_texts = "; ".join(f"`{line}`" for line in lines)
                    source = f"of your order in entry {order.entry}"
                    draft.tell(
                        side, f"Lapsed, as that part of the turn is over: {line_texts} {source}."
                    )
            draft.rest = orders_left
        requests = draft.play.requests
        if len(requests) > 1 and all(request.stack is None for request in requests):
            return self._answer_at_once(pending)
        return any(self._answer_without_player(request) for request in pending)

    def _answer_at_once(self, pending: Sequence[Request]) -> bool:
        """Lay down answers to a choice of several, from orders that wait or policies; carry all out after the last. Return
        whether one was carried out."""
        draft = self.draft
        for request in pending:
            if request.side in draft.laid:
                continue
            if request.side in draft.rest:
                if self._has_secret_answer(request):
                    draft.laid.append(request.side)
                else:
                    self._next_statement(request, draft.rest[request.side])
            elif self._put_now(request):
                line = self.chance.laid_by_policy(request)
                if line is not None:
                    draft.laid.append(request.side)
                    text = line or None  # None: a reader who does not know it
                    draft.rest[request.side] = Statements(
                        draft.n, 0, 0, (), (text,), ("",), by=POLICY
                    )
        if any(request.side not in draft.laid for request in pending):
            return False
        for side in draft.laid:
            draft.brings[side] = draft.rest[side].entry
        draft.laid.clear()
        answers = [self._answer_without_player(request, at_once=True) for request in pending]
        return any(answers)

    def _has_secret_answer(self, request: Request) -> bool:
        """Has this side's order an answer that it can lay down secretly?

        Whoever knows the line checks that it is legal. An illegal one is passed over for a line that says `anyway`, as
        `_next_statement` does when all is laid open.

        Raises IllegalOrder: it is the first line of this step's order, and not possible.
        """
        side = request.side
        order = self.draft.rest[side]
        if None in order.texts:
            return self.chance.lays_down(request)
        texts = [
            script_line(text) if text else ScriptLine("", ASK)
            for text in order.texts
            if text is not None
        ]
        cursor = Cursor(order.at, order.times, order.took)
        is_first = self._first(side, order)
        while True:
            action = next_action(texts, cursor, self.draft.look(side))
            line = line_ordered(request, action)
            if line is None:
                if is_first:
                    raise idle(action)
                return False
            trial: Any = game_at(self.draft.rules, self.draft.position())
            place = f"line {action.at + 1}: "
            try:
                if self.draft.veiled:
                    self._check_meaning(request, action.line, line, place)
                trial.answer(side, line, self.chance, place)
            except RULES_SAY_NO:
                if is_first:
                    raise
                if not resume(texts, cursor, action.at):
                    return False
            else:
                return True

    def _first(self, side: str, waiting: Statements) -> bool:
        """Is it the first line of this step's own order that would run, and that the GM could refuse?"""
        first = side == self.own and waiting.entry == self.draft.n and self.used == 0
        return first and self.draft.offices.moderated

    def _put_now(self, request: Request) -> bool:
        """Is it put in this entry for the first time, so that standing orders may answer it?"""
        return request.id not in self.draft.open_before and request.side not in self._stopped

    def _answer_without_player(self, request: Request, at_once: bool = False) -> bool:
        """Answer this question by lines that wait, a policy or script, or the rules for an absent side; was it?

        With `at_once` several answer it, and only what they laid down counts.
        """
        draft, side = self.draft, request.side
        if request.kind == OPEN or request.stack is not None:
            return False
        order = draft.rest.get(side)
        if order is not None and order.by == POLICY:
            snapshot_laid = draft.snapshot()
            del draft.rest[side]
            line = self.chance.line_laid(side, order)
            self._carry_out(request, line, POLICY, order.entry, 0, snapshot_laid)
            return True
        if order is not None and self._next_statement(request, order):
            return True
        if at_once or not self._put_now(request):
            return False
        before = draft.snapshot() if side in draft.standing else None  # a script moves on
        prepared = self.chance.prepared(request)
        if prepared is not None:
            by, why = prepared.by, prepared.why
            self._carry_out(request, prepared.line, by, draft.n, 0, before, why)
            return True
        line = self.chance.unattended(request) if self._unattended(side) else ""
        if line:
            self._carry_out(request, line, ABSENT, draft.n, 0)
        return bool(line)

    def _unattended(self, side: str) -> bool:
        """Is it absent? Who sends this very order is back."""
        return side != self.own and self.draft.away(side)

    def _next_statement(self, request: Request, order: Statements) -> bool:
        """Carry out the next line of an order that waits; was one?

        One that cannot be ends the order, unless a later one says `anyway`.
        """
        draft, side = self.draft, request.side
        before = draft.snapshot()
        slots = Slots(self.draft, self.chance, order, side)
        cursor = Cursor(order.at, order.times, order.took)
        action = next_action(slots, cursor, draft.look(side))
        line = line_ordered(request, action)
        order_after = self._order_at_cursor(order, slots, cursor)
        is_first = self._first(side, order)
        if line is None:
            if is_first:
                raise idle(action)
            del draft.rest[side]
            if action.text:
                self._end_order(side, order, action.at + 1, action.why)
            return False
        draft.rest[side], place = order_after, f"line {action.at + 1}: "
        by, count = OWN if order.entry == draft.n else EARLIER, len(draft.play.decisions)
        try:
            if draft.veiled:
                self._check_meaning(request, action.line, line, place)
            self._carry_out(request, line, by, order.entry, action.at + 1, before, where=place)
        except RULES_SAY_NO as error:
            if is_first:
                raise
            if self.chance.goes_on(order_after, action.at + 1):
                return self._next_statement(
                    request, self._go_on_with_anyway(side, order_after, action, str(error))
                )
            del draft.rest[side]
            self._end_order(side, order, action.at + 1, str(error))
            return False
        self.used += by == OWN
        if draft.failure is None:
            draft.ran.append((side, order.entry, action.at + 1, draft.play.decisions[count].line))
        return True

    def _check_meaning(self, request: Request, typed: str, line: str, where: str) -> None:
        """Would its author's program see that the line is theirs? Raises IllegalOrder."""
        spelled = match(request, line, where)
        if not meaning(typed, spelled, short_forms(self.draft.rules)):
            reason = f"it could mean `{spelled}`, and with hidden pieces you have to write such a line in full"
            raise IllegalOrder(
                where=where, line=typed, reason=reason, instead=f"Write `{spelled}`."
            )

    def _go_on_with_anyway(
        self, side: str, order: Statements, action: ScriptAction, why: str
    ) -> Statements:
        """The order, set to its next line that says `anyway`, after one that could not be carried out."""
        slots, cursor = Slots(self.draft, self.chance, order, side), Cursor(order.at, 0, order.took)
        if not resume(slots, cursor, action.at):
            raise self.chance.mismatch(
                "an order goes on after a line that could not be carried out"
            )
        self.draft.rest[side] = order_after = self._order_at_cursor(order, slots, cursor)
        line_name = f"Line {action.at + 1} of your order in entry {order.entry}"
        reason = why.removeprefix(f"line {action.at + 1}: ")
        could_not = f"{line_name} could not be carried out"
        self.draft.tell(side, f"{could_not}, and line {cursor.at + 1} says `anyway`: {reason}")
        return order_after

    def _end_order(self, side: str, order: Statements, place: int, why: str) -> None:
        """End an order at this line; its own side is told of all that is left of it, and why."""
        self.draft.notes.left.append(Left(side, order.entry, place))
        lines = [text for text in order.texts[place - 1 :] if text]
        # The story tells of one's own order of this entry.
        if lines and (side, order.entry) != (self.own, self.draft.n):
            line_texts = "; ".join(f"`{line}`" for line in lines)
            because = why if why.startswith("line ") else f"{why[:1].upper()}{why[1:]}"
            above = "; ".join(f"`{text}`" for text in order.texts[: place - 1] if text)
            what_stands = f" What was done of {above} stands." if above else ""
            text = f"Not carried out of your order in entry {order.entry}: {line_texts}. {because}"
            text = f"{text.removesuffix('.')}.{what_stands}"
            self.draft.tell(side, text)
        self._stopped.add(side)
        if side == self.own:
            self.why = self.why or why

    def _order_at_cursor(self, order: Statements, slots: Slots, cursor: Cursor) -> Statements:
        """An order with its cursor moved on. What had its turn is opened where the position is public."""
        texts_used = slots.touched
        for place, (salt, text) in sorted(texts_used.items() if not self.draft.veiled else ()):
            if place + 1 not in order.opened:
                self.draft.notes.opened.append(Opened(order.entry, place + 1, salt, text))
        return replace(
            order,
            at=cursor.at,
            times=cursor.times,
            took=cursor.took,
            opened=tuple(sorted({*order.opened, *(place + 1 for place in texts_used)})),
            salts=tuple(texts_used.get(i, (salt, ""))[0] for i, salt in enumerate(order.salts)),
            texts=tuple(texts_used.get(i, ("", text))[1] for i, text in enumerate(order.texts)),
        )

    def _carry_out(
        self,
        request: Request,
        line: str,
        by: str,
        entry: int,
        place: int,
        before: Snapshot | None = None,
        why: str = "",
        where: str = "",
    ) -> None:
        """Answer a request by this line, guarded against errors of the program.

        `place`: of the line in the order of `entry`, 0 if it is of none. `where`: begins what the rules say against it.
        """

        def act() -> None:
            self.draft.play.answer(request.side, line, self.chance, where, by=by, why=why)

        # What fails of standing orders, or of the rules for an absent side, is no line of anybody's.
        self.guarded(request.side if place else "", entry, place, act, before)

    def guarded(
        self,
        side: str,
        entry: int,
        place: int,
        act: Callable[[], object],
        before: Snapshot | None = None,
    ) -> None:
        """Do this; an error that is none of the rules, after a die, is a fault and waits for the GM (rule 4).

        A fault must not undo dice that have fallen, or a GM could fail on purpose. A duel has no GM, and no faults.

        Args:
            before: to where a fault goes back; default: the position now.

        Raises: Whatever it raises before the first die of the entry, and errors of the rules.
        """
        draft, notes = self.draft, self.draft.notes
        events: list[Event] = list(draft.play.events)
        decisions: list[Decided] = list(draft.play.decisions)
        counts, uses, shuffles_before = notes.counts(), dict(draft.uses), draft.shuffles
        if isinstance(draft.play, Play):
            uses = dict(draft.play.table.labels)
        fault_recorded = self.chance.fault_here(side, entry, place)
        if before is None or (fault_recorded and before.checkpoint is None):
            before = draft.snapshot()
        kind = ""
        try:
            act()
        except (PbemError, Reached):
            if not fault_recorded:
                raise
        except Exception as error:  # whatever it is, it must not undo dice that have fallen
            fell = draft.offices.moderated and (notes.rolls or notes.shuffles)
            if not fault_recorded and not fell:
                self.chance.check_program()
                raise
            cause = error.__cause__ if isinstance(error, RulesFailed) else error
            kind = type(cause).__name__
        if (not fault_recorded and not kind) or draft.failure is not None:
            return
        counts_made = dict(zip(COUNTED, _grown(counts, notes.counts()), strict=True))
        own_fault = Fault(
            side=side or GM,
            entry=entry,
            place=place,
            kind=kind or "None",
            program=VERSION,
            **counts_made,
        )
        fault = self.chance.fault(own_fault)
        if [getattr(fault, name) for name in COUNTED] != _grown(counts, notes.counts()) or not (
            notes.rolls or notes.shuffles
        ):
            raise self.chance.mismatch("its fault does not tell of the dice that had fallen")
        if own_fault != replace(fault, program=VERSION):
            draft.doubts.append(f"the fault that entry {draft.n} tells of does not happen here")
        draft.restore(before)
        draft.shuffles = shuffles_before + fault.shuffles
        decks_shown = {deck_of(slot) for slot in notes.shown()}
        draft.drawn_decks = [deck for deck in draft.drawn_decks if deck in decks_shown]
        if before.checkpoint is not None:
            draft.play.table.events.extend(events)
            draft.play.decisions.extend(decisions)
        draft.failure = Failure(
            draft.n,
            fault,
            self.own,
            self.entry,
            tuple(sorted(draft.open_before)),
            tuple(sorted(self._stopped)),
            frozen(uses),
            tuple(notes.shuffles[len(notes.shuffles) - fault.shuffles :]),
            last_die_succeeded(events, draft.play.succeeded),
            tuple(notes.rolls[len(notes.rolls) - fault.rolls :]),
        )
        notes.faults.append(fault)


def _grown(before: list[int], after: list[int]) -> list[int]:
    return [now - old for old, now in zip(before, after, strict=True)]


def idle(now: ScriptAction) -> IllegalOrder:
    """Why an order of which no line would run is refused."""
    reason = IDLE
    if now.rung:
        reason = f"{now.why} now, so no line would be carried out"
    return IllegalOrder(where="", line=now.text or "...", reason=reason, instead="")


def go_on_where_nobody_owes(draft: Draft, chance: Chance) -> None:
    """After new ground: where all others are absent nobody is waited for, and the dice fall now."""
    if not draft.hidden and draft.play.at_chance and not draft.askings:
        Run(draft, chance).go_on()
        settle(draft)
