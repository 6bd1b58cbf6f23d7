"""Runs one rule's coroutine with the answers and dice that a test writes down."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from pbem.engine.notation import match, option_of
from pbem.engine.request import Request
from pbem.engine.table import (
    Ask,
    Deal,
    Moment,
    Open,
    Peek,
    Prove,
    Roll,
    Show,
    Shuffle,
    Table,
    cards_in,
    spoken,
)
from pbem.errors import IllegalOrder


class Scripted:
    """A table whose decisions and dice are scripted; everything asked is kept for assertions.

    Attributes:
        answers: order lines, in the order in which they are asked; for both sides at once the
            first request's answer comes first. A stack's answer is `plan a b c`.
        dice: values in the order of rolling.
        secrets: what hidden slots hold; shuffles deal `contents` in the order given.
        asked: requests that were put (forced ones too).
        at_moment: what standing orders say at a moment, a line or "" for nothing. `passed`: the requests of
            moments at which nobody did anything.
        rolled: labels and values. `dealt`: slots and the sides to which they were dealt.
    """

    def __init__(
        self,
        state: Any,
        answers: Sequence[str] = (),
        dice: Sequence[int] = (),
        secrets: dict[str, str] | None = None,
    ) -> None:
        self.table: Table[Any] = Table(state)
        self.answers = list(answers)
        self.dice = list(dice)
        self.secrets = secrets if secrets is not None else {}
        self.asked: list[Request] = []
        self.rolled: list[tuple[str, int]] = []
        self.dealt: list[tuple[str, str]] = []
        self.at_moment: Callable[[Request], str] = lambda request: ""
        self.passed: list[Request] = []

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def story(self) -> list[str]:
        return [event.text for event in self.table.events if event.kind != "die"]

    def run(self, rule: Callable[..., Coroutine[Any, Any, Any]], *args: Any, **named: Any) -> Any:
        """Run `rule(table, *args)` to its end; every answer and die must have been used."""
        coroutine = rule(self.table, *args, **named)
        value: Any = None
        try:
            while True:
                value = self._result(coroutine.send(value))
        except StopIteration as stop:
            assert not self.answers, f"answers left over: {self.answers}"
            assert not self.dice, f"dice left over: {self.dice}"
            return stop.value
        finally:
            coroutine.close()

    def _result(self, effect: Any) -> Any:
        if isinstance(effect, Ask):
            return {request.side: self._answer(request) for request in effect.requests}
        if isinstance(effect, Moment):
            said = {r.side: (r, self.at_moment(r)) for r in effect.requests}
            self.passed += [r for r, line in said.values() if not line]
            return {s: r.read(match(r, line)) for s, (r, line) in said.items() if line} or None
        if isinstance(effect, Roll):
            assert self.dice, f"a die is missing: {effect.label}"
            value = self.dice.pop(0)
            self.rolled.append((spoken(effect.label), value))
            return value
        if isinstance(effect, Shuffle):
            slots = [f"deck:{effect.deck}:{i}" for i in range(effect.count)]
            cards = effect.contents(self.secrets)
            self.secrets.update(zip(slots, cards, strict=True))
            return slots
        if isinstance(effect, Open):
            return self.secrets[effect.slot]
        if isinstance(effect, Deal):
            card = self.secrets[effect.slot]
            self.dealt.append((effect.slot, effect.side))
            return card if effect.openly(card) else None
        if isinstance(effect, Peek):
            self.dealt.append((effect.slot, effect.side))
            return self.secrets[effect.slot]
        if isinstance(effect, Prove):
            return effect.holds(self._held(effect.slots))
        assert isinstance(effect, Show)
        return next(slot for slot in effect.slots if self.secrets.get(slot) == effect.card)

    def _held(self, slots: Sequence[str]) -> list[str]:
        return cards_in(slots, self.secrets)

    def _answer(self, request: Request) -> Any:
        self.asked.append(request)
        if request.stack is None:
            repr(
                (request.question, request.options)
            )  # as they read now: a test may look when the state has moved
        only = request.only()
        if only is not None:
            return request.read(only.line)
        assert self.answers, (
            f"an answer is missing: {request.side} {request.kind}: {request.question} "
            f"{[option.display() for option in request.options]}"
        )
        line = match(request, self.answers.pop(0))
        if request.stack is None:
            option = option_of(request, line)
            if option is not None and (why := option.against(self._held(request.slots))):
                raise IllegalOrder(where="", line=line, reason=option.because(why), instead="")
            return request.read(line)
        slots = tuple(
            f"{request.kind}:{request.side}:{i}" for i in range(1, request.stack.size + 1)
        )
        self.secrets.update(zip(slots, line.split()[1:], strict=True))
        return slots
