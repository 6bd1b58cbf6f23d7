"""The driver: runs the rules' coroutines from decisions and chance, and can be put away at any request.

A game in progress is a checkpoint (the state between two steps) and the record of every result
that the current step's coroutine was given since. `resume` feeds the record back; the cost is bounded
by one step, not by the length of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Raw, Struct
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.checkpoint import Checkpoint, Patched
from pbem.engine.decision import Decision, decision
from pbem.engine.notation import match, option_of
from pbem.engine.patch import patch
from pbem.engine.request import OPEN as OPEN
from pbem.engine.request import Option, Request
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.scenarios import starting_state
from pbem.engine.script import ASK
from pbem.engine.state import GameState
from pbem.engine.table import (
    NAMED,
    Ask,
    Cards,
    Deal,
    Effect,
    Event,
    Holds,
    Moment,
    Open,
    Peek,
    Prove,
    Roll,
    Show,
    Shuffle,
    Table,
)
from pbem.engine.vocabulary import short_forms
from pbem.errors import (
    GameOver,
    IllegalOrder,
    NotYourTurn,
    PbemError,
)
from pbem.slots import slot_words

S = TypeVar("S", bound=GameState)
Answer = str | list[str]


class Chance(Protocol):
    """Where dice and hidden cards come from: the GM's keys, the log, or a seed in a test."""

    def roll(self, label: str, sides: int) -> int: ...

    def shuffle(
        self, deck: str, count: int, contents: Callable[[Cards], list[str]]
    ) -> list[str]: ...

    def open(self, slot: str) -> str | None:
        """The card in a slot, from now on public; None if only its owner can tell."""
        ...

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None: ...

    def peek(self, slot: str, side: str) -> str:
        """The card in a slot, dealt to `side` only; of a game whose state is veiled."""
        ...

    def show(self, slots: tuple[str, ...], card: str) -> str:
        """The slot holding `card`. Raises IllegalOrder if none does."""
        ...

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        """Is this true of the cards in these slots? Into the record goes no more than the answer."""
        ...

    def against(self, request: Request, option: Option) -> str:
        """Why the cards of its side, as far as they are known here, do not allow an option; or ""."""
        ...


TURN_UP = "Open {card}: only you can tell what it is."
RESERVED = frozenset({"ready", OPEN, "keep", "lock", "agree"})
"""Kinds of questions that no rules may ask: their names belong to the protocol (PROTOCOL.md, section 13)."""


@decision(OPEN)
class OpenSlot(Decision):
    """The only answer where a card is to be turned up that its owner alone knows."""


class Decided(Struct, frozen=True):
    """One answered request: what the log and the reports show. A secret stack shows its verb only.

    Attributes:
        after: how many events of the entry came before it, so that reports keep the order.
        forced: the only legal line, so nobody was asked.
        by: `script` or `policy` if standing orders decided, `earlier` if lines of an earlier order
            did, `ruling` if the GM did, `absent` if the rules did for a side that is absent.
        why: the statement of the standing orders, for their owner.
    """

    side: str
    request: str
    line: str
    after: int = 0
    forced: bool = False
    by: str = ""
    why: str = ""


class RulesFailed(Exception):
    """The rules ended in an error that is none of theirs; the cause is chained."""


