"""TOML as saves and key files need it: one spelling for one value, so equal input is equal bytes.

Readers use `tomllib`. This writer exists because the bytes of a save are signed and must not
depend on the version of a library.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pbem.errors import NotCanonical
from pbem.protocol.canonical import MAX_INT, check_text

COLUMNS = 100
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def table(path: str, values: Mapping[str, Any]) -> str:
    """A table and the tables in it, under the dotted `path` (empty for the top of a file).

    Values are strings, integers, booleans, lists and dicts; a string of several lines becomes a
    `'''` block. Raises NotCanonical or BadText for anything else.
    """
    plain = {key: value for key, value in values.items() if not isinstance(value, dict)}
    lines = [f"[{path}]"] if path and (plain or not values) else []
    lines += [f"{_key(key)} = {_value(value, block=True)}" for key, value in plain.items()]
    parts = ["\n".join([*lines, ""])] if lines else []
    for key, value in values.items():
        if isinstance(value, dict):
            parts.append(table(f"{path}.{_key(key)}" if path else _key(key), value))
    return "\n".join(parts)


def _value(value: Any, *, block: bool = False) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) <= MAX_INT:
        return str(int(value))
    if isinstance(value, str):
        check_text(value)
        if block and "\n" in value and not value.endswith("'"):
            return f"'''\n{value}'''"
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        items = [_value(item) for item in value]
        line = f"[{', '.join(items)}]"
        if block and (len(line) > COLUMNS or any(isinstance(item, dict) for item in value)):
            return "[\n" + "".join(f"  {item},\n" for item in items) + "]"
        return line
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + "}"
    raise NotCanonical(why=f"TOML has no place for {value!r}")


def _key(key: str) -> str:
    if _BARE.fullmatch(key):
        return key
    check_text(key)
    return json.dumps(key, ensure_ascii=False)
