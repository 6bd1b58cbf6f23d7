"""Arguments of the public API that are of another type than it says: refused at once, by name, and not deep inside."""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
PLAIN = (str, bytes, bytearray)
"""Sequences that nobody means as one."""
HINTS = {
    "Identity": "Get one from `pbem.own_identity()` or `pbem.Identity.load(path, passphrase)`.",
    "_Game": "Make a game with `pbem.open(path, identity)` or `pbem.Game.new(gm, rules, scenario)`.",
}
"""By the name of a type, what gives one."""


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function raise TypeError if an argument does not fit its annotation."""
    names = function.__code__.co_varnames
    hints: dict[str, Any] = {}

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        if not hints:
            hints.update(typing.get_type_hints(function))
        for name, value in (*zip(names, args, strict=False), *kwargs.items()):
            if name in hints and not fits(value, hints[name]):
                raise TypeError(_refusal(function, name, value))
        return function(*args, **kwargs)

    return call


def fits(value: object, kind: Any) -> bool:
    """Is a value of this type? A bool is no int, and a text no sequence of texts."""
    origin, inside = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, one) for one in inside)
    if kind in (Any, None, type(None)):
        return kind is Any or value is None
    if origin is int and isinstance(value, bool):
        return False
    if not isinstance(value, origin) or (origin is Sequence and isinstance(value, PLAIN)):
        return False
    if origin is Mapping:
        return all(fits(k, inside[0]) and fits(v, inside[1]) for k, v in value.items())
    return origin is not Sequence or all(fits(item, inside[0]) for item in value)


def _refusal(function: Callable[..., Any], name: str, value: object) -> str:
    expected = function.__annotations__[name]
    hint = next((hint for kind, hint in HINTS.items() if kind in expected), "")
    if isinstance(value, str) and "Sequence" in expected:
        hint = f"It is a list of lines, such as [{value!r}]."
    shown_value = repr(value) if len(repr(value)) <= 60 else f"{repr(value)[:57]}..."
    return f"{name} is {shown_value} ({type(value).__name__}); expected {expected}. {hint}".rstrip()
