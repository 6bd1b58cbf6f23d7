"""Dataclasses to plain data and back: what goes into snapshots, hashes and JSON."""

from __future__ import annotations

import dataclasses
import operator
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


SCALARS = (str, int, bool)
Reader = Callable[[Any], Any]


def dump(value: Any) -> Any:
    """Plain dicts (keys sorted), lists, strings, ints and booleans; None fields are left out."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is dict:
        return {
            key: item if type(item) in SCALARS else dump(item)
            for key, item in sorted(value.items(), key=_first)
        }
    if kind is list or kind is tuple:
        return [item if type(item) in SCALARS else dump(item) for item in value]
    out = {}
    names, values = _fields(typing.cast(Any, kind))
    for name, item in zip(names, values(value), strict=True):
        if type(item) in SCALARS:
            out[name] = item
        elif item is not None:
            out[name] = dump(item)
    return out


_first = operator.itemgetter(0)


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], Reader]:
    """The field names of a dataclass, and what reads all of them. Raises TypeError."""
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no place in a saved state")
    names = tuple(f.name for f in dataclasses.fields(kind))
    if len(names) > 1:
        return names, operator.attrgetter(*names)
    return names, lambda value: tuple(getattr(value, name) for name in names)


def load(kind: type[T], data: Any) -> T:
    """The inverse of `dump` for a dataclass `kind`."""
    return typing.cast(T, _reader(typing.cast(Any, kind))(data))


@cache
def _reader(kind: Any) -> Reader:
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind in SCALARS or kind is Any:
        return _same
    if origin in (typing.Union, types.UnionType):
        (inner,) = [a for a in args if a is not type(None)]
        return _reader(inner)
    if origin is list or origin is tuple:
        item = _reader(args[0])
        make: Reader = list if origin is list else tuple
        return make if item is _same else lambda data: make(map(item, data))
    if origin is dict:
        item = _reader(args[1])
        return dict if item is _same else lambda data: {key: item(d) for key, d in data.items()}
    if dataclasses.is_dataclass(kind):
        return _dataclass_reader(typing.cast(Any, kind))
    raise TypeError(f"cannot read a {kind}")


def _same(data: Any) -> Any:
    return data


def _dataclass_reader(kind: Any) -> Reader:
    hints = typing.get_type_hints(kind)
    deep: dict[str, Reader] = {}  # filled at the first use, because a kind may contain itself

    def read(data: Any) -> Any:
        if not deep:
            deep.update({name: _reader(hint) for name, hint in hints.items()})
            for name in [name for name, reader in deep.items() if reader is _same]:
                del deep[name]
            deep.setdefault("", _same)
        fields = dict(data)
        for name in deep.keys() & fields.keys():
            fields[name] = deep[name](fields[name])
        return kind(**fields)

    return read
