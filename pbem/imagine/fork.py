"""A game tried out from what one side may know: a world that fits it, played on line by line.

The lines are all there is to a branch; from the same start the same lines lead to the same position:

    sample 7                        what is hidden lies as seed 7 deals it (at first: 1)
    set lancaster plan 3: exeter    but for this
    dice 3 5                        so the next dice fall; `dice roll`, `dice roll 7`, `dice ask`
    robot lancaster                 a robot plays that side from here on; `robot lancaster simple`, `... off`
    policies                        one's own policies and scripts in force speak from here on; `policies off`
    york> march: march york         a side's order line, with its conditions
    lancaster>> pass                one that a robot gave

Nothing of it is signed or sealed, no key is needed, and no standing order speaks unasked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbem.engine import codec, foresight
from pbem.engine.condition import Look
from pbem.engine.facets.robot import Level
from pbem.engine.notation import match
from pbem.engine.play import OPEN, Decided, RulesFailed
from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.script import Cursor, ScriptLine, next_action, read, resume
from pbem.engine.standing import StandingOrders, answer, at_moment, line_ordered
from pbem.engine.table import Event, cards_in
from pbem.engine.unseen import Unseen, hidden_lines, suppose, with_changes
from pbem.engine.world import Sight, World
from pbem.errors import BadTry, IllegalOrder, NotYourTurn, PbemError
from pbem.imagine.branch_chance import DieComes, TriedChance
from pbem.ledger.sight import look_of

MOST_LINES = 1000
"""Lines of a branch."""
MOST_ROBOT = 400
"""Answers of robots in a row."""
ANSWERED = re.compile(r"([A-Za-z]\w*)(>>?)\s*(\S.*)", re.DOTALL)


class Start(Sight, frozen=True):
    """What a side sees where a branch begins. `standing`: its own orders that are in force then."""

    standing: StandingOrders = field(default_factory=StandingOrders)


class Queue(Struct):
    """A side's statements, and where they stand; `ran`: lines of the last one typed that were carried out."""

    statements: list[ScriptLine] = field(default_factory=list)
    cursor: Cursor = field(default_factory=Cursor)
    ran: int = 0

    def typed(self, statements: Sequence[ScriptLine]) -> None:
        """More of them; a line that still waits for its turn is given up, alarms stand."""
        self.cursor = Cursor(len(self.statements), 0, self.cursor.took)
        self.statements += statements
        self.ran = 0

    def stop(self) -> None:
        """Nothing of it runs any more, and no alarm stands: what is typed next begins anew."""
        self.statements, self.cursor = [], Cursor(took=self.cursor.took)


class LineResult(Struct, frozen=True):
    """What one line of a branch brought.

    Attributes:
        words: the line as the branch keeps it. `side`, `line`: whose order line it is, "" if none.
        slot: the card of a stack that it was an answer about, or "". `stack`: it is a stack itself.
        asked: the question that it answers. `notes`: what did not come of it.
    """

    words: str
    side: str = ""
    line: str = ""
    slot: str = ""
    stack: tuple[str, ...] = ()
    asked: str = ""
    by_robot: bool = False
    decisions: tuple[Decided, ...] = ()
    events: tuple[Event, ...] = ()
    notes: tuple[str, ...] = ()


