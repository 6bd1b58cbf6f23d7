"""TOML as saves and key files need it: `tomli_w`, after a look at what is to be written.

Nobody compares these bytes: a reader checks the signature over them and then what they say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w

from pbem.errors import NotCanonical
from pbem.protocol.canonical import MAX_INT, check_text


def dumps(values: Mapping[str, Any]) -> str:
    """The text of a TOML file. Values are strings, integers, booleans, lists and dicts.

    Raises:
        NotCanonical, BadText: for anything else.
    """
    _check(values)
    return tomli_w.dumps(values, multiline_strings=True, indent=2)


def _check(value: Any) -> None:
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            check_text(key)
            _check(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    elif not isinstance(value, int) or abs(value) > MAX_INT:
        raise NotCanonical(why=f"TOML has no place for {value!r}")
