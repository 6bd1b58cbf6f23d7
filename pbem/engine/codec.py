"""Dataclasses to plain data and back: what goes into snapshots, hashes and JSON."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def dump(value: Any) -> Any:
    """Plain dicts (keys sorted), lists, strings, ints and booleans; None fields are left out."""
    kind = type(value)
    if kind is str or kind is int or kind is bool:
        return value
    if kind is dict:
        return {key: dump(value[key]) for key in sorted(value)}
    if kind is list or kind is tuple:
        return [dump(item) for item in value]
    if dataclasses.is_dataclass(kind):
        out = {}
        for name in _names(kind):
            item = getattr(value, name)
            if item is not None:
                out[name] = dump(item)
        return out
    raise TypeError(f"{kind.__name__} has no place in a saved state")


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(kind))


def load(kind: type[T], data: Any) -> T:
    """The inverse of `dump` for a dataclass `kind`."""
    reader: Callable[[Any], Any] = _reader(typing.cast(Any, kind))
    return typing.cast(T, reader(data))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind in (str, int, bool) or kind is Any:
        return lambda data: data
    if origin in (typing.Union, types.UnionType):
        (inner,) = [a for a in args if a is not type(None)]
        return _reader(inner)
    if origin is list:
        item = _reader(args[0])
        return lambda data: [item(d) for d in data]
    if origin is tuple:
        item = _reader(args[0])
        return lambda data: tuple(item(d) for d in data)
    if origin is dict:
        item = _reader(args[1])
        return lambda data: {key: item(d) for key, d in data.items()}
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return lambda data: typing.cast(Any, kind)(
            **{name: _reader(hints[name])(item) for name, item in data.items()}
        )
    raise TypeError(f"cannot read a {kind}")
