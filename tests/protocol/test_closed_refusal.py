"""PROTOCOL 10, refusals to a seat with a post: only its reader can open them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbem.errors import BadOpening
from pbem.protocol import armour, closed_refusal, envelope
from pbem.protocol.bodies import Refusal
from pbem.protocol.keys import GameKey, Identity

GM = Identity(bytes([1]) * 32, "Griffith")
ANN, BOB = GameKey(bytes([2]) * 32), GameKey(bytes([3]) * 32)
BODY = Refusal(
    v=2,
    game=64 * "a",
    order=64 * "b",
    head=64 * "c",
    why="IllegalOrder",
    words="Line 3: march: york",
)


def test_its_reader_alone_opens_it() -> None:
    signed = envelope.sign_refusal(GM, BODY)
    text = closed_refusal.to_text(signed, "york", ANN.x25519)
    assert b"march" not in armour.unwrap(closed_refusal.KIND, text, envelope.LIMIT)
    closed = closed_refusal.from_text(f"Refused.\n\n{text}")
    assert closed_refusal.opened(closed, ANN) == signed
    with pytest.raises(BadOpening):
        closed_refusal.opened(closed, BOB)
    with pytest.raises(BadOpening):
        closed_refusal.opened(replace(closed, to="lancaster"), ANN)
