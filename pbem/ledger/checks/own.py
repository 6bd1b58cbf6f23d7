"""What the owner of a key checks in a game whose rules they cannot play (PROTOCOL.md, section 18).

Each decision that is said to be one's own is compared with what one wrote; what this cannot tell rests, and is
counted in `Own`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.play import OPEN, Decided
from pbem.engine.script import ASK, PASS, Cursor, ScriptLine, script_line
from pbem.engine.script import read as read_script
from pbem.errors import FalseEntry
from pbem.ledger import sight
from pbem.ledger.checks import due, hidden, lines
from pbem.ledger.checks.classes import MOVING
from pbem.ledger.checks.due import DueLine, Unseen
from pbem.ledger.checks.lines import Meaning
from pbem.ledger.checks.own_answers import SCRIPT, OwnAnswers
from pbem.ledger.checks.questions import is_moment
from pbem.ledger.glimpse import Glimpse, ToldMenu, asked_of, load_request, same_question, strictly
from pbem.ledger.values import EARLIER, MOST, OWN, POLICY, Own, Statements, is_ready, replace
from pbem.protocol.bodies import Fault, Left, OpenQuestion

if TYPE_CHECKING:
    from pbem.engine.condition import Look
    from pbem.engine.request import Request


class OwnCheck(OwnAnswers):
    """The check of one entry by the owner of a side's key."""

    def check(self, decisions: Sequence[Decided], ran: Sequence[Any], gone: Sequence[str]) -> None:
        """Compare one's own decisions, lines and lost cards, as one's story has them, with the record and one's
        orders.

        Args:
            ran: rows entry, place, line: which of one's own statements became which line.

        Raises: FalseEntry. BadScript, ValueError, TypeError: the story cannot be read.
        """
        own_rows = [(row.request, "forced" if row.forced else row.by) for row in decisions]
        own_decisions = [row for row in self.record.decisions if row.side == self.side]
        record_rows = [(row.request, row.by) for row in own_decisions]
        if own_rows != record_rows or any(row.side != self.side for row in decisions):
            raise self.wrong("the decisions in your story are not those of the entry")
        rows = [(int(entry), int(place), str(line)) for entry, place, line in ran]
        for row in decisions:
            self._decision(row)
        self._check_own_lines(decisions, rows)
        self.turned = self._cards_turned_up(decisions)
        self.gone = tuple(gone)

    def after(self, play: Glimpse) -> Own:
        """What became of one's own lines and cards; call it after `check`, once one sees the position after the entry.

        Args:
            play: as one sees the game after the entry, with the menu of what one is asked if that is here.

        Raises FalseEntry: an order of one's own ended in the wrong place.
        """
        for row in self.scripted:
            self._script(row, play)
        self._check_not_in_spite(play)
        self._check_lines_come_first(play)
        passed_count, conditions_before = len(self.passed), self.conditions
        for end in self.record.left:
            if end.side == self.side:
                self._check_end(end)
        lapsed = self._lapsed_lines(play)
        if self._menu_proves_end(play):
            del self.passed[passed_count:]
            self.conditions = conditions_before
        return Own(
            self.exact,
            tuple(self.short),
            self.policies,
            tuple(self.forced),
            tuple(self.ruled),
            self.gone,
            self.conditions,
            lapsed,
            self.turned,
            tuple(self.passed),
            late=self._late_lines(play),
        )

    def _late_lines(self, play: Glimpse) -> tuple[str, ...]:
        """Lines of earlier orders that were carried out in this entry, but may have lapsed before.

        They waited in a step of the sequence of play that is over after the entry, or nobody here can tell; and a
        later step can have asked for them too.
        """
        orders_waiting = {row.entry: row for row in self.draft.ledger.position.rest.values()}
        before, rules, requests = self.before.state, self.draft.rules, hidden.answered(self.record)
        stays = hidden.in_step(self.draft, self.kind, self.record, before, self.source.asked)

        def may_be_late(order: Statements, name: str) -> bool:
            if self._stays(order, play):
                return False
            # An order of which nobody knows the step may have lapsed before this entry.
            if not stays or not order.stage:
                return True
            return rules.secrets.asked_later(before, play.state, requests, self._at(name))

        return tuple(
            line
            for entry, line, name in self.earlier
            if entry in orders_waiting and may_be_late(orders_waiting[entry], name)
        )

    def _at(self, name: str) -> int:
        """The place among the decisions of the record at which one answers this request."""
        rows = [(row.side, row.request) for row in self.record.decisions]
        return rows.index((self.side, name))

    def _check_lines_come_first(self, play: Glimpse) -> None:
        """Where an order waits, a policy or script answers only after all its lines, and not after one that ended it.

        When an order of another step of the sequence of play lapsed, nobody here knows. Raises FalseEntry.
        """
        has_ended = any(end.side == self.side for end in self.record.left)
        for row, order in self.answered:
            if has_ended:
                raise self.wrong(
                    f"your {row.by} answers `{row.request}`, though an order of yours ends in it"
                )
            if order is None or not self._stays(order, play):
                continue
            statements = _read(order)
            if not lines.reach(statements, self._turns(order), len(statements) + 1):
                why = (
                    f"your {row.by} answers `{row.request}`, and lines of your order had their turn"
                )
                raise self.wrong(why)

    def _stays(self, waiting: Statements, play: Glimpse) -> bool:
        """Is the step of the sequence of play after the entry still the one in which this order waited before it?"""
        questions = [*self.source.asked, *self.record.questions]
        if self.kind.ground or any(is_moment(one.request) for one in questions):
            return False
        if self.record.faults or self.record.result is not None:
            return False
        stage = self.draft.rules.secrets.stage
        was = stage(self.before.state) if waiting.entry == self.draft.n else waiting.stage
        return was != "" and stage(play.state) == was

    # -- one's own lines ----------------------------------------------------------------------

    def _check_own_lines(
        self, decisions: Sequence[Decided], ran: Sequence[tuple[int, int, str]]
    ) -> None:
        """Check that each line said to be one's own (`ran`: entry, place, line) is what one wrote in that place."""
        mine = [
            n
            for n, row in enumerate(decisions)
            if row.by in (OWN, EARLIER) and not row.forced and not self._without_line(row.request)
        ]
        lines_claimed = [decisions[n].line for n in mine]
        if lines_claimed != [line for _, _, line in ran]:
            lines_ran = [line for _, _, line in ran]
            raise self.wrong(f"the GM says that you ordered {lines_claimed}, by lines {lines_ran}")
        fault = self.failure.fault if self.failure is not None else None
        first_due = self._first_due(ran)
        line_of = dict(zip(mine, ran, strict=False))
        for n, row in enumerate(decisions):
            if row.by in (POLICY, SCRIPT) and not row.forced and not is_moment(row.request):
                self.answered.append((row, self.draft.rest.get(self.side)))
            if n not in line_of:
                continue
            entry, place, line = line_of[n]
            if entry != self.draft.n:
                self.earlier.append((entry, line, row.request))
            order = self.draft.rest.get(self.side)
            if order is None or order.entry != entry:
                raise self.wrong(
                    f"`{line}` is said to be of your order in entry {entry}, which does not wait"
                )
            if fault is not None and (fault.side, fault.entry) == (self.side, entry):
                self._not_before(fault, place, line, n == mine[0])
            self._check_line(order, place, line, first_due, row.request)
            first_due = None

    def _not_before(self, failed: Fault, place: int, line: str, first: bool) -> None:
        """A line that failed is carried out before those behind it, if it had rolled. Raises FalseEntry.

        Args:
            place, line: of one's own that is carried out in the order that failed; `first`: before all others.
        """
        if place < failed.place:
            raise self.wrong(
                f"`{line}` stands before line {failed.place} of your order, which had failed"
            )
        if first and place > failed.place and self.failure is not None and self.failure.rolls:
            raise self.wrong(
                f"line {failed.place} of your order had rolled, and `{line}` is carried out in its place"
            )

    def _without_line(self, request: str) -> bool:
        """Is it answered by cards, not by a line?"""
        if request.startswith(f"{OPEN}-"):
            return True
        failure = self.failure
        if self.kind.name == "ruling again" and failure is not None and not failure.fault.place:
            return failure.fault.side == self.side and request in failure.open_before
        return any(
            q.side == self.side and q.request == request and q.stack is not None
            for q in self.source.asked
        )

    def _first_due(self, ran: Sequence[tuple[int, int, str]]) -> DueLine | None:
        """The first line due of an order that begins in this entry; None if none begins, or nobody here can tell.

        Raises FalseEntry if it was not carried out: an order whose first line is impossible is refused whole.
        """
        order = self.draft.rest.get(self.side)
        if order is None or not self._begins(order):
            return None
        try:
            first_line = due.first(_statements(order), self._look(self.draft.play, order))
        except Unseen:
            return None
        places = [place for entry, place, _ in ran if entry == order.entry]
        places += [
            fault.place
            for fault in self.record.faults
            if (fault.side, fault.entry) == (self.side, order.entry)
        ]
        if not first_line.runs:
            raise self.wrong("it takes an order of yours of which no line would be carried out")
        if places[:1] != [first_line.place]:
            text = order.texts[first_line.place - 1]
            why = f"line {first_line.place} of your order, `{text}`, comes first, and it was not carried out"
            raise self.wrong(why)
        return first_line

    def _begins(self, waiting: Statements) -> bool:
        """Is this order carried out from its first line on in this entry?"""
        draft, side = self.draft, self.side
        if waiting.entry == draft.n:
            question = next((q for q in self.source.asked if q.side == side), None)
            return question is not None and question.stack is None and side not in draft.laid
        laid = side in draft.ledger.position.laid and side not in draft.laid and any(waiting.texts)
        return laid and self.kind.of is MOVING and not self.record.faults

    def _look(self, play: Glimpse, waiting: Statements) -> Look:
        """What one's conditions see before anything happens in the entry; see `sight.look_of`."""
        now = replace(play, events=())
        seen = sight.look_of(self.draft.rules, now, self.side)
        mine = [r for r in now.requests if r.side == self.side and waiting.entry == self.draft.n]

        def look(words: tuple[str, ...]) -> int | bool | str:
            if (words[0] == "asked" and not mine) or (
                words[0] == "can" and not any(r.options for r in mine)
            ):
                raise Unseen
            return seen(words)

        return look

    def _check_line(
        self, order: Statements, place: int, line: str, first_due: DueLine | None, request: str
    ) -> None:
        """Check that a line which the GM carried out as one's own is what one wrote at `place`, and count it as used.

        `first_due` is what must come first of an order that begins here, or None. Raises FalseEntry: the line means
        something else, comes once more than it says, or its `else` does not follow.
        """
        texts = order.texts
        text = texts[place - 1] if 0 < place <= len(texts) else None
        if not text:
            raise self.wrong(
                f"the GM says that you ordered `{line}`, and you wrote nothing in that place"
            )
        statement = read_script(text)[0]
        match = lines.meaning(statement.line, line, self.called)
        if not match:
            why = f"the GM says that you ordered `{line}`; you wrote `{text}` in that place"
            raise self.wrong(why)
        old_request = self._shown(request)
        if old_request is not None and (meant := due.meant(old_request, statement.line)) != line:
            real_meaning = f"means `{meant}`" if meant else "means no line"
            why = f"`{statement.line}` of your order {real_meaning} by what you were asked, and the GM carried out `{line}`"
            raise self.wrong(why)
        if old_request is not None and statement.line.lower() == PASS:
            match = Meaning.EXACT
        again = place == order.at + 1 and order.times > 0
        times = order.times + 1 if again else 1
        if place < order.at + 1 or times > statement.most:
            raise self.wrong(
                f"line {place} of your order, `{text}`, is carried out once more than it says"
            )
        if first_due is not None:
            if_held = {first_due.took}
        else:
            if_held = {order.took} if again else self._if_held_at(order, place)
        if first_due is None and statement.otherwise and not again:
            if False not in if_held:
                why = f"line {place} of your order, `{text}`, is carried out, and so was the `if` above it"
                raise self.wrong(why)
            if_held = {True}
        elif first_due is None and statement.guard is not None:
            if_held = {True}
        if match is Meaning.EXACT:
            self.exact += 1
        else:
            self.short.append((text, line))
        unsure = (
            first_due is None and not again and (statement.guard is not None or statement.otherwise)
        )
        self.conditions += statement.until is not None or unsure
        self.draft.rest[self.side] = replace(
            order, at=place - 1, times=times, took=True in if_held, unsure=len(if_held) > 1
        )

    def _shown(self, name: str) -> Request | None:
        """What one was asked under this name before the entry, with its menu; None where that is not here."""
        for request in self.draft.play.requests:
            if (request.side, request.id) == (self.side, name) and request.options:
                matching: Request = request
                return matching
        return None

    def _if_held_at(self, order: Statements, upto: int) -> set[bool]:
        """What the last `if` may have been as place `upto` had its turn (see `lines.reach`); counts lines passed over.

        Raises FalseEntry: a line between was neither carried out nor left over, and no condition allows that.
        """
        statements, at = _read(order), order.at + 1
        if_held = {order.took, not order.took} if order.unsure else {order.took}
        if order.times and upto == at:
            return if_held
        held_before = lines.reach(statements, self._turns(order), upto)
        places_between = range(at + (order.times > 0), upto)
        if not held_before:
            texts_between = [text for place in places_between if (text := order.texts[place - 1])]
            texts = ", ".join(f"`{text}`" for text in texts_between) or "the one above"
            why = f"of your order {texts} was neither carried out nor left over, and no condition allows that"
            raise self.wrong(why)
        for place in places_between:
            statement = statements[place - 1]
            if statement is None:
                break
            if statement.guard is None and not statement.otherwise and statement.alarm is None:
                self.passed.append(statement.text)
            may_differ = statement.otherwise and len(if_held) > 1
            self.conditions += statement.guard is not None or may_differ
            if_held = if_held if statement.guard is None else {True, False}
        return held_before

    def _turns(self, waiting: Statements) -> set[lines.Turn]:
        """What may have its turn next of an order, besides a line that is carried out once more."""
        at = waiting.at + 1
        if_held = {waiting.took, not waiting.took} if waiting.unsure else {waiting.took}
        if not waiting.times:
            return {lines.Turn(at, took) for took in if_held}
        statements = _read(waiting)
        return {
            turn
            for took in if_held
            for turn in lines.after_line(statements, at, waiting.times, took)
        }

    def _check_end(self, end: Left) -> None:
        """Check where one's order ended: no line above was skipped, and no line below goes on. Raises FalseEntry."""
        order = self.draft.rest.get(self.side)
        if order is None or order.entry != end.entry:
            return  # that it waits has been checked
        statements = _read(order)
        if end.place < order.at + 1:
            raise self.wrong(f"your order ends at line {end.place}, which had its turn before")
        if_held = self._if_held_at(order, end.place)
        statement = statements[end.place - 1]
        alarms = any(above is not None and above.alarm for above in statements[: end.place])
        asks = statement is None or statement.line.lower() == ASK or any(statement.conditions)
        if statement is not None and statement.otherwise and False not in if_held and not alarms:
            why = f"your order ends at line {end.place}, though the `if` above it was carried out"
            raise self.wrong(why)
        behind = any(below is not None and below.anyway for below in statements[end.place :])
        if behind and not asks and not alarms:
            why = f"your order ends at line {end.place}, though a line behind it says `anyway`"
            raise self.wrong(why)

    def _lapsed_lines(self, play: Glimpse) -> tuple[str, ...]:
        """The lines that may have lapsed of an order that waits while its author is asked again; () if none did.

        The rest of an order lapses with its step of the sequence of play, and after the last decision that an entry
        can hold. A stack ends it too, because its answer is an order of its own. Otherwise all its lines must have
        had their turn, or FalseEntry is raised.
        """
        stacks = any(
            row.side == self.side and row.stack is not None and not self._was_asked(row)
            for row in self.record.questions
        )
        latest = self.draft.rest.get(self.side)
        if stacks and latest is not None and not self.record.faults and self._ended(latest) is None:
            return latest.remaining
        order = self._waits()
        if order is None or self._ended(order) is not None:
            return ()
        if self._same_step(order, play) and len(self.record.decisions) < MOST:
            self._if_held_at(order, len(order.texts) + 1)
            return ()
        return order.remaining

    def _waits(self) -> Statements | None:
        """One's order, if it waits and one is asked anew, for an order line."""
        question = next((one for one in self.record.questions if one.side == self.side), None)
        if question is None or self._was_asked(question):
            return None
        if not _has_menu(question):
            return None
        return self.draft.rest.get(self.side) if not self.record.faults else None

    def _was_asked(self, question: OpenQuestion) -> bool:
        """Was this question open before the entry?"""
        return any(same_question(question, before) for before in self.source.asked)

    def _ended(self, waiting: Statements) -> Left | None:
        mine = (self.side, waiting.entry)
        return next((one for one in self.record.left if (one.side, one.entry) == mine), None)

    def _same_step(self, waiting: Statements, play: Glimpse) -> bool:
        """Does the step of the sequence of play go on in which this order waits, as everybody sees?"""
        if waiting.entry == self.draft.n:
            return True
        own_request = next(one for one in play.requests if one.side == self.side)
        if self.kind.ground or is_moment(own_request.id):
            return False
        return waiting.stage != "" and self.draft.rules.secrets.stage(play.state) == waiting.stage

    def _menu_proves_end(self, play: Glimpse) -> bool:
        """Does the menu of one's new question prove that one's order ended in the right place? False where it cannot.

        Raises FalseEntry: the order ended before a line that this menu offers, or elsewhere.
        """
        order = self._waits()
        if order is None or len(self.record.decisions) >= MOST:
            return False
        end_left = self._ended(order)
        mine = next(one for one in play.requests if one.side == self.side)
        asks_others = any(one.id == mine.id and one.side != self.side for one in play.requests)
        if asks_others or not mine.options or not (end_left or self._same_step(order, play)):
            return False
        end_place, due_lines = end_left.place if end_left else 0, list[DueLine]()
        statement = _statements(order)[order.at] if order.times else None
        over = statement is not None and statement.line.lower() == PASS
        for took in {order.took, order.took and not order.unsure}:
            at = Cursor(order.at + over, 0 if over else order.times, took)
            look = sight.look_of(self.draft.rules, play, self.side)
            try:
                due_lines.append(due.due_line(_statements(order), at, mine, look, self.called))
            except Unseen:
                return False
        if any(one.place == end_place and not one.runs for one in due_lines):
            return True
        text = order.texts[due_lines[0].place - 1]
        if due_lines[0].runs:
            why = f"line {due_lines[0].place} of your order, `{text}`, can be carried out as you are asked now, and was not"
            raise self.wrong(why)
        end = f"at line {end_place}" if end_place else "behind its last line"
        raise self.wrong(f"your order is said to end {end}, and by what you are asked it does not")


