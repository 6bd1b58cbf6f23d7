"""The system's random source, in tests: bytes that follow from the name of who draws them.

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
from functools import cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_name, _count = "", 0


def _draw(size: int) -> bytes:
    global _count
    _count += 1
    return hashlib.shake_256(f"{_name} {_count}".encode()).digest(size)


def stand_in() -> None:
    """From now on `os.urandom` and `secrets` draw here."""
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

    @cache
    @wraps(made)
    def once(*args: P.args, **kwargs: P.kwargs) -> T:
        with by(f"{made.__module__}.{made.__qualname__} {args} {kwargs}"):
            return made(*args, **kwargs)

    return once
