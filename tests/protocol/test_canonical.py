"""DESIGN 6, signed bodies: RFC 8785 subset."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadInput, BadText, Garbled, NotCanonical, Oversized
from pbem.protocol.canonical import MAX_DEPTH, MAX_INT, check_text, decode, encode


def is_clean(text: str) -> bool:
    try:
        check_text(text)
    except BadText:
        return False
    return True


texts = st.text(st.characters(codec="utf-8"), max_size=20).map(
    lambda text: unicodedata.normalize("NFC", text)
)
values = st.recursive(
    st.booleans() | st.integers(-MAX_INT, MAX_INT) | texts.filter(is_clean),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex("[a-z0-9_]+", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(values)
def test_decode_is_the_inverse_of_encode(value: Any) -> None:
    raw = encode(value)
    assert decode(raw, len(raw)) == value
    assert b"\n" not in raw
    assert b"'''" not in raw


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_whatever_decodes_was_canonical(raw: bytes) -> None:
    try:
        value = decode(raw, 1000)
    except BadInput:
        return
    assert encode(value) == raw


@pytest.mark.parametrize(
    "raw",
    [
        b'{"b":1,"a":2}',
        b'{"a": 1}',
        b'{"a":1} ',
        b'{"a":1,"a":1}',
        b'{"A":1}',
        b'{"a-b":1}',
        b'{"":1}',
        b'"\\u0061"',
        b'"\\/"',
        b"1.0",
        b"1e2",
        b"-0",
        b"NaN",
        b"Infinity",
        b"null",
        b"9007199254740992",
        b"[[1],null]",
    ],
)
def test_one_value_has_one_spelling(raw: bytes) -> None:
    with pytest.raises(NotCanonical):
        decode(raw, 1000)


@pytest.mark.parametrize("raw", [b"", b"{", b"01", b"\xff", b"\xef\xbb\xbf1", b'"\n"', 5000 * b"9"])
def test_what_is_no_json_is_garbled(raw: bytes) -> None:
    with pytest.raises(Garbled):
        decode(raw, 10_000)


def test_size_is_tested_before_parsing() -> None:
    assert decode(b"[1]", 3) == [1]
    with pytest.raises(Oversized, match="4 bytes, and the limit is 3"):
        decode(b"!!!!", 3)


def test_depth_is_tested_before_parsing() -> None:
    deep = MAX_DEPTH * b"[" + MAX_DEPTH * b"]"
    assert encode(decode(deep, 1000)) == deep
    for bad in (b"[" + deep + b"]", 100_000 * b"[", 50_000 * b'{"a":'):
        with pytest.raises(NotCanonical, match="deeper"):
            decode(bad, 1_000_000)


def test_brackets_in_a_text_are_not_depth() -> None:
    raw = encode(['[[\\"{' * 100])
    assert decode(raw, 10_000) == ['[[\\"{' * 100]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tab\t", "U\\+0009"),
        ("cr\r\n", "U\\+000D"),
        ("del\x7f", "U\\+007F"),
        ("bidi \u202e", "U\\+202E"),
        ("isolate \u2066", "U\\+2066"),
        ("zero\u200bwidth", "U\\+200B"),
        ("joiner\u200d", "U\\+200D"),
        ("bom\ufeff", "U\\+FEFF"),
        ("nbsp\u00a0", "U\\+00A0"),
        ("line\u2028", "U\\+2028"),
        ("filler\u3164", "U\\+3164"),
        ("selector\ufe0f", "U\\+FE0F"),
        ("tag\U000e0041", "U\\+E0041"),
        ("private\ue000", "U\\+E000"),
        ("half\ud800", "U\\+D800"),
        ("e\u0301", "form C"),
        ("'''", "three apostrophes"),
    ],
)
def test_text_that_may_not_be_signed(text: str, why: str) -> None:
    with pytest.raises(BadText, match=why):
        encode({"a": [text]})


def test_text_that_may_be_signed() -> None:
    for text in ("", "\n", "Wärwick & «York» – 東\nline two", "it''s", '\\ " /'):
        check_text(text)


@pytest.mark.parametrize("value", [1.5, None, b"x", {1: 2}, 2**53, {"a": {"B": 1}}, {1, 2}])
def test_values_outside_the_subset(value: Any) -> None:
    with pytest.raises(NotCanonical):
        encode(value)


def test_a_string_without_end_is_read_once() -> None:
    """Each escaped quote was tried as a new beginning: 64 KB took eleven seconds."""
    for text in (b'"' + b'\\"' * 30_000, b'"' * 30_001, b'"' + b"\\" * 30_001, b'"\n\\'):
        with pytest.raises(NotCanonical, match="nested"):
            decode(b"[" * 40 + text, 1 << 17)
        with pytest.raises(Garbled):
            decode(b"[" + text + b"[" * 40, 1 << 17)
    with pytest.raises(NotCanonical, match="nested"):
        decode(b'["]"' + b"[" * 40, 1 << 17)


def test_brackets_in_strings_do_not_nest() -> None:
    value = ["[" * 40, '"[' * 40, "\\" + "[" * 40]
    assert decode(encode(value), 1 << 17) == value