class Play(Generic[S]):
    """A running game. After every public call it stands at open requests, at chance that nobody may
    make yet (`at_chance`), or is over.

    Attributes:
        table: the state and the events since `begin_entry`.
        pending: the requests that wait for an answer.
        decisions: what was decided since `begin_entry`, forced answers included.
        at_moment: what a side's standing orders say at a moment: a line, `ask`, or "" for nothing.
        succeeded: whether the last die before these events succeeded.
        declined: side and kind, where a side was asked at a moment of this step and wanted nothing.
    """

    def __init__(self, rules: RuleSet[S], checkpoint: Checkpoint) -> None:
        self.rules = rules
        self.checkpoint = checkpoint
        self.table: Table[S] = Table(codec.decode(rules.state_type, checkpoint.state))
        self.requests: tuple[Request, ...] = ()
        self.decisions: list[Decided] = []
        self._waiting: Open | None = None
        self._effect: Effect | None = None
        self._asked = checkpoint.asked
        self.at_moment: Callable[[Request], str] | None = None
        self.succeeded = True
        self.declined: list[tuple[str, str]] = []
        self._moments, self._quiet = 0, checkpoint.quiet
        self._run: Coroutine[Any, Any, None] | None = None

    @classmethod
    def new(
        cls, rules: RuleSet[S], scenario: str, options: Mapping[str, Any], version: int = 0
    ) -> Play[S]:
        """A game before its first step; the arguments as in `starting_state`."""
        return cls(rules, Checkpoint.of(starting_state(rules, scenario, options, version)))

    @property
    def state(self) -> S:
        return self.table.state

    @property
    def events(self) -> list[Event]:
        """What happened since `begin_entry`."""
        return self.table.events

    @property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    @property
    def stands_still(self) -> bool:
        """Between two steps: does no other follow?"""
        return self.result is not None

    @property
    def pending(self) -> tuple[Request, ...]:
        return tuple(r for r in self.requests if r.side not in self.checkpoint.answers)

    def request(self, side: str) -> Request:
        """The open request of `side`. Raises NotYourTurn, GameOver."""
        for request in self.pending:
            if request.side == side:
                return request
        result = self.result
        if result is not None:
            raise GameOver(result=result.reason)
        others = waited_for(self.pending)
        raise NotYourTurn(side=side, waiting=others or "the game has not begun")

    def begin_entry(self, at_moment: Callable[[Request], str] | None = None) -> None:
        """Forget the events and decisions of the entry before."""
        self.at_moment, self.succeeded = at_moment, True
        self.table.events.clear()
        self.decisions.clear()

    def resume(self) -> None:
        """Replay the record since the checkpoint, without any chance.

        Raises:
            ValueError: the record does not fit the rules.
        """
        record = list(self.checkpoint.record)
        effect = self._send(None)
        self._patched(0, effect)
        for number, result in enumerate(record, 1):
            if effect is None:
                raise ValueError("the record is longer than the step")
            effect = self._send(self._stored(effect, result))
            self._patched(number, effect)
        self._stop_at(effect)
        self.begin_entry()
        self.table.labels.clear()

    def began(self) -> S:
        """A fresh state as the current step began, with what was corrected before anything else in it."""
        state = codec.decode(self.rules.state_type, self.checkpoint.state)
        for entry in self.checkpoint.patches:
            if not entry.after:
                patch(state, entry.line)
        return state

    def put_again(self) -> None:
        """The open requests get new names, and answers of one side that waited for another are dropped."""
        self.checkpoint.answers.clear()
        self.checkpoint.passed += 1
        self._stop_at(self._effect)

    @property
    def at_chance(self) -> bool:
        """Does it stand at a die or at hidden cards, so that `go_on` is next?"""
        return self._effect is not None and self._waiting is None and not self.requests

    def _patched(self, number: int, effect: Effect | None) -> None:
        some = [entry.line for entry in self.checkpoint.patches if entry.after == number]
        for line in some:
            patch(self.table.state, line)
        for request in effect.requests if some and isinstance(effect, Ask) else ():
            request.forget()

    def patch(self, line: str) -> str:
        """Correct the state where the game stands; returns the line spelled out. Raises BadPatch."""
        spelled = patch(self.table.state, line)
        self.checkpoint.patches.append(Patched(len(self.checkpoint.record), spelled))
        for request in self.requests:
            request.forget()
        return spelled

    @property
    def number(self) -> int:
        """The number in the name of the request now open."""
        return self._asked + 1 + self.checkpoint.passed

    def start(self, chance: Chance) -> None:
        """Begin at the checkpoint and run to the first request."""
        self._advance(self._send(None), chance)

    def go_on(self, chance: Chance) -> None:
        """Run on from where it stands at chance."""
        self._advance(self._effect, chance)

    def answer(
        self, side: str, typed: str, chance: Chance, where: str = "", by: str = "", why: str = ""
    ) -> str:
        """Give one side's answer to a menu request and run on; `by` and `why` as in Decided.

        Returns:
            its order line, spelled out.

        Raises:
            NotYourTurn, GameOver: nothing is asked of `side`.
            UnknownWord, AmbiguousOrder, IllegalOrder: see `notation.match`; nothing has changed.
        """
        request = self.request(side)
        line = match(request, typed, where)
        option = option_of(request, line)
        if option is not None and (against := chance.against(request, option)):
            raise IllegalOrder(where=where, line=line, reason=option.because(against), instead="")
        hidden = option is not None and option.shows and NAMED + option.shows not in request.slots
        # A secret choice of both sides is laid down when both have chosen, by the rules.
        if option is not None and hidden and not request.secret_menu:
            chance.show(request.slots, option.shows)
        self._decide(request, line, Decided(side, request.id, line, by=by, why=why), chance)
        return line

    def answer_stack(self, side: str, slots: list[str], chance: Chance, by: str = "") -> None:
        """Give one side's answer to a secret stack request: the slots that hide its cards."""
        request = self.request(side)
        if request.stack is None or len(slots) != request.stack.size:
            raise IllegalOrder(
                where="", line="plan", reason="no such stack is asked for", instead=""
            )
        decided = Decided(side, request.id, request.stack.verb, by=by)
        self._decide(request, slots, decided, chance)

    def _decide(self, request: Request, answer: Answer, row: Decided, chance: Chance) -> None:
        """Take a side's answer, and go on once all who are asked have answered."""
        if self._waiting is not None:
            self._turn_up(self._waiting.slot, row, chance)
            return
        self._note(row)
        self.checkpoint.answers[request.side] = answer
        if self.pending:
            return
        self._advance(self._answered(), chance)

    def _turn_up(self, slot: str, row: Decided, chance: Chance) -> None:
        """Go on with a hidden card that its owner was asked to open: the card is the answer, not what the owner wrote."""
        card = chance.open(slot)
        if card is None:
            why = f"the opening of {slot_words(slot)} is missing"
            raise IllegalOrder(where="", line=row.line, reason=why, instead="")
        self._note(row)
        self._waiting, self.checkpoint.waiting, self.requests = None, False, ()
        self.checkpoint.passed += 1
        self.checkpoint.record.append(card)
        self._advance(self._send(card), chance)

    def _note(self, decided: Decided) -> None:
        self.decisions.append(replace(decided, after=len(self.table.events)))

    def _answered(self) -> Effect | None:
        result = dict(self.checkpoint.answers)
        self.checkpoint.record.append(result)
        self.checkpoint.answers = {}
        effect = Ask(self.requests)
        self.requests = ()
        return self._send(self._stored(effect, result))

    def _stored(self, effect: Effect, result: Any) -> Any:
        if isinstance(effect, Ask):
            self._asked += 1
            self._quiet = 0
            self.declined += [
                (r.side, r.kind) for r in effect.requests if r.moment and result[r.side] == "no"
            ]
        return stored(effect, result)

    def _send(self, value: Any) -> Effect | None:
        """Run to the next effect, over the ends of steps; None when the game is over."""
        while True:
            if self._run is None:
                if self.stands_still:
                    return None
                self._run = self.rules.step(self.table)
                value = None
            self.table.listened = self.at_moment is not None or bool(self.checkpoint.moments)
            try:
                effect: Effect | Moment = self._run.send(value)
            except PbemError as error:
                raise RulesFailed(type(error).__name__) from error
            except StopIteration:
                self._count_silent()
                self._run, self._moments, self.declined = None, 0, []
                self._end_step()
                continue
            self._count_silent()
            if not isinstance(effect, Moment):
                return effect
            self._quiet += 1
            if spoken := self._spoken(effect):
                return Ask(spoken)
            value = None

    def _count_silent(self) -> None:
        """Moments at which nobody listened count like those at which nobody spoke."""
        self._quiet += self.table.silent
        self._moments += self.table.silent
        self.table.silent = 0

    def _spoken(self, moment: Moment) -> tuple[Request, ...]:
        """The requests of a moment at which somebody acts or wants to be asked."""
        return tuple(request for request in moment.requests if self._speaks(request))

    def _end_step(self) -> None:
        """The next step starts from what a save would give, down to the order of its tables."""
        if self.state.beaten and (self.result is not None or self._in_new_turn()):
            self.state.beaten.clear()
        state = codec.encode(self.state)
        if state != codec.encode(self.state, as_it_is=True):
            self.table.state = codec.decode(self.rules.state_type, state)
        passed = self.checkpoint.passed
        self.checkpoint = Checkpoint(Raw(state), self._asked, passed=passed, quiet=self._quiet)

    def _in_new_turn(self) -> bool:
        before = codec.decode(self.rules.state_type, self.checkpoint.state)
        return self.rules.words.turn(before) != self.rules.words.turn(self.state)

    def _speaks(self, request: Request) -> bool:
        """Does the side act or want to be asked at this moment?

        While the record is fed back, as it says; then as standing orders say, which see the request as if it were
        open.
        """
        self._moments += 1
        if self._moments in self.checkpoint.moments:
            return True
        if self.at_moment is None:
            return False
        request.id, request.short_forms = self._name(request), partial(short_forms, self.rules)
        self.requests = (request,)
        line_said = self.at_moment(request)
        self.requests = ()
        if line_said:
            self.checkpoint.moments.append(self._moments)
        if line_said == ASK:
            self._note(Decided(request.side, request.id, ASK, by="policy"))
        return bool(line_said)

    def _name(self, request: Request) -> str:
        """A moment's tells which of the many before the next question it is. Raises ValueError."""
        if request.kind in RESERVED and self._waiting is None:
            raise ValueError(f"no rules may ask under the name `{request.kind}`")
        which = f".{self._quiet}" if request.moment else ""
        return f"{request.kind}-{self.number}{which}"

    def _advance(self, effect: Effect | None, chance: Chance) -> None:
        """Run the rules from `effect`: chance answers what it can, until a side has to decide, a card is missing, or all is over."""
        self._effect = effect
        while effect is not None:
            self._effect = effect
            if isinstance(effect, Ask):
                self._stop_at(effect)
                only_lines = [option.line for r in effect.requests if (option := r.only())]
                if len(only_lines) < len(effect.requests):
                    return
                for request, line in zip(effect.requests, only_lines, strict=True):
                    self._note(Decided(request.side, request.id, line, forced=True))
                    self.checkpoint.answers[request.side] = line
                effect = self._answered()
                continue
            if isinstance(effect, Roll):
                result: Any = chance.roll(effect.label, effect.sides)
            elif isinstance(effect, Shuffle):
                result = chance.shuffle(effect.deck, effect.count, effect.contents)
            elif isinstance(effect, Deal):
                result = chance.deal(effect.slot, effect.side, effect.openly) or ""
            elif isinstance(effect, Peek):
                result = chance.peek(effect.slot, effect.side)
            elif isinstance(effect, Show):
                result = chance.show(effect.slots, effect.card)
            elif isinstance(effect, Prove):
                result = chance.prove(effect.slots, effect.holds)
            else:
                result = chance.open(effect.slot)
                if result is None:
                    self.checkpoint.waiting = True
                    self._stop_at(effect)
                    return
            self.checkpoint.record.append(result)
            effect = self._send(self._stored(effect, result))
        self._effect = None
        self.requests = ()

    def _stop_at(self, effect: Effect | None) -> None:
        """Hold at what the rules want: their questions, or one for a hidden card that only its owner can open."""
        self._waiting, self._effect = None, effect
        if isinstance(effect, Ask):
            self.requests = effect.requests
            for request in effect.requests:
                request.id = self._name(request)
                request.short_forms = partial(short_forms, self.rules)
        elif isinstance(effect, Open) and self.checkpoint.waiting:
            self._waiting = effect
            request = Request[OpenSlot](
                effect.owner,
                OPEN,
                TURN_UP.format(card=slot_words(effect.slot)),
                "",
                lambda menu: menu.offer(OpenSlot()),
                forced=False,
            )
            request.id = self._name(request)
            self.requests = (request,)
        else:
            self.requests = ()

    @property
    def waiting_for_opening(self) -> str:
        """The slot that only its owner can open, or ""."""
        return self._waiting.slot if self._waiting else ""


def waited_for(pending: Iterable[Request]) -> str:
    """Who is asked what, for somebody who is not."""
    return "; ".join(f'{request.side} is asked "{request.question}"' for request in pending)


def stored(effect: Effect, result: Any) -> Any:
    """A recorded result in the form that the coroutine expects."""
    if isinstance(effect, Ask):
        return {
            request.side: tuple(answer) if isinstance(answer, list) else request.read(answer)
            for request in effect.requests
            if (answer := result[request.side]) is not None
        }
    if isinstance(effect, Shuffle):
        return list(result)  # the rules draw from their own copy
    return (result or None) if isinstance(effect, Deal) else result
