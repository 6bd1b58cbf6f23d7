"""PROTOCOL 1, the hash rule."""

from __future__ import annotations

import subprocess

import pytest

from pbem.protocol.dice import RevealedLink, dice
from pbem.protocol.hashing import FIELD_COUNTS, LINK, H, digest, is_digest, state_hash
from tests.says import worded


def test_anybody_recomputes_a_die_with_sha256sum() -> None:
    game, witness, link = 64 * "a", 64 * "b", 64 * "c"
    script = (
        "printf 'pbem2/dice\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n' "
        f"{game} 3 {witness} 7 {link} 'parley st_albans#1' 0 | sha256sum"
    )
    shown = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    first = int(shown.stdout[:2], 16)
    assert first < 252
    stream = dice(game, [RevealedLink(3, witness)], [RevealedLink(7, link)])
    assert stream.roll("parley st_albans", 1) == first % 6 + 1


@pytest.mark.parametrize("tag", FIELD_COUNTS)
def test_a_tag_has_its_fields_and_a_seed_two_more_a_link(tag: str) -> None:
    count = FIELD_COUNTS[tag]
    assert is_digest(H(tag, *["x"] * count))
    for wrong in (0, count - 1, count + 1, count + 3):
        with pytest.raises(ValueError, match=worded("protocol.hashing.H", ..., wrong, word="take")):
            H(tag, *["x"] * wrong)
    if tag in ("dice", "shuffle"):
        assert is_digest(H(tag, *["x"] * (count + 2 * LINK)))
    else:
        with pytest.raises(ValueError, match=worded("protocol.hashing.H", word="take")):
            H(tag, *["x"] * (count + LINK))


def test_another_tag_is_refused() -> None:
    for tag in ("unknown", "sealed", ""):
        with pytest.raises(ValueError, match="tag"):
            H(tag, "x")


@pytest.mark.parametrize("field", ["", "a\nb", "é", "a\x7f", "a\tb", "a\u00a0b"])
def test_a_field_is_printable_ascii(field: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        H("link", field, 1, "x")


def test_numbers_are_decimal() -> None:
    assert H("link", "c", 12, "x") == H("link", "c", "12", "x")


def test_a_tag_separates() -> None:
    assert H("plan", *"abcdef") != H("card", *"abcdef")


def test_state_hash_is_over_the_digest_of_the_spelling() -> None:
    assert state_hash('{"name": "Éowyn", "hurt": false}'.encode()) == H(
        "state", digest('{"name":"Éowyn"}'.encode())
    )


@pytest.mark.parametrize("text", [64 * "a" + "\n", 63 * "a", 64 * "A", None, 64 * "٣"])
def test_a_digest_is_64_lowercase_hex_digits(text: object) -> None:
    assert not is_digest(text)
