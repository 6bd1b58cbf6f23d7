"""Orders at work: statements run, standing orders answer, until somebody has to be asked.

An order's own statements come first where its side is asked; where somebody else is asked, what he said
in advance. After the first die nothing is refused: what stands, stands (PROTOCOL.md, rule 4).
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
from pbem.ledger.values import (
    ABSENT,
    EARLIER,
    GM,
    MOST,
    OWN,
    POLICY,
    Failure,
    Statements,
    replace,
)
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
        """What was done as a fault ended it, from the line that failed on."""
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
            self._leave(self.own, waiting, waiting.at + (waiting.times > 0) + 1, why)

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
            went = self._turn()

        self.guarded("", self.draft.n, 0, turn, self.draft.snapshot(moving=False))
        return went

    def _turn(self) -> bool:
        draft = self.draft
        pending = () if draft.verdict else draft.play.pending
        if draft.rest_step != draft.play.checkpoint.asked:
            still_waiting = {
                s: w for s, w in draft.rest.items() if w.entry == self.entry and not w.by
            }
            for side, waiting in draft.rest.items():
                if side not in still_waiting and (lines := waiting.remaining):
                    line_texts = "; ".join(f"`{line}`" for line in lines)
                    where = f"of your order in entry {waiting.entry}"
                    draft.tell(
                        side, f"Lapsed, as that part of the turn is over: {line_texts} {where}."
                    )
            draft.rest = still_waiting
        if len(draft.play.requests) > 1 and all(r.stack is None for r in draft.play.requests):
            return self._laid(pending)
        return any(self._answered(request) for request in pending)

    def _laid(self, pending: Sequence[Request]) -> bool:
        """A choice that several make at once: laid down one by one, and laid open by the last."""
        draft = self.draft
        for request in pending:
            if request.side in draft.laid:
                continue
            if request.side in draft.rest:
                if self._lays_down(request):
                    draft.laid.append(request.side)
                else:
                    self._next_statement(request, draft.rest[request.side])
            elif self._put_now(request):
                line = self.chance.laid_by_policy(request)
                if line is not None:
                    draft.laid.append(request.side)
                    secret = (line or None,)
                    draft.rest[request.side] = Statements(
                        draft.n, 0, 0, (), secret, ("",), by=POLICY
                    )
        if any(request.side not in draft.laid for request in pending):
            return False
        for side in draft.laid:
            draft.brings[side] = draft.rest[side].entry
        draft.laid.clear()
        answers = [self._answered(request, at_once=True) for request in pending]
        return any(answers)

    def _lays_down(self, request: Request) -> bool:
        """Has a side's order an answer that it lays down secretly? Who knows it checks that it is legal; what is not
        is passed over for a line that says `anyway`, as `_next_statement` does when all is laid open.

        Raises:
            IllegalOrder: it is the first line of this step's order, and not possible.
        """
        side = request.side
        waiting = self.draft.rest[side]
        if None in waiting.texts:
            return self.chance.lays_down(request)
        texts = [
            script_line(text) if text else ScriptLine("", ASK)
            for text in waiting.texts
            if text is not None
        ]
        cursor = Cursor(waiting.at, waiting.times, waiting.took)
        first = self._first(side, waiting)
        while True:
            now = next_action(texts, cursor, self.draft.look(side))
            line = line_ordered(request, now)
            if line is None:
                if first:
                    raise idle(now)
                return False
            trial: Any = game_at(self.draft.rules, self.draft.position())
            where = f"line {now.at + 1}: "
            try:
                if self.draft.veiled:
                    self._check_meaning(request, now.line, line, where)
                trial.answer(side, line, self.chance, where)
            except RULES_SAY_NO:
                if first:
                    raise
                if not resume(texts, cursor, now.at):
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

    def _answered(self, request: Request, at_once: bool = False) -> bool:
        """Was this question answered without its player: by waiting lines, a policy or script, or the rules for an absent side?"""
        draft, side = self.draft, request.side
        if request.kind == OPEN or request.stack is not None:
            return False
        waiting = draft.rest.get(side)
        if waiting is not None and waiting.by == POLICY:
            laid = draft.snapshot()
            del draft.rest[side]
            line = self.chance.line_laid(side, waiting)
            self._carry_out(request, line, POLICY, waiting.entry, 0, laid)
            return True
        if waiting is not None and self._next_statement(request, waiting):
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

    def _next_statement(self, request: Request, waiting: Statements) -> bool:
        """Carry out the next line of an order that waits, if one can be. What cannot ends the order, unless a line goes on."""
        draft, side = self.draft, request.side
        before = draft.snapshot()
        slots = self._slots(waiting, side)
        cursor = Cursor(waiting.at, waiting.times, waiting.took)
        now = next_action(slots, cursor, draft.look(side))
        line = line_ordered(request, now)
        moved = self._moved(waiting, slots, cursor)
        first = self._first(side, waiting)
        if line is None:
            if first:
                raise idle(now)
            del draft.rest[side]
            if now.text:
                self._leave(side, waiting, now.at + 1, now.why)
            return False
        draft.rest[side] = moved
        by, count = OWN if waiting.entry == draft.n else EARLIER, len(draft.play.decisions)
        try:
            if draft.veiled:
                self._check_meaning(request, now.line, line, f"line {now.at + 1}: ")
            self._carry_out(
                request, line, by, waiting.entry, now.at + 1, before, where=f"line {now.at + 1}: "
            )
        except RULES_SAY_NO as error:
            if first:
                raise
            if self.chance.goes_on(moved, now.at + 1):
                return self._next_statement(
                    request, self._passed_over(side, moved, now, str(error))
                )
            del draft.rest[side]
            self._leave(side, waiting, now.at + 1, str(error))
            return False
        self.used += by == OWN
        if draft.failure is None:
            draft.ran.append((side, waiting.entry, now.at + 1, draft.play.decisions[count].line))
        return True

    def _check_meaning(self, request: Request, typed: str, line: str, where: str) -> None:
        """Would its author's program see that the line is theirs? Raises IllegalOrder."""
        spelled = match(request, line, where)
        if not meaning(typed, spelled, short_forms(self.draft.rules)):
            reason = f"it could mean `{spelled}`, and where pieces are hidden such a line is written in full"
            raise IllegalOrder(
                where=where, line=typed, reason=reason, instead=f"Write `{spelled}`."
            )

    def _passed_over(
        self, side: str, waiting: Statements, now: ScriptAction, why: str
    ) -> Statements:
        """An order that goes on with the next line that says `anyway`, after one that could not be carried out."""
        slots, cursor = self._slots(waiting, side), Cursor(waiting.at, 0, waiting.took)
        if not resume(slots, cursor, now.at):
            raise self.chance.mismatch(
                "an order goes on after a line that could not be carried out"
            )
        self.draft.rest[side] = moved = self._moved(waiting, slots, cursor)
        where = f"Line {now.at + 1} of your order in entry {waiting.entry}"
        reason = why.removeprefix(f"line {now.at + 1}: ")
        sentence = (
            f"{where} could not be carried out, and line {cursor.at + 1} says `anyway`: {reason}"
        )
        self.draft.tell(side, sentence)
        return moved

    def _leave(self, side: str, waiting: Statements, place: int, why: str) -> None:
        """An order ends at this line; its own side is told of all that is left of it."""
        self.draft.notes.left.append(Left(side, waiting.entry, place))
        lines = [text for text in waiting.texts[place - 1 :] if text]
        if lines and (side, waiting.entry) != (
            self.own,
            self.draft.n,
        ):  # the story tells of that one
            line_texts = "; ".join(f"`{line}`" for line in lines)
            because = why if why.startswith("line ") else f"{why[:1].upper()}{why[1:]}"
            above = "; ".join(f"`{text}`" for text in waiting.texts[: place - 1] if text)
            stood = f" What was done of {above} stands." if above else ""
            text = (
                f"Not carried out of your order in entry {waiting.entry}: {line_texts}. {because}"
            )
            text = f"{text.removesuffix('.')}.{stood}"
            self.draft.tell(side, text)
        self._stopped.add(side)
        if side == self.own:
            self.why = self.why or why

    def _slots(self, waiting: Statements, side: str) -> Slots:
        return Slots(self.draft, self.chance, waiting, side)

    def _moved(self, waiting: Statements, slots: Slots, cursor: Cursor) -> Statements:
        """An order as it stands at its cursor. What had its turn is opened, to everybody where the position
        is public."""
        touched = slots.touched
        for place, (salt, text) in sorted(touched.items() if not self.draft.veiled else ()):
            if place + 1 not in waiting.opened:
                self.draft.notes.opened.append(Opened(waiting.entry, place + 1, salt, text))
        return replace(
            waiting,
            at=cursor.at,
            times=cursor.times,
            took=cursor.took,
            opened=tuple(sorted({*waiting.opened, *(place + 1 for place in touched)})),
            salts=tuple(touched.get(i, (salt, ""))[0] for i, salt in enumerate(waiting.salts)),
            texts=tuple(touched.get(i, ("", text))[1] for i, text in enumerate(waiting.texts)),
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
        """Do it; an error that is none of the rules, after a die, is a fault (rule 4), but not in a duel.

        Args:
            before: to where a fault goes back; default: where it stands.

        Raises:
            whatever it raises before the first die of the entry, and errors of the rules.
        """
        draft, notes = self.draft, self.draft.notes
        events: list[Event] = list(draft.play.events)
        decisions: list[Decided] = list(draft.play.decisions)
        counts, uses, shuffled = notes.counts(), dict(draft.uses), draft.shuffles
        if isinstance(draft.play, Play):
            uses = dict(draft.play.table.labels)
        expected = self.chance.fault_here(side, entry, place)
        if before is None or (expected and before.checkpoint is None):
            before = draft.snapshot()
        kind = ""
        try:
            act()
        except (PbemError, Reached):
            if not expected:
                raise
        except Exception as error:  # whatever it is, it must not undo dice that have fallen
            fell = draft.offices.moderated and (notes.rolls or notes.shuffles)
            if not expected and not fell:
                self.chance.check_program()
                raise
            cause = error.__cause__ if isinstance(error, RulesFailed) else error
            kind = type(cause).__name__
        if (not expected and not kind) or draft.failure is not None:
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
        draft.shuffles = shuffled + fault.shuffles
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
