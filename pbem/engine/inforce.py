"""Rules that run on data of a game's own: whatever of them runs, runs with it in force."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Coroutine, Generator, Mapping
from functools import cached_property, partial, wraps
from types import coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from pbem.engine.facets.data import InForce
from pbem.engine.request import Menu
from pbem.engine.ruleset import RuleSet
from pbem.engine.state import GameState
from pbem.engine.table import Ask, Moment

if TYPE_CHECKING:
    from pbem.engine.odds import Odds

S = TypeVar("S", bound=GameState)
T = TypeVar("T")


def within(force: InForce, call: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, run with the data in force; a coroutine at every step of it."""

    @wraps(call)
    def inside(*args: Any, **options: Any) -> Any:
        with force():
            result = call(*args, **options)
        return _steps(force, result) if inspect.iscoroutine(result) else result

    return inside


def menu_in_force(force: InForce, fill: Callable[[Menu], None], menu: Menu) -> None:
    """Write a menu with the data in force; what is read of it later takes them along."""
    with force():
        fill(menu)
        menu.read_along(partial(within, force))  # makes the options that were left to be made


async def _steps(force: InForce, step: Coroutine[Any, Any, None]) -> None:
    await _with_data(force, step)


@coroutine
def _with_data(force: InForce, step: Coroutine[Any, Any, None]) -> Generator[Any, Any, None]:
    """A step of the rules that runs with its data in force, as do its menus and questions, which are made later."""
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
                        request.fill = partial(menu_in_force, force, request.fill)
                    if not isinstance(request.words, str):
                        request.words = within(force, request.words)
            result = yield effect
    finally:
        step.close()


def run_within(rules: RuleSet[S], files: Mapping[str, str]) -> RuleSet[S]:
    """The rule set on an owner's own files (name to TOML): all its methods and those of its facets run with these
    in force, and its odds too, though they are answered later. Raises BadData."""
    force = rules.data.in_force(files)
    own = _all_within(force, rules)
    setattr(own.chances, "odds", partial(_odds_within, force, own.chances.odds))  # noqa: B010
    own.data = rules.data.replaced(files)
    return own


def _all_within(force: InForce, thing: T) -> T:
    """A copy of which every public method runs with the data in force, and of its facets likewise."""
    own = copy.copy(thing)
    for name in dir(type(thing)):
        part = getattr(type(thing), name)
        if name.startswith("_"):
            continue
        if inspect.isfunction(part):
            setattr(own, name, within(force, getattr(own, name)))
        elif isinstance(part, cached_property):
            vars(own).pop(name, None)
            setattr(own, name, _all_within(force, getattr(own, name)))
    return own


def _odds_within(force: InForce, odds: Callable[[], Mapping[str, Odds]]) -> dict[str, Odds]:
    return {name: replace(one, run=within(force, one.run)) for name, one in odds().items()}
