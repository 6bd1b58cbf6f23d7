"""Finds and reads `templates/` and `rules_data/`: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent
CACHE = PACKAGE / "__pycache__"


@cache
def resource(name: str) -> Path:
    """The path of a shipped file or folder such as `rules_data/plantagenet/map.toml`."""
    inside = PACKAGE / name
    return inside if inside.exists() else PACKAGE.parent / name


def toml(data: bytes) -> dict[str, Any]:
    """The tables of a shipped TOML file.

    Reading TOML takes ten times as long as reading JSON, and every command begins with it. So a
    copy is kept beside the byte code, under the hash of the file and by the rules of byte code: not
    where Python shall write none, and never missed where it cannot be written.
    """
    import msgspec  # the guide begins without it

    copy = CACHE / f"{hashlib.sha256(data).hexdigest()}.json"
    with contextlib.suppress(OSError, ValueError):
        kept_tables: dict[str, Any] = msgspec.json.decode(copy.read_bytes())
        return kept_tables
    tables = tomllib.loads(data.decode())
    if not sys.dont_write_bytecode:
        with contextlib.suppress(OSError):
            CACHE.mkdir(exist_ok=True)
            new_copy = copy.with_suffix(f".{os.getpid()}")
            new_copy.write_bytes(msgspec.json.encode(tables))
            os.replace(new_copy, copy)
    return tables
