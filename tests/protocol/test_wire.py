"""Base64 and SSH strings have one spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.protocol.wire import base64_bytes, base64_text, ssh_string, ssh_strings


@given(st.binary(max_size=100))
def test_base64_round_trip(raw: bytes) -> None:
    assert base64_bytes(base64_text(raw)) == raw


@pytest.mark.parametrize(
    "text", ["A", "AA", "AB==", "AA=", "AA==\n", " AA==", "AA==AA==", "A_==", "é"]
)
def test_base64_in_another_spelling(text: str) -> None:
    with pytest.raises(ValueError, match="base64"):
        base64_bytes(text)


@given(st.lists(st.binary(max_size=20), max_size=5))
def test_ssh_strings_round_trip(strings: list[bytes]) -> None:
    assert ssh_strings(b"".join(map(ssh_string, strings)), len(strings)) == strings


@pytest.mark.parametrize("raw", [b"", b"\0\0\0", b"\0\0\0\1", b"\0\0\0\0x", b"\xff\xff\xff\xffx"])
def test_ssh_strings_are_exact(raw: bytes) -> None:
    with pytest.raises(ValueError, match="SSH string"):
        ssh_strings(raw, 1)
