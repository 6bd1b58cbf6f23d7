"""TOML as saves and key files need it: `tomli_w`, after a look at what is to be written.

Nobody compares these bytes: a reader checks the signature over them and then what they say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

from pbem.errors import NotCanonical
from pbem.patterns import Pattern
from pbem.protocol.canonical import MAX_INT, check_text

LONG = 200  # characters of a line from which on it is written as '...'
# No text may hold U+0000, so this stands for a long one and for nothing else.
_STAND_IN = Pattern(r'"\\u0000(\d+)"')


def dumps(values: Mapping[str, Any]) -> str:
    """The text of a TOML file. Values are strings, integers, booleans, lists and dicts.

    A long line is written as '...', for reading and writing "..." goes character by character.

    Raises:
        NotCanonical, BadText: for anything else.
    """
    long: list[str] = []
    text = tomli_w.dumps(_with_marks(values, long), multiline_strings=True, indent=2)
    return _STAND_IN.compiled.sub(lambda match: f"'{long[int(match[1])]}'", text) if long else text


def _with_marks(value: Any, long: list[str]) -> Any:
    """The value with each long string moved to `long` and a mark with its index in its place. Raises NotCanonical."""
    if isinstance(value, str):
        check_text(value)
        if len(value) < LONG or "'" in value or "\n" in value:
            return value
        long.append(value)
        return f"\0{len(long) - 1}"
    if isinstance(value, Mapping):
        for key in value:
            check_text(key)
        return {key: _with_marks(item, long) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_with_marks(item, long) for item in value]
    if not isinstance(value, int) or abs(value) > MAX_INT:
        raise NotCanonical(why=f"TOML has no place for {value!r}")
    return value
