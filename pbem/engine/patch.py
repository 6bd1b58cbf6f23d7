"""Corrections of a position, written out: `set lords.york.coin 3`, `add ... X`, `remove ... X`.

A patch changes the state in place, so that rules which wait in the middle of a step see it. Paths are
those of the dumped state; words may be cut short as long as they fit one name only.

Changes between two dumped states are `[path, value]`, or `[path]` for what is gone. Only tables are entered; a list
that differs is told whole.
"""

from __future__ import annotations

import types
import typing
from functools import cache
from typing import Any

import msgspec

from pbem.engine import codec
from pbem.engine.codec import LARGEST
from pbem.errors import BadPatch
from pbem.patterns import Pattern

VERBS = ("set", "add", "remove")
YES, NO = ("true", "yes"), ("false", "no")
EMPTY = ('""', "''")
NUMBER = Pattern(r"-?[0-9]{1,9}")


def patch(state: Any, line: str) -> str:
    """Carry out one line of correction on a state; the line spelled out.

    Raises:
        BadPatch: no such place, or no such value there. Then nothing has changed.
    """
    verb, words, value = _read(line)
    node, path, inside = state, [], None
    for word in words[:-1]:
        key = _key(node, word, line)
        inside = _inside(node, key)
        node = _at(node, key)
        path.append(str(key))
    last_key = _key(node, words[-1], line, new=verb == "set")
    path.append(str(last_key))
    if verb == "set":
        value_words = _set(node, last_key, value, line, inside)
    else:
        value_words = _member(_at(node, last_key), verb, value, line)
    return f"{verb} {'.'.join(path)} {value_words}"


def _read(line: str) -> tuple[str, list[str], str]:
    words = line.split()
    if len(words) < 3 or words[0].lower() not in VERBS:
        raise BadPatch(
            line=line, why="write `set PATH VALUE`, `add PATH NAME` or `remove PATH NAME`"
        )
    path = [part for word in words[1:-1] for part in word.split(".")]
    if not all(path):
        raise BadPatch(line=line, why="a part of its path is empty")
    return words[0].lower(), path, words[-1]


def _names(node: Any) -> list[str]:
    if isinstance(node, msgspec.Struct):
        return list(node.__struct_fields__)
    if isinstance(node, dict):
        return list(node)
    return [str(i) for i in range(len(node))] if isinstance(node, list) else []


def _key(node: Any, word: str, line: str, new: bool = False) -> str | int:
    names = _names(node)
    matches = [n for n in names if n.lower() == word.lower()]
    matches = matches or [n for n in names if n.lower().startswith(word.lower())]
    if len(matches) == 1:
        return int(matches[0]) if isinstance(node, list) else matches[0]
    if matches:
        raise BadPatch(line=line, why=f"`{word}` fits {', '.join(matches[:8])}")
    if new and isinstance(node, dict):
        return word
    shown_names = ", ".join(names[:12]) or "nothing"
    raise BadPatch(line=line, why=f"there is no `{word}` here; there is: {shown_names}")


def _at(node: Any, key: str | int) -> Any:
    return getattr(node, str(key)) if isinstance(node, msgspec.Struct) else node[key]


@cache
def _field_types(kind: type) -> dict[str, Any]:
    """The declared type of each field; a replay carries the same lines out again and again."""
    return typing.get_type_hints(kind)


def _inside(node: Any, key: str | int) -> Any:
    """What the table in this place is declared to hold; an empty one does not show it."""
    if not isinstance(node, msgspec.Struct):
        return None
    hint = _field_types(type(node))[str(key)]
    return typing.get_args(hint)[1] if typing.get_origin(hint) is dict else None


def _kind(node: Any, key: str | int, line: str, inside: Any) -> type:
    """The type of value that belongs at `key` of a part of the state: that of what stands there, of its neighbours in a
    dict, or as it is declared.

    Args:
        inside: what the dict `node` holds, by its declaration; None if it is no dict.

    Raises BadPatch: something with parts stands there.
    """
    value_now = getattr(node, str(key), None) if isinstance(node, msgspec.Struct) else None
    if isinstance(node, dict):
        if not node and inside in (int, bool, str):
            return typing.cast(type, inside)
        value_now = node.get(key, next(iter(node.values()), None))
    elif isinstance(node, list):
        value_now = node[int(key)]
    if value_now is None and isinstance(node, msgspec.Struct):
        hint = _field_types(type(node))[str(key)]
        if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
            hint = next(part for part in typing.get_args(hint) if part is not type(None))
        if hint in (int, bool, str):
            return typing.cast(type, hint)
    if type(value_now) in (int, bool, str):
        return type(value_now)
    raise BadPatch(line=line, why="this place holds more than one value; name one in it")