class Fork:
    """A branch being tried.

    Attributes:
        done: its lines, and what each brought. `seed`: of what is hidden. `robots`: the sides that robots play, and how well.
        die: the die that waits to be chosen: its label and its sides; or None.
        unseen: what was hidden where in this world when it began. `kept`: slots that were known or set.
    """

    def __init__(self, start: Start, lines: Sequence[str] = ()) -> None:
        """Raises BadTry, and what `take` raises, for lines that do not lead anywhere from there."""
        self.start = start
        self._again(lines)

    # -- the world ----------------------------------------------------------------------------

    def _again(self, lines: Sequence[str]) -> None:
        """From the start once more."""
        self.done: list[LineResult] = []
        self.seed = 1
        self._sets: list[str] = []
        self._begin()
        for line in lines:
            self._do(line)

    def _begin(self) -> None:
        """Go back to where the branch begins, with hidden things dealt again by the seed. Raises BadTry."""
        start, rules = self.start, self.start.rules
        self.robots: dict[str, Level] = {}
        self.standing = deepcopy(start.standing)
        self.policies = False
        self.queues = {one: Queue() for one in rules.sides}
        self.die: tuple[str, int] | None = None
        self.chance = TriedChance(self.seed)
        try:
            world: World[Any] | None = World.dealt(start, self.chance, arrange=self._set)
        except RulesFailed as failed:
            raise BadTry(why=f"the rules end in an error there ({failed.__cause__})") from failed
        if world is None:
            raise BadTry(
                why="what you see here does not say how far this part of the turn has come; begin the "
                "branch at the next question"
            )
        self.play = world
        self._begins = None if start.checkpoint is not None else world.checkpoint
        if not self.play.at_chance:
            self._go_on()

    def _set(self, world: Any) -> None:
        """Lay hidden things where `set` lines want them. Raises BadTry if that does not fit what the side sees."""
        rules, side, secrets = self.start.rules, self.start.side, self.chance.secrets
        self.kept = [*self.start.known]
        self.unseen: Sequence[Unseen] = rules.imagination.unseen(world, side, secrets)
        if not self._sets:
            return
        view_before = codec.dump(rules.secrets.veil(world, side))
        places_set: dict[str, str] = {}
        for words in self._sets:
            changes = suppose(self.unseen, self.kept, words)
            self.unseen = with_changes(self.unseen, changes)
            self.kept.append(next(iter(changes)))
            places_set |= changes
        rules.imagination.lay(world, side, secrets, places_set)
        if codec.dump(rules.secrets.veil(world, side)) != view_before:
            raise BadTry(why="that does not fit what you see")

    @property
    def hidden(self) -> list[str]:
        """What lay hidden where when the branch began, a line a place."""
        return hidden_lines(self.unseen, self.kept)

    # -- looking ------------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet[Any]:
        return self.start.rules

    @property
    def side(self) -> str:
        """Whose branch it is."""
        return self.start.side

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(one.words for one in self.done)

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def result(self) -> Result | None:
        return self.play.result

    @property
    def waits(self) -> bool:
        """Does it stand before a die, so that `dice` goes on?"""
        return self.play.at_chance

    def known(self, side: str) -> dict[str, str]:
        """The cards of a side's hand in this world."""
        hand, secrets = self.rules.secrets.hand(self.state, side), self.chance.secrets
        return {slot: secrets[slot] for slot in hand if slot in secrets}

    def request(self, side: str = "") -> Request | None:
        """What is asked: of `side`, else of whose branch it is, else of anybody; None if nothing."""
        pending = [] if self.waits else self.play.pending
        for asked_side in (side,) if side else (self.side, *self.rules.sides):
            for request in pending:
                if request.side == asked_side:
                    return request
        return None

    def take(self, words: str) -> list[LineResult]:
        """A line, as typed, and what robots say then.

        Raises BadTry, IllegalOrder, UnknownWord, AmbiguousOrder, BadScript, NotYourTurn: nothing has changed.
        """
        before = self.lines
        try:
            self._do(" ".join(words.split()))
            self._robots()
        except PbemError:
            self._again(before)
            raise
        return self.done[len(before) :]

    def undo(self) -> str:
        """Take the last line back, with what robots said then; returns it. Raises BadTry."""
        lines = list(self.lines)
        while lines and ">> " in lines[-1]:
            lines.pop()
        if not lines:
            raise BadTry(why="there is nothing to take back")
        last = lines.pop()
        self._again(lines)
        return last

    def copied(self) -> Fork:
        """A copy of this branch that goes on from here on its own."""
        if self.play.checkpoint is self._begins:  # what was left of a step cannot be taken up twice
            return Fork(self.start, self.lines)
        copy: Fork = object.__new__(Fork)
        copy.__dict__.update(self.__dict__)
        copy.done, copy._sets, copy.robots = [*self.done], [*self._sets], {**self.robots}
        copy.queues = {
            side: Queue([*queue.statements], replace(queue.cursor), queue.ran)
            for side, queue in self.queues.items()
        }
        copy.chance, copy.standing = deepcopy(self.chance), deepcopy(self.standing)
        checkpoint = self.play.checkpoint.copied()
        copy.play = World(self.rules, checkpoint, copy.chance, self.play.over)
        copy.play.resume()
        copy.play.table.labels.update(self.play.table.labels)
        copy.play.events.extend(self.play.events)
        copy.play.decisions.extend(self.play.decisions)
        copy.play.at_moment = copy._at_moment if self.policies else None
        return copy

    def tried(self, words: str, dice: Sequence[int], rolls: Random | None = None) -> Fork:
        """A copy after one more line ("": after the die that waits). Raises as `take`.

        Args:
            dice: the first dice; at those after them it waits, or `rolls` rolls them.
        """
        other = self.copied()
        other.chance.chosen, other.chance.asks = [*dice], rolls is None
        other.chance.dice = rolls or other.chance.dice
        if words:
            other._do(" ".join(words.split()))
        else:
            other._go_on()
        other._robots()
        return other

    def _do(self, words: str) -> None:
        """Carry out one line of the branch, by its first word, and note in `done` what it brought."""
        if len(self.done) >= MOST_LINES:
            raise BadTry(why=f"a branch has at most {MOST_LINES} lines")
        row_count, event_count = len(self.play.decisions), len(self.play.events)
        word, _, argument = words.partition(" ")
        match word.lower():
            case "sample":
                self._sample(argument)
                line_result = LineResult(f"sample {self.seed}")
                row_count = event_count = 0
            case "set":
                self._begin_anew("set", self.seed, [*self._sets, argument])
                line_result = LineResult(words)
                row_count = event_count = 0
            case "dice":
                line_result = LineResult(self._dice(argument.split()))
            case "robot":
                line_result = LineResult(self._robot(argument.split()))
            case "policies" if argument.lower() in ("", "off"):
                self.policies = not argument
                self.play.at_moment = self._at_moment if self.policies else None
                line_result = LineResult(words.lower(), notes=tuple(self._go_on()))
            case _:
                line_result = self._order(words)
        events = [self._named(event) for event in self.play.events[event_count:]]
        decisions = self.play.decisions[row_count:]
        self.done.append(with_events(line_result, decisions, events, event_count))

    def _named(self, event: Event) -> Event:
        """The cards that its side is told of lie as they were dealt; the others' stay hidden."""
        known = self.chance.secrets if event.to == self.side else {}
        return event.naming(known, self.rules.words.card_name)

    def _sample(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 10):
            raise BadTry(why=f"it goes `sample 7`, a number, not `sample {rest}`")
        self._begin_anew("sample", int(rest) if rest else self.seed + 1, [])

    def _begin_anew(self, word: str, seed: int, sets: list[str]) -> None:
        """What is hidden lies otherwise; the same robots play."""
        if any(one.side or one.words.startswith("dice") for one in self.done):
            raise BadTry(why=f"`{word}` comes before the first line; begin another branch for it")
        self.seed, self._sets, robots = seed, sets, self.robots
        self._begin()
        self.robots = robots

    def _dice(self, words: list[str]) -> str:
        match [word.lower() for word in words]:
            case ["ask"]:
                self.chance.asks = True
            case ["roll"]:
                self.chance.asks = False
            case ["roll", seed] if seed.isascii() and seed.isdigit() and len(seed) < 10:
                self.chance.asks, self.chance.dice = False, Random(f"try {seed} dice")
            case [*numbers] if numbers and all(n.isascii() and n.isdigit() for n in numbers):
                self.chance.chosen = [int(number[:3]) for number in numbers]
            case _:
                raise BadTry(why="it goes `dice 3 5`, `dice roll`, `dice roll 7` or `dice ask`")
        if self.waits:
            self._go_on()
        return " ".join(["dice", *(word.lower() for word in words)])

    def _robot(self, words: list[str]) -> str:
        side, *how = [word.lower() for word in words] or [""]
        if side not in self.rules.sides or how not in ([], ["off"], *([level] for level in Level)):
            sides, levels = " or ".join(self.rules.sides), " or ".join([*Level, "off"])
            raise BadTry(why=f"it goes `robot SIDE` or `robot SIDE HOW`: {sides}; {levels}")
        self.robots.pop(side, None)
        if how != ["off"]:
            self.robots[side] = Level(*how) if how else Level.STEADY
        return " ".join(["robot", side, *how])

    def _order(self, words: str) -> LineResult:
        """Carry out an order line, `march: ...` or `york> march: ...`; the result. Raises BadTry."""
        side_match = ANSWERED.fullmatch(words)
        side, arrow, line = side_match.groups() if side_match is not None else ("", ">", words)
        side = side.lower()
        if side and side not in self.rules.sides:
            raise BadTry(why=f"there is no side `{side}`; there are {', '.join(self.rules.sides)}")
        request = self.request(side)
        if request is None:
            raise NotYourTurn(side=side or self.side, waiting=self._waiting())
        side = request.side
        question, slot = request.question, self.rules.policies.script_slot(self.state, request)
        stack: tuple[str, ...] = ()
        notes: list[str] = []
        if request.stack is not None:
            line = match(request, line)
            stack = tuple(line.split()[1:])
            self._guarded(lambda: self.play.give(request, line))
            self._go_on()
        else:
            line, notes = self._carry_out_line(side, line)
        robot = arrow == ">>"
        return LineResult(
            f"{side}{arrow} {line}", side, line, slot, stack, question, robot, notes=tuple(notes)
        )

    def _waiting(self) -> str:
        if self.result is not None:
            return f"the game is over in this branch: {self.result.reason}"
        if self.waits:
            return "a die comes first: `dice 3` chooses it, `dice roll` rolls it"
        return "; ".join(f"{r.side} is asked: {r.question}" for r in self.play.pending)

    def _carry_out_line(self, side: str, line: str) -> tuple[str, list[str]]:
        """Carry out a line with its conditions; the line spelled out, and notes on what did not come of it."""
        look, queue = self._look(side), self.queues[side]
        statements = read(line)
        if not statements:
            raise BadTry(why="there is nothing in this line")
        for term in (t for s in statements for condition in s.conditions for t in condition.terms):
            look(term)
        queue.typed(statements)
        decision_count = len(self.play.decisions)
        notes = self._go_on()
        if queue.ran and len(statements) == 1:
            decision = next(one for one in self.play.decisions[decision_count:] if one.side == side)
            line = line.replace(statements[0].line, decision.line)
        elif all(statement.alarm is not None for statement in statements):
            notes.append("This condition is checked before each later line of this side.")
        elif not queue.ran and not notes:
            notes.append(f"Skipped: the condition of `{line}` does not hold here.")
        return line, notes

    def _go_on(self) -> list[str]:
        """Run to the next question that no line answers, or to a die that waits; what lines were left, and why."""
        notes: list[str] = []
        if self.play.at_chance:
            self._guarded(lambda: self.play.go_on(self.chance))
        while not self.play.at_chance and any(self._answer(r, notes) for r in self.play.pending):
            pass
        return notes

    def _answer(self, request: Request, notes: list[str]) -> bool:
        """Answer this request by a policy or the next line that waits; was it? `notes` grows by what was not done."""
        side = request.side
        if request.kind == OPEN:
            self._guarded(lambda: self.play.give(request, OPEN))
            return True
        if self._prepared(request):
            return True
        queue = self.queues[side]
        if request.stack is not None or queue.cursor.at >= len(queue.statements):
            return False
        action = next_action(queue.statements, queue.cursor, self._look(side))
        line = line_ordered(request, action)
        if line is None:
            if action.rung:
                stop_text = queue.statements[action.at].text
                notes.append(f"Your lines stop before `{stop_text}`: {action.why}.")
            elif action.text:
                notes.append(f"`{action.text}` asks you.")
            if action.text:
                queue.stop()
            return False
        try:
            self._guarded(lambda: self.play.answer(side, line, self.chance))
        except IllegalOrder as error:
            if not queue.ran:
                raise
            notes.append(f"Not carried out: `{action.text}`. {error}")
            if resume(queue.statements, queue.cursor, action.at):
                return True
            queue.stop()
            return False
        queue.ran += 1
        return True

    def _prepared(self, request: Request) -> bool:
        """Do the policies and scripts in force answer, where they were asked to?"""
        if not self.policies or request.side != self.side or request.stack is not None:
            return False
        slot, look = self.rules.policies.script_slot(self.state, request), self._look(request.side)
        hand = cards_in(request.slots, self.chance.secrets)
        kinds = reactions_of(self.rules)
        prepared = answer(self.standing, request, slot, kinds, look, hand)
        if prepared is None:
            return False
        side, line, by, why = request.side, prepared.line, prepared.by, prepared.why
        self._guarded(lambda: self.play.answer(side, line, self.chance, by=by, why=why))
        return True

    def _at_moment(self, request: Request) -> str:
        """What they say where nobody is asked: a line, `ask`, or nothing."""
        if request.side != self.side:
            return ""
        hand = cards_in(request.slots, self.chance.secrets)
        declined = (request.side, request.kind) in self.play.declined
        line_at_moment = at_moment(self.standing, request, self._look(request.side), hand, declined)
        return line_at_moment.line if line_at_moment is not None else ""

    def _look(self, side: str) -> Look:
        return look_of(self.rules, self.play, side)

    def _guarded(self, act: Callable[[], object]) -> None:
        """Do it; it may end at a die that waits."""
        self.die = None
        try:
            act()
        except DieComes as comes:
            self.die = (comes.label, comes.sides)
        except RulesFailed as failed:
            raise BadTry(why=f"the rules end in an error there ({failed.__cause__})") from failed

    def _robots(self) -> None:
        for _ in range(MOST_ROBOT):
            pending = () if self.waits else self.play.pending
            request = next((r for r in pending if r.side in self.robots), None)
            if request is None or any(r.side not in self.robots for r in pending):
                return  # of what several lay down at once a robot's is the last to be seen
            sight, level = self.play.sight(request), self.robots[request.side]
            self._do(f"{request.side}>> {foresight.robot_answer(sight, request, level)}")


def with_events(
    result_so_far: LineResult, decisions: list[Decided], events: list[Event], before: int
) -> LineResult:
    """With what happened, decisions among events."""
    moved = tuple(replace(one, after=one.after - before) for one in decisions)
    return replace(result_so_far, decisions=moved, events=tuple(events))


def steps(start: Start, lines: Sequence[str]) -> Iterator[Fork]:
    """A branch after each of its lines. Raises as `Fork`."""
    fork = Fork(start)
    for line in lines:
        fork._do(line)
        yield fork
