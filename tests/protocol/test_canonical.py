"""PROTOCOL 2: the RFC 8785 subset, and what types cannot say."""

from __future__ import annotations

import contextlib
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadInput, BadText, Garbled, NotCanonical, Oversized
from pbem.protocol import visible
from pbem.protocol.canonical import (
    MAX_DEPTH,
    MAX_INT,
    check_depth,
    check_raw,
    check_text,
    decode,
    encode,
    spell,
)
from tests.says import worded


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
        | st.dictionaries(st.from_regex("[A-Za-z0-9_.-]+", fullmatch=True), inner, max_size=4)
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
        b'{"a:b":1}',
        b'{"a b":1}',
        b'{"":1}',
        b'"\\u0061"',
        b'"\\/"',
        b'"\\u00e9"',
        b'"\\u000a"',
        b"1.0",
        b"1e2",
        b"-0",
        b"null",
        b"9007199254740992",
        b"[[1],null]",
    ],
)
def test_one_value_has_one_spelling(raw: bytes) -> None:
    with pytest.raises(NotCanonical):
        decode(raw, 1000)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"01",
        b"NaN",
        b"Infinity",
        b"\xff",
        b'"\xff"',
        b"\xef\xbb\xbf1",
        b'"\n"',
        b'"\\ud800"',
    ],
)
def test_what_is_no_json_is_garbled(raw: bytes) -> None:
    with pytest.raises(Garbled):
        decode(raw, 10_000)


def test_size_is_tested_before_parsing() -> None:
    assert decode(b"[1]", 3) == [1]
    with pytest.raises(Oversized, match=worded("errors.Oversized", ..., ..., 3)):
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
        ("tab\t", "control"),
        ("cr\r\n", "control"),
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
        ("assigned in Unicode 15.0 \U0001fae8", "U\\+1FAE8"),
        ("assigned in Unicode 15.1 \u2ffc", "U\\+2FFC"),
        ("assigned in Unicode 16.0 \u1c89", "U\\+1C89"),
        ("never assigned \u0378", "U\\+0378"),
        ("bell\a", "U\\+0007"),
        ("backspace\b", "control"),
        ("a backslash, then a tab \\\t", "control"),
        ("e\u0301", "form C"),
        ("'''", "three apostrophes"),
    ],
)
def test_text_that_may_not_be_signed(text: str, why: str) -> None:
    with pytest.raises(BadText, match=why):
        encode({"a": [text]})


def test_what_is_visible_hangs_on_no_python() -> None:
    """Its table is that of Unicode 14.0, which Python 3.11 has, and the independent verifier has the same."""
    independent = Path(__file__).parents[1] / "independent" / "visible.py"
    assert visible.RANGES.strip() in independent.read_text("utf-8")
    spans = [span.split("-") for span in visible.RANGES.split()]
    listed = {c for span in spans for c in range(int(span[0], 16), int(span[-1], 16) + 1)}
    printable = {c for c in range(0x110000) if chr(c).isprintable()}
    assert listed <= printable
    if unicodedata.unidata_version == "14.0.0":
        unseen = "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
        assert printable - listed == {c for c in printable if re.match(unseen, chr(c))}
    for c in (0x20, 0x7E, 0x7F, 0xA0, 0xAD, 0x3164, 0x4E00, 0x1F600, 0x1FAE8, 0x10FFFF):
        assert (visible.first_other(chr(c)) == "") == (c in listed)


def test_text_that_may_be_signed() -> None:
    for text in ("", "\n", "Wärwick & «York» – 東\nline two", "it''s", '\\ " /'):
        check_text(text)


@pytest.mark.parametrize("value", [1.5, None, b"x", {1: 2}, 2**53, {"a": {"b c": 1}}, {1, 2}])
def test_values_outside_the_subset(value: Any) -> None:
    with pytest.raises(NotCanonical):
        encode(value)


def test_half_a_surrogate_is_no_text() -> None:
    with pytest.raises(BadText, match="surrogate"):
        check_text("half\ud800")


def test_marks_of_the_encoding_are_not_the_text() -> None:
    """What looks like an escape or like three apostrophes only across two texts may stand."""
    for text in ("\\u0009", "\\t", "\\\\b", "u0009", "\\", "''\\'"):
        check_raw(encode([text, "'", "''"]))


def test_texts_are_checked_in_linear_time() -> None:
    """A bomb of a quarter megabyte each; backtracking or sorting would take minutes."""
    n = 1 << 18
    for text in (
        n * "\\",
        n * '"',
        n * "''\\",
        "e" + n * "\u0316",
        n * "\u0316\u0301",
        n * "\u1100\u1161",
        n * "\u00e9",
    ):
        with contextlib.suppress(BadText):
            encode(text)


@pytest.mark.parametrize("piece", [b'"', b'\\"', b"\\", b'"[', b'[\\"', b'{"a":', b"[]", b'"\\'])
def test_depth_is_counted_in_linear_time(piece: bytes) -> None:
    for raw in ((1 << 18) * piece, 33 * b"[" + b'"' + (1 << 18) * piece):
        with contextlib.suppress(NotCanonical):
            check_depth(raw)


@given(values)
def test_depth_is_what_a_parser_sees(value: Any) -> None:
    def depth(value: Any) -> int:
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(map(depth, inner), default=0) if isinstance(value, dict | list) else 0

    for _ in range(MAX_DEPTH - depth(value)):
        value = [value, "]}[{"]
    check_depth(encode(value))
    with pytest.raises(NotCanonical, match="deeper"):
        check_depth(b"[" + encode(value) + b"]")


states = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz"), inner, max_size=3),
    max_leaves=12,
)


def spelt(value: Any) -> bytes:
    return spell(json.dumps(value).encode())


def without_empty(value: Any) -> Any:
    """As PROTOCOL.md says it, without looking anything up."""
    if isinstance(value, dict):
        kept = {key: without_empty(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item}
    return [without_empty(item) for item in value] if isinstance(value, list) else value


@given(st.dictionaries(st.text(), states, max_size=4))
def test_a_state_is_spelt_as_if_each_part_of_it_were_new(state: dict[str, Any]) -> None:
    assert spelt(state) == msgspec.json.encode(without_empty(state), order="sorted")


@pytest.mark.parametrize("raw", [b"", b"{", b'{"a":1,}', b'{"a":{"b":nil}}', b"[" * 100_000])
def test_what_is_no_json_is_spelt_nowhere(raw: bytes) -> None:
    with pytest.raises(Garbled):
        spell(raw)


@given(states, states)
def test_a_state_is_spelt_alike_however_its_empty_fields_are_written(value: Any, new: Any) -> None:
    empties: list[Any] = [None, False, 0, "", [], {}, {"deep": {"er": []}}]
    for empty in empties:
        assert spelt({"old": value, "added": empty}) == spelt({"old": value})
    if new and spelt({"new": new}) != b"{}":
        assert spelt({"old": value, "new": new}) != spelt({"old": value})


def test_a_state_is_spelt_with_its_keys_sorted_and_its_lists_whole() -> None:
    assert spelt({"b": [0, "", {}, {"c": 0}], "a": {"z": "é\n"}}) == (
        '{"a":{"z":"é\\n"},"b":[0,"",{},{}]}'.encode()
    )


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
