"""What has changed between two dumped states: `[path, value]`, or `[path]` for what is gone.

Only tables are entered; a list that differs is told whole.
"""

from __future__ import annotations

from typing import Any

from pbem.engine import codec

Change = list[Any]


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[Change]:
    """The changes that make `new` of `old`, in the order of their paths."""
    found: list[Change] = []
    _compare([], old, new, found)
    return found


def _compare(
    path: list[str], old: dict[str, Any], new: dict[str, Any], found: list[Change]
) -> None:
    for key in sorted({*old, *new}):
        if key in old and key in new and old[key] is new[key]:
            continue
        here = [*path, key]
        if key not in new:
            found.append([here])
        elif key not in old:
            found.append([here, new[key]])
        elif isinstance(old[key], dict) and isinstance(new[key], dict):
            _compare(here, old[key], new[key], found)
        elif old[key] != new[key]:
            found.append([here, new[key]])


def with_changes(old: dict[str, Any], changes: list[Change]) -> dict[str, Any]:
    """`old` with these changes: what they do not touch is shared with it, the rest is a copy. Neither may be changed
    afterwards.

    Raises KeyError, TypeError, ValueError for what does not fit.
    """
    made = {**old}
    copied = {id(made)}
    for path, *value in changes:
        *tables, last = path
        node = made
        for key in tables:
            below = node[key]
            if id(below) not in copied:
                below = node[key] = {**below}
                copied.add(id(below))
            node = below
        if value:
            (node[last],) = codec.dump(value)
        else:
            del node[last]
    return made
