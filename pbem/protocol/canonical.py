"""Canonical JSON: the subset of RFC 8785 (JCS) in which everything signed is written.

Objects with keys `[A-Za-z0-9_.-]+`, arrays, strings, booleans and integers below 2^53; no floats, no
null. One value has one spelling, so a signature over the bytes is a signature over the value.
Bodies are read straight into their types (`bodies.decode`); here is what types cannot say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from pbem.errors import BadText, Garbled, NotCanonical, Oversized
from pbem.patterns import Pattern
from pbem.protocol import armour
from pbem.protocol.visible import first_other

MAX_INT = 2**53 - 1
MAX_DEPTH = 32

_TEXT, _NESTS = (str, bool), (dict, list, tuple)
_KEY = re.compile(r"[A-Za-z0-9_.-]+")
_OTHER_ESCAPE = Pattern(rb'\\(?:u([0-9a-f]{4})|[^"n])')
_VISIBLE = bytes(range(0x20, 0x7F))
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
# `PBEM`, perhaps with BBCode tags in it, which a reader of emails takes out before it looks for blocks.
_NAMED = re.compile(rb"(?:\[/?[A-Za-z]{1,12}(?:=[^\]]{0,400})?\])*".join([b"P", b"B", b"E", b"M"]))
_encoder = msgspec.json.Encoder(order="sorted")
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])


def encode(value: Any) -> bytes:
    """The one canonical spelling of an untyped value, as UTF-8 (RFC 8785).

    Raises NotCanonical for a value outside the subset, BadText for what `check_raw` refuses.
    """
    check_value(value)
    raw = _encoder.encode(value)
    check_raw(raw)
    return raw


def decode(raw: bytes, limit: int) -> Any:
    """The value of canonical bytes; `limit` is in bytes and tested before anything is parsed.

    Raises Oversized, Garbled (no JSON at all), NotCanonical (JSON in another spelling or outside
    the subset) or BadText.
    """
    if len(raw) > limit:
        raise Oversized(size=len(raw), unit="bytes", limit=limit)
    check_depth(raw)
    try:
        value = msgspec.json.decode(raw)
    except (ValueError, RecursionError) as error:
        raise Garbled(why="what is inside is not JSON") from error
    if encode(value) != raw:
        raise NotCanonical(why="the same value is spelt differently in canonical form")
    return value


def spell(raw: bytes) -> bytes:
    """The bytes that a state's hash is over, of an object in any JSON that lies in the subset, or has null.

    Keys are sorted, and a member of an object whose value is empty (null, false, 0, "", [], {}) is
    left out, from the inside out: so a field that a later version adds changes no hash while it
    says nothing. Elements of arrays always stay. Raises Garbled.
    """
    try:
        return _object(raw, _table)
    except (ValueError, RecursionError) as error:
        raise Garbled(why="a state is not JSON") from error


def check_value(value: Any, depth: int = MAX_DEPTH) -> None:
    """Pass an untyped value of the subset; its strings are for `check_raw`. Raises NotCanonical."""
    if isinstance(value, _TEXT):
        return
    if isinstance(value, int):
        if abs(value) > MAX_INT:
            raise NotCanonical(why="a number of 2^53 or more")
    elif isinstance(value, _NESTS):
        if depth == 0:
            raise NotCanonical(why=f"nested deeper than {MAX_DEPTH}")
        if isinstance(value, dict):
            for key in value:
                if not isinstance(key, str) or not _KEY.fullmatch(key):
                    raise NotCanonical(
                        why=f"the key {key!r} is not made of letters, digits, _, . and -"
                    )
            value = value.values()
        for item in value:
            kind = type(item)  # mostly text, and a call costs more than the rest
            if kind is str or kind is bool or (kind is int and -MAX_INT <= item <= MAX_INT):
                continue
            check_value(item, depth - 1)
    else:
        raise NotCanonical(why=f"a value of type {type(value).__name__}")


def check_raw(raw: bytes) -> None:
    """Pass canonical bytes of visible text alone: NFC, no control but `\\n`, no `'''`, no marker of a block.

    Refuses with BadText control and bidi characters, zero-width and other invisible ones, spaces
    other than U+0020, three apostrophes, because bodies are stored in TOML literal strings, and
    `-----BEGIN PBEM`, because an email that quotes the text would hold a block that nobody sealed.
    """
    if _NAMED.search(raw) and any(map(armour.has_marker, _strings(msgspec.json.decode(raw)))):
        raise BadText(why="`BEGIN PBEM` or `END PBEM` behind a line; write it without five dashes")
    if b"'''" in raw:
        raise BadText(why="three apostrophes in a row")
    if b"\\" in raw and (match := _OTHER_ESCAPE.compiled.search(raw.replace(b"\\\\", b"  "))):
        raise BadText(why=f"U+{match[1].decode().upper()}" if match[1] else "a control character")
    if not raw.translate(None, _VISIBLE):
        return
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Garbled(why="what is inside is not UTF-8") from error
    if wrong := first_other(text):
        raise BadText(why=f"U+{ord(wrong):04X}")
    if not unicodedata.is_normalized("NFC", text):
        raise BadText(why="not in Unicode normal form C")


def _strings(value: Any) -> Iterator[str]:
    """All strings in a value; keys hold none that matters."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def check_text(text: str) -> None:
    """Pass a string that may stand in a signed body. Raises BadText."""
    try:
        raw = _encoder.encode(text)
    except UnicodeEncodeError as error:
        raise BadText(why="half of a surrogate pair") from error
    check_raw(raw)


def check_depth(raw: bytes) -> None:
    """Pass JSON that nests at most 32 deep, before a parser recurses on it. Raises NotCanonical."""
    if raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return
    outside = b"".join(raw.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])
    depth = 0
    for bracket in outside.translate(None, _NOT_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise NotCanonical(why=f"nested deeper than {MAX_DEPTH}")


def _object(raw: bytes, spelt: Callable[[str, bytes], bytes]) -> bytes:
    members = _members.decode(raw)
    keys = sorted(members)
    parts = map(spelt, keys, map(bytes, map(members.__getitem__, keys)))
    return b"{%s}" % b",".join(filter(None, parts))


@lru_cache(maxsize=128)
def _table(key: str, raw: bytes) -> bytes:
    """A member, or nothing; kept, like a row: from one entry to the next most of a state is the same."""
    if raw[:1] != b"{":
        return _row(key, raw)
    text = _object(raw, _row)
    return b"" if text == b"{}" else b"%s:%s" % (_encoder.encode(key), text)


@lru_cache(maxsize=2048)
def _row(key: str, raw: bytes) -> bytes:
    value = _without_empty(msgspec.json.decode(raw))
    return b"%s:%s" % (_encoder.encode(key), _encoder.encode(value)) if value else b""


def _without_empty(value: Any) -> Any:
    """A copy without the members of objects that are empty, from the inside out."""
    if isinstance(value, dict):
        members = {}
        for key, item in value.items():
            new = _without_empty(item) if isinstance(item, dict | list) else item
            if new:
                members[key] = new
        return members
    if isinstance(value, list | tuple):
        return [_without_empty(item) if isinstance(item, dict | list) else item for item in value]
    return value
