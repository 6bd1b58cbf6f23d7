"""Signed bodies as trees of typed fields: found by walking over their types, so a field that is new is found too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect

from pbem.protocol.bodies import EntryBody

Path = tuple[str | int, ...]
Json = Any


@cache
def type_of(kind: type) -> Any:
    return inspect.type_info(kind)


class Place(Struct, frozen=True):
    """A value of a body, or where one was left out.

    Attributes:
        path: of keys and indices from the body.
        owner, field: the type that has it, and its serialised name there; `type` for the name of a type itself.
        kind: its own type. `default`: what it is where it is left out, or NODEFAULT.
    """

    path: Path
    owner: str
    field: str
    kind: Any
    default: Any

    @property
    def name(self) -> str:
        return f"{self.owner}.{self.field}"


def places(body: Json) -> Iterator[Place]:
    """Every place of an entry's body, outer ones first; those of signatures too."""
    yield from _of_struct(type_of(EntryBody), body, ())


def _of_struct(kind: Any, value: Json, path: Path) -> Iterator[Place]:
    owner = kind.cls.__name__
    if kind.tag_field is not None:
        yield Place((*path, kind.tag_field), owner, kind.tag_field, kind, msgspec.NODEFAULT)
    for field in kind.fields:
        here = (*path, field.encode_name)
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        yield Place(here, owner, field.encode_name, field.type, default)
        if field.encode_name in value:
            yield from _of(field.type, value[field.encode_name], here)


def _of(kind: Any, value: Json, path: Path) -> Iterator[Place]:
    struct = struct_of(kind, value)
    if struct is not None:
        yield from _of_struct(struct, value, path)
    elif isinstance(value, list):
        for at, (of, one) in enumerate(zip(item_types(kind, len(value)), value, strict=False)):
            yield from _of(of, one, (*path, at))


def struct_of(kind: Any, value: Json) -> Any:
    """The type of a value that is a body of its own; None if it is none."""
    if not isinstance(value, dict):
        return None
    for one in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        named = isinstance(one, inspect.StructType)
        if named and (one.tag_field is None or value.get(one.tag_field) == one.tag):
            return one
    return None


def item_types(kind: Any, count: int) -> tuple[Any, ...]:
    """The types of the items of a list."""
    if isinstance(kind, inspect.UnionType):
        kind = next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    if isinstance(kind, inspect.TupleType):
        return tuple(kind.item_types)
    item = getattr(kind, "item_type", inspect.AnyType())
    return (item,) * count


def at(body: Json, path: Path) -> Json:
    """What stands there; None if it is left out."""
    for key in path:
        if isinstance(body, dict) and key not in body:
            return None
        body = body[key]
    return body
