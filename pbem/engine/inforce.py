"""Rules that run on data of a game's own: whatever of them runs, runs with it in force."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Generator
from contextlib import AbstractContextManager
from functools import partial, wraps
from types import coroutine
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pbem.engine.request import Menu
from pbem.engine.ruleset import RuleSet
from pbem.engine.table import Ask, Moment

if TYPE_CHECKING:
    from pbem.engine.odds import Odds

InForce = Callable[[], AbstractContextManager[object]]
"""Puts the data in force for a `with`."""


def within(force: InForce, call: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, run with the data in force; a coroutine at every step of it."""

    @wraps(call)
    def inside(*args: Any, **named: Any) -> Any:
        with force():
            result = call(*args, **named)
        return _steps(force, result) if inspect.iscoroutine(result) else result

    return inside


def written(force: InForce, fill: Callable[[Menu], None], menu: Menu) -> None:
    """Write a menu with the data in force; what is read of it later takes them along."""
    with force():
        fill(menu)
        menu.read_along(partial(within, force))  # makes the options that were left to be made


async def _steps(force: InForce, step: Coroutine[Any, Any, None]) -> None:
    await _driven(force, step)


@coroutine
def _driven(force: InForce, step: Coroutine[Any, Any, None]) -> Generator[Any, Any, None]:
    """Menus and questions are made when somebody looks at them, so they take the data along."""
    result: Any = None
    try:
        while True:
            try:
                with force():
                    effect = step.send(result)
            except StopIteration:
                return
            if isinstance(effect, Ask | Moment):
                for request in effect.requests:
                    if request.fill is not None:
                        request.fill = partial(written, force, request.fill)
                    if not isinstance(request.words, str):
                        request.words = within(force, request.words)
            result = yield effect
    finally:
        step.close()


class RunsWithin(RuleSet[Any]):
    """Before a rule set among the bases: all its methods run with `force`, and its odds too, though they are answered
    later."""

    def __init__(self, force: InForce) -> None:
        self.force = force

    def odds(self) -> dict[str, Odds]:
        return {
            name: replace(one, run=within(self.force, one.run))
            for name, one in super().odds().items()
        }

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if not inspect.ismethod(value):
            return value
        return within(super().__getattribute__("force"), value)
