"""DESIGN 6, the hash rule."""

from __future__ import annotations

import subprocess

import pytest

from pbem.protocol.dice import Stream
from pbem.protocol.hashing import FIELD_COUNTS, H, digest, is_digest, state_hash


def test_anybody_recomputes_a_die_with_sha256sum() -> None:
    link, links = 64 * "a", f"{64 * 'b'},{64 * 'c'}"
    script = (
        "printf 'pbem1/dice\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n' "
        f"towton-3f9c1a2b york:7 {link} {links} - 'parley st_albans' 0 | sha256sum"
    )
    shown = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    first = int(shown.stdout[:2], 16)
    assert first < 252
    stream = Stream("dice", "towton-3f9c1a2b", "york:7", link, links)
    assert stream.roll("parley st_albans") == first % 6 + 1


def test_the_field_count_is_fixed_for_a_tag() -> None:
    for tag, count in FIELD_COUNTS.items():
        assert is_digest(H(tag, *["x"] * count))
        for wrong in (count - 1, count + 1):
            with pytest.raises(ValueError, match=f"takes {count} fields"):
                H(tag, *["x"] * wrong)
    with pytest.raises(ValueError, match="tag"):
        H("unknown", "x")


@pytest.mark.parametrize("field", ["", "a\nb", "é", "a\x7f", "a\tb", "a\u00a0b"])
def test_a_field_is_printable_ascii(field: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        H("link", field, 1, "x")


def test_numbers_are_decimal() -> None:
    assert H("link", "c", 12, "x") == H("link", "c", "12", "x")


def test_a_tag_separates() -> None:
    assert H("dice", *"abcdefg") != H("shuffle", *"abcdefg")


def test_state_hash_is_over_the_digest() -> None:
    raw = '{"name":"Éowyn"}'.encode()
    assert state_hash(raw) == H("state", digest(raw))


@pytest.mark.parametrize("text", [64 * "a" + "\n", 63 * "a", 64 * "A", None, 64 * "٣"])
def test_a_digest_is_64_lowercase_hex_digits(text: object) -> None:
    assert not is_digest(text)
