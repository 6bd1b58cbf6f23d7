"""States and other values to bytes and to plain data, and back: what goes into saves, hashes and JSON.

Bytes are quick, for ourselves; plain data is what positions are hashed from, corrected and shown as.
In both the rows of a table stand in the order of their names.
"""

from __future__ import annotations

import typing
from functools import cache
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_AS_IT_IS, _BY_NAME = msgspec.json.Encoder(), msgspec.json.Encoder(order="deterministic")

SCALARS = (str, int, bool)
LARGEST = 9999
"""No number of a position is above this, or below its negative: rules and pictures count that far."""
SPARSE = msgspec.Meta(extra={"sparse": True})
"""`Annotated` with it, a table of a state is left out of plain data while it is empty; it has a default."""


def encode(value: Any, as_it_is: bool = False) -> bytes:
    """A struct as JSON; `as_it_is`: with the rows of its tables in the order in which they came."""
    return (_AS_IT_IS if as_it_is else _BY_NAME).encode(value)


def decode(kind: type[T], data: bytes | msgspec.Raw) -> T:
    """The inverse of `encode`. Raises ValueError for anything else."""
    value_read: T = _decoder(typing.cast(Any, kind)).decode(data)
    return value_read


def copied(value: T) -> T:
    """A deep copy of a struct, as a save would give it back."""
    return decode(type(value), encode(value))


def dump(value: Any) -> Any:
    """Plain dicts, lists, strings, ints and booleans; None fields are left out, empty sparse ones too.

    Raises:
        TypeError: something that has no place in a saved state.
    """
    plain = tidied(msgspec.to_builtins(value, order="deterministic", builtin_types=(bytes,)))
    for name in sparse_fields(type(value)):
        if not plain[name]:
            del plain[name]
    return plain


def load(kind: type[T], data: Any) -> T:
    """The inverse of `dump`. Raises ValueError for anything else."""
    return msgspec.convert(data, kind)


def tidied(data: Any) -> Any:
    """What `encode` wrote, once it is read, as `dump` would have it but for sparse fields."""
    kind = type(data)
    if kind in SCALARS:
        return data
    if kind is dict:  # a call for each of its texts and numbers would cost more than all the rest
        return {
            key: item if type(item) in SCALARS else tidied(item)
            for key, item in data.items()
            if item is not None
        }
    if kind is list or kind is tuple:
        return [item if type(item) in SCALARS else tidied(item) for item in data]
    raise TypeError(f"{kind.__name__} has no place in a saved state")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def sparse_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields that `dump` leaves out while they are empty."""
    return _sparse_fields(typing.cast(Any, kind))


@cache
def _sparse_fields(kind: Any) -> tuple[str, ...]:
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return ()
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple(
        name for name, hint in hints.items() if SPARSE in getattr(hint, "__metadata__", ())
    )
