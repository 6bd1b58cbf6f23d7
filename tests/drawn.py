"""The system's random source, in tests: bytes that follow from the name of who draws them. And its clock.

Identities, salts and nonces come from it, and with them the dice and shuffles of a game. Each test, each fixture and
each game that is kept for several tests draws from its own name, so that a test which passes today passes tomorrow,
alone or among others. New dice are the long soak's part.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar
from unittest import mock

from pbem import system

P = ParamSpec("P")
T = TypeVar("T")

_name, _count, _keeps = "", 0, True
TIME = "3600"
"""What everybody's clock says: an hour of 1970, so that whatever time a test gives to its GM's is later."""


def _draw(size: int) -> bytes:
    global _count
    _count += 1
    return hashlib.shake_256(f"{_name} {_count}".encode()).digest(size)


def stand_in() -> None:
    """From now on `os.urandom` and `secrets` draw here, and the clock stands still."""
    os.environ[system.NOW] = TIME
    os.urandom = _draw
    random._urandom = _draw  # type: ignore[attr-defined]


@contextmanager
def by(name: str) -> Iterator[None]:
    """Within, draw by this name; afterwards go on as before."""
    global _name, _count
    before = _name, _count
    _name, _count = name, 0
    try:
        yield
    finally:
        _name, _count = before


def kept(made: Callable[P, T]) -> Callable[P, T]:
    """Like `functools.cache`, drawing by the function's name and arguments, whichever test calls it first."""
    known: dict[object, T] = {}

    @wraps(made)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, tuple(sorted(kwargs.items())))
        if key in known:
            return known[key]
        fixed = mock.patch.dict(os.environ, {system.NOW: TIME})
        with fixed, by(f"{made.__module__}.{made.__qualname__} {args} {kwargs}"):
            found = made(*args, **kwargs)
        if _keeps:
            known[key] = found
        return found

    once.cache_clear = known.clear  # type: ignore[attr-defined]
    return once


@contextmanager
def by_another_program() -> Iterator[None]:
    """Within, the program is not as it should be, so nothing that it makes is kept for later tests."""
    global _keeps
    before, _keeps = _keeps, False
    try:
        yield
    finally:
        _keeps = before
