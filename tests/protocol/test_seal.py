"""DESIGN 6, sealing: who can open, where, and what the length tells."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadOpening
from pbem.protocol.keys import Identity
from pbem.protocol.seal import deal, seal, seal_info, store, undeal, unseal, unstore
from pbem.protocol.wire import base64_bytes, base64_text

GM, ANN, BOB = (Identity(bytes([n]) * 32, f"P{n}") for n in (1, 2, 3))
INFO = seal_info("towton-3f9c1a2b", "york", "gm", 7, 64 * "a")


@given(st.binary(max_size=300), st.integers(1, 300))
def test_round_trips(plaintext: bytes, bucket: int) -> None:
    assert unseal(GM, INFO, seal(GM.public, INFO, plaintext, bucket)) == plaintext
    assert undeal(ANN, GM.public, INFO, deal(GM, ANN.public, INFO, plaintext, bucket)) == plaintext
    assert unstore(GM, INFO, store(GM, INFO, plaintext)) == plaintext


SEALED = seal(GM.public, INFO, b"warwick", 64)
DEALT = deal(GM, ANN.public, INFO, b"warwick", 64)
STORED = store(GM, INFO, b"warwick")
OPENINGS: dict[str, tuple[str, Callable[[str], bytes]]] = {
    "seal": (SEALED, lambda sealed: unseal(GM, INFO, sealed)),
    "deal": (DEALT, lambda sealed: undeal(ANN, GM.public, INFO, sealed)),
    "store": (STORED, lambda sealed: unstore(GM, INFO, sealed)),
}


@pytest.mark.parametrize("kind", OPENINGS)
def test_every_change_is_refused(kind: str) -> None:
    sealed, opened = OPENINGS[kind]
    raw = base64_bytes(sealed)
    for at in range(len(raw)):
        for changed in (raw[:at], raw[:at] + raw[at + 1 :], raw[:at] + b"\0" + raw[at:]):
            if changed != raw:
                with pytest.raises(BadOpening):
                    opened(base64_text(changed))
        # HPKE hashes the bytes of the point, so even its unused top bit counts.
        for bit in (1, 16, 128):
            flipped = bytes([raw[at] ^ bit])
            with pytest.raises(BadOpening):
                opened(base64_text(raw[:at] + flipped + raw[at + 1 :]))
    for spelling in (sealed + "\n", sealed + "=", "é", ""):
        with pytest.raises(BadOpening):
            opened(spelling)


def test_nobody_else_opens_it() -> None:
    with pytest.raises(BadOpening):
        unseal(ANN, INFO, SEALED)
    with pytest.raises(BadOpening):
        undeal(BOB, GM.public, INFO, DEALT)
    with pytest.raises(BadOpening):
        undeal(ANN, BOB.public, INFO, DEALT)
    with pytest.raises(BadOpening):
        unstore(ANN, INFO, STORED)


@pytest.mark.parametrize(
    "other",
    [
        seal_info("towton-00000000", "york", "gm", 7, 64 * "a"),
        seal_info("towton-3f9c1a2b", "lancaster", "gm", 7, 64 * "a"),
        seal_info("towton-3f9c1a2b", "york", "lancaster", 7, 64 * "a"),
        seal_info("towton-3f9c1a2b", "york", "gm", 8, 64 * "a"),
        seal_info("towton-3f9c1a2b", "york", "gm", 7, 64 * "b"),
    ],
)
def test_it_opens_in_its_place_only(other: bytes) -> None:
    with pytest.raises(BadOpening):
        unseal(GM, other, SEALED)
    with pytest.raises(BadOpening):
        undeal(ANN, GM.public, other, DEALT)
    with pytest.raises(BadOpening):
        unstore(GM, other, STORED)


def test_a_deal_has_a_direction() -> None:
    there = deal(GM, ANN.public, INFO, b"x", 64)
    back = deal(ANN, GM.public, INFO, b"x", 64)
    assert there != back
    with pytest.raises(BadOpening):
        undeal(GM, ANN.public, INFO, there)


def test_deals_and_stores_are_the_same_bytes_again_and_seals_are_not() -> None:
    assert deal(GM, ANN.public, INFO, b"warwick", 64) == DEALT
    assert store(GM, INFO, b"warwick") == STORED
    assert seal(GM.public, INFO, b"warwick", 64) != SEALED


def test_two_plaintexts_under_one_info_have_two_nonces() -> None:
    """A GM that rewinds deals other cards in the same place."""
    nonces = {base64_bytes(deal(GM, ANN.public, INFO, bytes([n]), 64))[:12] for n in range(200)}
    assert len(nonces) == 200


def test_the_length_tells_the_bucket_only() -> None:
    for short, long in ((b"", 60 * b"x"), (b"pass", b"warwick")):
        assert len(seal(GM.public, INFO, short, 64)) == len(seal(GM.public, INFO, long, 64))
        assert len(deal(GM, ANN.public, INFO, short, 64)) == len(
            deal(GM, ANN.public, INFO, long, 64)
        )
    assert len(store(GM, INFO, b"")) == len(store(GM, INFO, 1020 * b"x"))


def test_mistakes_of_the_caller() -> None:
    with pytest.raises(ValueError, match="printable"):
        seal_info("g\n", "york", "gm", 7, "x")
    with pytest.raises(ValueError, match="bucket"):
        seal(GM.public, INFO, b"", 0)
