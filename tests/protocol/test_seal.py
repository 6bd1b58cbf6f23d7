"""PROTOCOL 9, sealing: who can open, where, and what the length tells."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadOpening
from pbem.protocol.keys import GameKey
from pbem.protocol.seal import deal, dealt, info, seal, seal_info, store, undeal, unseal, unstore
from pbem.protocol.wire import base64_bytes, base64_text
from tests.says import worded

GAME = 64 * "d"
GM, ANN, BOB = (GameKey(bytes([n]) * 32) for n in (1, 2, 3))
INFO = seal_info(GAME, "york", "gm", "order", 7, 1, 64 * "a")


@given(st.binary(max_size=300), st.integers(1, 300))
def test_round_trips(plaintext: bytes, bucket: int) -> None:
    assert unseal(GM, INFO, seal(GM.x25519, INFO, plaintext, bucket)) == plaintext
    assert undeal(ANN, GM.x25519, INFO, deal(GM, ANN.x25519, INFO, plaintext, bucket)) == plaintext
    assert unstore(GM, INFO, store(GM, INFO, plaintext)) == plaintext


SEALED = seal(GM.x25519, INFO, b"warwick", 64)
DEALT = deal(GM, ANN.x25519, INFO, b"warwick", 64)
STORED = store(GM, INFO, b"warwick")
OPENINGS: dict[str, tuple[str, Callable[[str], bytes]]] = {
    "seal": (SEALED, lambda sealed: unseal(GM, INFO, sealed)),
    "deal": (DEALT, lambda sealed: undeal(ANN, GM.x25519, INFO, sealed)),
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
        undeal(BOB, GM.x25519, INFO, DEALT)
    with pytest.raises(BadOpening):
        undeal(ANN, BOB.x25519, INFO, DEALT)
    with pytest.raises(BadOpening):
        unstore(ANN, INFO, STORED)


@pytest.mark.parametrize(
    "other",
    [
        seal_info(64 * "e", "york", "gm", "order", 7, 1, 64 * "a"),
        seal_info(GAME, "lancaster", "gm", "order", 7, 1, 64 * "a"),
        seal_info(GAME, "york", "lancaster", "order", 7, 1, 64 * "a"),
        seal_info(GAME, "york", "gm", "standing", 7, 1, 64 * "a"),
        seal_info(GAME, "york", "gm", "order", 8, 1, 64 * "a"),
        seal_info(GAME, "york", "gm", "order", 7, 2, 64 * "a"),
        seal_info(GAME, "york", "gm", "order", 7, 1, 64 * "b"),
        info("story", GAME, 7),
    ],
)
def test_it_opens_in_its_place_only(other: bytes) -> None:
    with pytest.raises(BadOpening):
        unseal(GM, other, SEALED)
    with pytest.raises(BadOpening):
        undeal(ANN, GM.x25519, other, DEALT)
    with pytest.raises(BadOpening):
        unstore(GM, other, STORED)


def test_a_deal_has_a_direction() -> None:
    there = deal(GM, ANN.x25519, INFO, b"x", 64)
    back = deal(ANN, GM.x25519, INFO, b"x", 64)
    assert there != back
    with pytest.raises(BadOpening):
        undeal(GM, ANN.x25519, INFO, there)


def test_deals_and_stores_are_the_same_bytes_again_and_seals_are_not() -> None:
    assert deal(GM, ANN.x25519, INFO, b"warwick", 64) == DEALT
    assert store(GM, INFO, b"warwick") == STORED
    assert seal(GM.x25519, INFO, b"warwick", 64) != SEALED


def test_two_plaintexts_under_one_info_have_two_nonces() -> None:
    """A GM that rewinds deals other cards in the same place."""
    nonces = {base64_bytes(deal(GM, ANN.x25519, INFO, bytes([n]), 64))[:12] for n in range(200)}
    assert len(nonces) == 200


def test_the_length_tells_the_bucket_only() -> None:
    for short, long in ((b"", 60 * b"x"), (b"pass", b"warwick")):
        assert len(seal(GM.x25519, INFO, short, 64)) == len(seal(GM.x25519, INFO, long, 64))
        assert len(deal(GM, ANN.x25519, INFO, short, 64)) == len(
            deal(GM, ANN.x25519, INFO, long, 64)
        )
    assert len(store(GM, INFO, b"")) == len(store(GM, INFO, 1020 * b"x"))


def test_who_dealt_can_read_it_again() -> None:
    assert dealt(GM, ANN.x25519, INFO, DEALT) == b"warwick"
    with pytest.raises(BadOpening):
        dealt(ANN, GM.x25519, INFO, DEALT)


def test_mistakes_of_the_caller() -> None:
    with pytest.raises(ValueError, match=worded("protocol.seal.info")):
        seal_info("g\n", "york", "gm", "order", 7, 1, "x")
    for purpose, fields in (("deal", ()), ("story", (1, 2)), ("unknown", (1,)), ("deal", ("",))):
        with pytest.raises(ValueError, match=worded("protocol.seal.info")):
            info(purpose, GAME, *fields)
    with pytest.raises(ValueError, match="bucket"):
        seal(GM.x25519, INFO, b"", 0)
