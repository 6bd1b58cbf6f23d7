"""JSON schemas, derived from the classes: of a game as JSON, and of the position of each rule set."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.api.values import VERSION, GameData, SeenPosition
from pbem.arguments import checked
from pbem.engine import codec
from pbem.games import find

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"


@checked
def schema(rules: str = "") -> dict[str, Any]:
    """The JSON schema of a line that `list`, `due`, `show` and `legal` print with `--json`.

    Args:
        rules: name of a rule set, such as `plantagenet`; then `seen.position` is described too.

    Raises UnknownGame.
    """
    if not rules:
        (top,), defs = msgspec.json.schema_components((GameData,), ref_template=REF)
        name = "urn:pbem:game"
    else:
        state = find(rules).state_type
        (top, position), defs = msgspec.json.schema_components((GameData, state), ref_template=REF)
        _require(defs, position, codec.sparse_fields(state))
        defs[SeenPosition.__name__]["properties"]["position"] = position
        name = f"urn:pbem:game:{rules}"
    return {"$schema": DIALECT, "$id": f"{name}:{VERSION}", **top, "$defs": defs}


def _require(defs: dict[str, Any], position: dict[str, Any], sparse: tuple[str, ...]) -> None:
    """Mark as required what a position always has: all fields but sparse ones and those that may be null."""
    root = position["$ref"].rpartition("/")[2]
    todo, names_done = [root], set[str]()
    while todo:
        name = todo.pop()
        if name in names_done:
            continue
        names_done.add(name)
        todo += _named(defs[name])
        if "properties" in defs[name]:
            defs[name]["required"] = [
                field
                for field, kind in defs[name]["properties"].items()
                if not _may_be_null(kind) and not (name == root and field in sparse)
            ]


def _may_be_null(kind: dict[str, Any]) -> bool:
    return kind.get("type") == "null" or any(map(_may_be_null, kind.get("anyOf", ())))


def _named(data: Any) -> list[str]:
    """The components to which a part of a schema refers."""
    if isinstance(data, list):
        return [name for item in data for name in _named(item)]
    if not isinstance(data, dict):
        return []
    own = [data["$ref"].rpartition("/")[2]] if isinstance(data.get("$ref"), str) else []
    return own + [name for item in data.values() for name in _named(item)]
