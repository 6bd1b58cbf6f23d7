"""PROTOCOL 10, return slips: signed by the seat, sealed to the GM, in no log."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from pbem.errors import BadOpening, BadSignature, Garbled
from pbem.protocol import armour, bodies, seal, slip, sshsig
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.slip import Posted, SignedSlip, Slip

ANN, EVE = Identity(bytes([1]) * 32, "Anne"), Identity(bytes([2]) * 32, "Eve")
OLD, GM = GameKey(bytes([3]) * 32), GameKey(bytes([4]) * 32)
GAME = 64 * "a"
SLIP = Slip(v=2, game=GAME, author="york", n=7, address="ann@example.org", post=True)


def test_the_gm_reads_what_the_seat_signed() -> None:
    text = slip.to_text(ANN, SLIP, GM.x25519)
    (posted,) = slip.from_text(f"Hello\n\n> {text}")
    assert slip.opened(posted, [OLD, GM], ANN.public) == SLIP


def test_nobody_else_reads_the_address() -> None:
    text = slip.to_text(ANN, SLIP, GM.x25519)
    (posted,) = slip.from_text(text)
    assert b"example.org" not in armour.unwrap(slip.KIND, text, slip.LIMIT)
    with pytest.raises(BadOpening):
        slip.opened(posted, [OLD], ANN.public)


def test_the_length_tells_nothing_of_the_address() -> None:
    long = replace(SLIP, address=f"{'a' * 60}@example.org")
    assert len({len(slip.to_text(ANN, one, GM.x25519)) for one in (SLIP, long)}) == 1


def test_another_key_signs_nothing_for_the_seat() -> None:
    (posted,) = slip.from_text(slip.to_text(EVE, SLIP, GM.x25519))
    with pytest.raises(BadSignature):
        slip.opened(posted, [GM], ANN.public)


def test_a_word_of_another_kind_is_no_slip() -> None:
    sig = ANN.sign("pbem2-said", bodies.encode(SLIP))
    plain = bodies.encode(SignedSlip(body=SLIP, sig=sig))
    data = seal.seal(GM.x25519, seal.info("slip", GAME, "york"), plain, slip.BUCKET)
    with pytest.raises(BadSignature):
        slip.opened(Posted(v=2, game=GAME, author="york", data=data), [GM], ANN.public)


def test_a_slip_of_one_seat_is_none_of_another() -> None:
    (posted,) = slip.from_text(slip.to_text(ANN, SLIP, GM.x25519))
    with pytest.raises(BadOpening):
        slip.opened(replace(posted, author="lancaster"), [GM], ANN.public)
    signed = SignedSlip(body=SLIP, sig=ANN.sign(slip.NAMESPACE, bodies.encode(SLIP)))
    info = seal.info("slip", GAME, "lancaster")
    data = seal.seal(GM.x25519, info, bodies.encode(signed), slip.BUCKET)
    with pytest.raises(Garbled):
        slip.opened(Posted(v=2, game=GAME, author="lancaster", data=data), [GM], ANN.public)


def test_several_slips_are_all_read_and_damaged_ones_are_left_out() -> None:
    texts = [slip.to_text(ANN, replace(SLIP, n=n), GM.x25519) for n in (1, 2)]
    found = slip.from_text("\n".join([*texts, texts[0][:200]]))
    assert [slip.opened(one, [GM], ANN.public).n for one in found] == [1, 2]
    assert slip.from_text(texts[0][:200]) == []
    assert len(
        slip.from_text("\n".join(slip.to_text(ANN, SLIP, GM.x25519) for _ in range(12)))
    ) == (slip.MOST)


def test_the_bytes_are_those_of_the_page() -> None:
    signed = (
        f'{{"address":"ann@example.org","from":"york","game":"{GAME}","n":7,"post":true,"v":2}}'
    )
    assert bodies.encode(SLIP) == signed.encode()
    info = seal.info("slip", GAME, "york")
    assert info == f"pbem2/slip\n{GAME}\nyork\n".encode()
    text = slip.to_text(ANN, SLIP, GM.x25519)
    assert text.startswith("-----BEGIN PBEM2 POSTED-----\n")
    outer = json.loads(armour.unwrap("POSTED", text, 8192))
    assert outer.keys() == {"v", "game", "from", "data"}
    plain = seal.unseal(GM, info, outer["data"])
    inner = json.loads(plain)
    assert plain.startswith(b'{"body":' + signed.encode() + b',"sig":"')
    sshsig.verify(ANN.public, "pbem2-slip", signed.encode(), inner["sig"])