def _read(waiting: Statements) -> list[ScriptLine | None]:
    """The statements of an order; None for padding."""
    return [read_script(text)[0] if text else None for text in waiting.texts]


def _statements(waiting: Statements) -> list[ScriptLine]:
    """The statements of an order as a run carries them out: padding becomes `ask`."""
    return [script_line(text) if text else ScriptLine("", ASK) for text in waiting.texts]


def _has_menu(row: OpenQuestion) -> bool:
    """Is it answered by an order line?"""
    return row.stack is None and not is_ready(row.request) and not row.request.startswith("open-")


def check_menu(n: int, question: OpenQuestion | None, menu: Any) -> None:
    """A menu that opens is one, and that of one's own question, field by field. Raises FalseEntry."""
    try:
        strictly(ToldMenu, menu)
    except ValueError as error:
        raise FalseEntry(n=n, why=f"the menu that you are shown is none: {error}") from error
    request = load_request(menu)
    if (
        question is None
        or asked_of(request, replace(question, side=request.side, request=request.id)) != question
    ):
        raise FalseEntry(n=n, why="the menu that you are shown is of another question")
    choice = request.stack is not None or request.kind == OPEN or bool(request.options)
    if not choice or (request.stack is not None) == ("options" in menu):
        raise FalseEntry(n=n, why="the menu that you are shown has nothing to choose from")
