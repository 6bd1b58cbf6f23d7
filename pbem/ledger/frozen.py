"""Values that cannot change: read-only mappings, and structs of them to bytes and back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
Frozen = MappingProxyType


class Value(Struct, frozen=True):
    """A frozen struct of the ledger."""


def frozen(rows: Mapping[K, V] | None = None) -> Frozen[K, V]:
    """A read-only copy."""
    return MappingProxyType(dict(rows or {}))


def dumps(value: Any) -> bytes:
    """A value as bytes, its mappings in the order that they have."""
    return msgspec.msgpack.encode(value, enc_hook=_plain)


def loads(kind: type[T], raw: bytes) -> T:
    """The inverse of `dumps`. Raises ValueError for anything else."""
    try:
        return msgspec.msgpack.decode(raw, type=kind, dec_hook=_made)
    except (msgspec.MsgspecError, TypeError) as error:
        raise ValueError("not such a value") from error


def _plain(value: Any) -> Any:
    if isinstance(value, MappingProxyType):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no place in a ledger")


def _made(kind: Any, data: Any) -> Any:
    if get_origin(kind) is not MappingProxyType:
        raise TypeError(f"cannot read a {kind}")
    key, value = get_args(kind)
    return MappingProxyType(msgspec.convert(data, dict[key, value], dec_hook=_made))  # type: ignore[valid-type]


def sorted_json(value: Any) -> bytes:
    """Plain data as JSON, keys sorted: for what no signature covers."""
    return msgspec.json.encode(value, order="sorted")


def read(raw: bytes) -> Any:
    """The inverse of `spelled`."""
    return msgspec.json.decode(raw)