def _set(node: Any, key: str | int, text: str, line: str, inside: Any) -> str:
    value = _value(_kind(node, key, line, inside), text, line)
    try:
        if isinstance(node, msgspec.Struct):
            setattr(node, str(key), value)
        else:
            node[key] = value
    except AttributeError as error:
        raise BadPatch(line=line, why="this place can never change") from error
    return _value_words(value)


def _member(node: Any, verb: str, text: str, line: str) -> str:
    """Add a value to a list or remove it, or remove a key of a table; the value as it is spelled."""
    if isinstance(node, dict) and verb == "remove":
        if text not in node or type(node[text]) not in (int, bool, str):
            raise BadPatch(line=line, why=f"there is no `{text}` to remove here")
        del node[text]
        return text
    if not isinstance(node, list):
        raise BadPatch(line=line, why="this place is not a list")
    kind = type(node[0]) if node else str
    if kind not in (int, str):
        raise BadPatch(line=line, why="only names and numbers can be added or removed")
    value = _value(kind, text, line)
    if verb == "add":
        node.append(value)
    elif value in node:
        node.remove(value)
    else:
        raise BadPatch(line=line, why=f"there is no `{text}` to remove here")
    return _value_words(value)


def _value(kind: type, text: str, line: str) -> int | bool | str:
    if kind is bool:
        if text.lower() not in (*YES, *NO):
            raise BadPatch(line=line, why="the value is `yes` or `no`")
        return text.lower() in YES
    if kind is int:
        if not NUMBER.compiled.fullmatch(text) or abs(int(text)) > LARGEST:
            raise BadPatch(line=line, why=f"the value is a number to {LARGEST}")
        return int(text)
    return "" if text in EMPTY else text


def _value_words(value: int | bool | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or '""'


def difference(before: Any, after: Any, path: str = "") -> list[str]:
    """What differs between two dumped states, a line each: `lords.york.coin: 2 -> 3`."""
    if isinstance(before, dict) and isinstance(after, dict):
        lines: list[str] = []
        for key in sorted({*before, *after}):
            place = f"{path}.{key}" if path else str(key)
            lines += difference(before.get(key), after.get(key), place)
        return lines
    if isinstance(before, list) and isinstance(after, list) and _flat(before) and _flat(after):
        removed_items, added_items = list(before), list(after)
        for item in before:
            if item in added_items:
                added_items.remove(item)
                removed_items.remove(item)
        if removed_items or added_items:
            words = [f"-{value_text(item)}" for item in removed_items] + [
                f"+{value_text(item)}" for item in added_items
            ]
            return [f"{path}: {' '.join(words)}"]
        return [] if before == after else [f"{path}: in another order"]
    if isinstance(before, list) and isinstance(after, list):
        rows_before, rows_after = (
            {str(i): v for i, v in enumerate(row)} for row in (before, after)
        )
        return difference(rows_before, rows_after, path)
    return [] if before == after else [f"{path}: {value_text(before)} -> {value_text(after)}"]


def _flat(items: list[Any]) -> bool:
    return not any(isinstance(item, dict | list) for item in items)


def value_text(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{k} {value_text(v)}" for k, v in value.items()) + ")"
    if isinstance(value, list):
        return "[" + " ".join(map(value_text, value)) + "]"
    return _value_words(value)


Change = list[Any]


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    """The changes that make `new` of `old`, in the order of their paths."""
    all_changes: list[Change] = []
    _compare([], old, new, all_changes)
    return all_changes


def _compare(
    path: list[str], old: dict[str, Any], new: dict[str, Any], all_changes: list[Change]
) -> None:
    for key in sorted({*old, *new}):
        if key in old and key in new and old[key] is new[key]:
            continue
        path_here = [*path, key]
        if key not in new:
            all_changes.append([path_here])
        elif key not in old:
            all_changes.append([path_here, new[key]])
        elif isinstance(old[key], dict) and isinstance(new[key], dict):
            _compare(path_here, old[key], new[key], all_changes)
        elif old[key] != new[key]:
            all_changes.append([path_here, new[key]])


def with_changes(old: dict[str, Any], changes: list[Change]) -> dict[str, Any]:
    """`old` with these changes: what they do not touch is shared with it, the rest is a copy. Neither may be changed
    afterwards.

    Raises KeyError, TypeError, ValueError for what does not fit.
    """
    new_state = {**old}
    copied_ids = {id(new_state)}
    for path, *value in changes:
        *tables, last_key = path
        node = new_state
        for key in tables:
            below = node[key]
            if id(below) not in copied_ids:
                below = node[key] = {**below}
                copied_ids.add(id(below))
            node = below
        if value:
            (node[last_key],) = codec.dump(value)
        else:
            del node[last_key]
    return new_state
