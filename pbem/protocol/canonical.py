"""Canonical bodies: the subset of RFC 8785 (JCS) in which everything signed is written.

Objects with keys `[a-z0-9_]+`, arrays, strings, booleans and integers below 2^53; no floats, no
null. One value has one spelling, so a signature over the bytes is a signature over the value.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any, NoReturn

from pbem.errors import BadText, Garbled, NotCanonical, Oversized

MAX_INT = 2**53 - 1
MAX_DEPTH = 32

_KEY = re.compile(r"[a-z0-9_]+")
# A string without an end reaches to the end, or each quote in it would be tried as a beginning.
_STRING_OR_BRACKET = re.compile(rb'(?s)"(?:[^"\\]++|\\.?)*+"?|[\[{\]}]')
# Printable to Unicode, invisible to a reader: combining joiner, fillers, variation selectors, ...
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
                        "\U000e0000-\U000e0fff]")  # fmt: skip


def encode(value: Any) -> bytes:
    """The one canonical spelling of a value, as UTF-8 (RFC 8785).

    Raises NotCanonical for a value outside the subset, BadText for a string outside `check_text`.
    """
    _check(value, MAX_DEPTH)
    return spell(value)


def spell(value: Any) -> bytes:
    """The canonical spelling of a value that is known to lie in the subset; not checked."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
    ).encode("utf-8")


def decode(raw: bytes, limit: int) -> Any:
    """The value of canonical bytes; `limit` is in bytes and tested before anything is parsed.

    Raises Oversized, Garbled (no JSON at all), NotCanonical (JSON in another spelling or outside
    the subset) or BadText.
    """
    if len(raw) > limit:
        raise Oversized(size=len(raw), unit="bytes", limit=limit)
    if _depth(raw) > MAX_DEPTH:
        raise NotCanonical(why=f"nested deeper than {MAX_DEPTH}")
    try:
        value = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except ValueError as error:
        raise Garbled(why="what is inside is not JSON") from error
    if encode(value) != raw:
        raise NotCanonical(why="the same value is spelt differently in canonical form")
    return value


def check_text(text: str) -> None:
    """Pass a string that may stand in a signed body: NFC, visible characters, space and newline.

    Refuses with BadText control and bidi characters, zero-width and other invisible ones, spaces
    other than U+0020, and `'''`, because bodies are stored in TOML literal strings.
    """
    if "'''" in text:
        raise BadText(why="three apostrophes in a row")
    visible = text.replace("\n", "")
    if visible.isascii() and (visible.isprintable() or not visible):
        return
    for character in visible:
        if not character.isprintable() or _INVISIBLE.match(character):
            raise BadText(why=f"U+{ord(character):04X}")
    if not unicodedata.is_normalized("NFC", text):
        raise BadText(why="not in Unicode normal form C")


def _check(value: Any, depth: int) -> None:
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, bool):
        pass
    elif isinstance(value, int):
        if abs(value) > MAX_INT:
            raise NotCanonical(why="a number of 2^53 or more")
    elif isinstance(value, dict | list):
        if depth == 0:
            raise NotCanonical(why=f"nested deeper than {MAX_DEPTH}")
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str) or not _KEY.fullmatch(key):
                    raise NotCanonical(why=f"the key {key!r} is not made of a-z, 0-9 and _")
        for item in value.values() if isinstance(value, dict) else value:
            _check(item, depth - 1)
    else:
        raise NotCanonical(why=f"a value of type {type(value).__name__}")


def _depth(raw: bytes) -> int:
    """How deep the brackets nest; read off the bytes, because a parser recurses on them."""
    if raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for found in _STRING_OR_BRACKET.finditer(raw):
        token = found[0]
        if token in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif token in (b"]", b"}"):
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise NotCanonical(why="a key stands twice in one object")
    return value


def _no_float(text: str) -> NoReturn:
    raise NotCanonical(why=f"the number {text[:20]} is not an integer")
