"""The writer of the readable tables: what tomllib reads is what was written."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadText, NotCanonical
from pbem.protocol.toml import dumps

from .test_canonical import is_clean, texts

clean = texts.filter(is_clean)
values = st.recursive(
    st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | clean,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(clean, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(clean, values, max_size=4))
def test_round_trip(tables: dict[str, Any]) -> None:
    assert tomllib.loads(dumps(tables)) == tables


def test_it_reads_well() -> None:
    lords = [{"lord": "warwick", "at": "london"}, {"lord": "york", "at": "ely"}]
    position = {"turn": 3, "map": "one\ntwo", "lords": lords, "track": {"york": 12}}
    assert dumps({"position": position}) == (
        "[position]\n"
        "turn = 3\n"
        'map = """\none\ntwo"""\n'
        "lords = [\n"
        '  { lord = "warwick", at = "london" },\n'
        '  { lord = "york", at = "ely" },\n'
        "]\n"
        "\n[position.track]\nyork = 12\n"
    )


@pytest.mark.parametrize("value", [None, 1.5, 2**53, b"x", {"a": {None}}])
def test_values_that_have_no_place(value: object) -> None:
    with pytest.raises(NotCanonical):
        dumps({"a": value})


@pytest.mark.parametrize("tables", [{"a": "\x00"}, {"a": ["'''"]}, {"a\u202e": 1}])
def test_texts_that_have_no_place(tables: dict[str, Any]) -> None:
    with pytest.raises(BadText):
        dumps(tables)


@given(st.lists(clean | st.just(250 * "x") | st.just('\\u00000"' + 250 * "\\"), max_size=5))
def test_long_lines_are_literal_and_read_the_same(lines: list[str]) -> None:
    long = [".".join([line] * 30) for line in lines]  # no three apostrophes in a row
    assert tomllib.loads(dumps({"a": long, "b": {"c": lines}})) == {"a": long, "b": {"c": lines}}


def test_a_long_line_is_written_without_escapes() -> None:
    line = '{"a":"\\\\"}' * 30
    assert dumps({"a": line}) == f"a = '{line}'\n"
    assert dumps({"a": line + "'"}).startswith('a = "{')
