"""PROTOCOL 5, envelopes; the tamper matrix."""

from __future__ import annotations

import msgspec
import pytest

from pbem.errors import (
    BadSignature,
    BadText,
    Garbled,
    NoBlock,
    NotCanonical,
    Oversized,
    PbemError,
    Truncated,
    TwoBlocks,
)
from pbem.protocol import armour
from pbem.protocol import bodies as b
from pbem.protocol.envelope import (
    LIMIT,
    digest,
    from_text,
    raw,
    read_refusal,
    read_reveal,
    sign,
    sign_refusal,
    sign_reveal,
    to_text,
    verify,
)
from pbem.protocol.hashing import digest as sha256
from tests.says import worded

from .small_game import GAME, GM, PLAYERS, begun, order_of, played

ANN, BOB = PLAYERS["york"], PLAYERS["lancaster"]
LOG = begun()
SEEN = LOG.entries[-1].newest
READY = sign(ANN, b.Ready(**LOG.said("york"), **LOG.answer("york")))
OTHER = sign(ANN, b.Ready(**LOG.said("york"), **LOG.answer("york")))
SAY = sign(ANN, b.Say(**LOG.said("york"), text="Well met.\nA. – “Ann”"))
TEXT = to_text(READY)
PAYLOAD = armour.unwrap("READY", TEXT, LIMIT)


def accepted(text: str | bytes) -> b.Envelope | None:
    """The envelope if a moderator would take it as Ann's, else None."""
    try:
        envelope = from_text(text, "READY")
        verify(envelope, ANN.public)
    except PbemError:
        return None
    return envelope


def test_round_trip() -> None:
    for entry in played().entries[1:]:
        envelope = order_of(entry)
        kind = to_text(envelope).split()[2].strip("-")
        assert from_text(to_text(envelope), kind) == envelope
        verify(envelope, PLAYERS[envelope.body.author].public)
    assert digest(READY) == sha256(raw(READY))
    assert b.decode(b.Ready, raw(READY), LIMIT) == READY.body


def test_a_block_holds_what_its_mark_says() -> None:
    accept = order_of(played().entries[1])
    for envelope, kind in ((READY, "READY"), (accept, "ACCEPT"), (SAY, "WORD")):
        assert f"BEGIN PBEM2 {kind}" in to_text(envelope)
        with pytest.raises(NoBlock):
            from_text(to_text(envelope), "ORDER" if kind != "ORDER" else "WORD")
    with pytest.raises(Garbled, match=worded("protocol.envelope.from_text", "WORD")):
        from_text(armour.wrap("WORD", PAYLOAD), "WORD")


def test_another_key_does_not_fit() -> None:
    with pytest.raises(BadSignature):
        verify(READY, BOB.public)


def test_a_signature_has_one_purpose() -> None:
    for namespace in ("pbem2-entry", "pbem2-save", "pbem2-card", "pbem2-reveal", "pbem2-refusal"):
        other = msgspec.structs.replace(READY, sig=ANN.sign(namespace, raw(READY)))
        with pytest.raises(BadSignature, match="another purpose"):
            verify(other, ANN.public)


@pytest.mark.slow
def test_every_byte_of_the_payload_counts() -> None:
    """Changed, dropped, inserted: nothing is accepted, whatever the armour around it."""
    for at, was in enumerate(PAYLOAD):
        changes = [bytes([was ^ 1]), bytes([was ^ 32]), bytes([was ^ 128]), b"", b"\0", b" ", b"0"]
        changes += [extra + bytes([was]) for extra in (b" ", b"0", b'"', b"\n", b"a")]
        for change in changes:
            payload = PAYLOAD[:at] + change + PAYLOAD[at + 1 :]
            if payload != PAYLOAD:
                assert accepted(armour.wrap("ORDER", payload)) is None, (at, change)


@pytest.mark.slow
def test_every_character_of_the_mail_counts_but_white_space() -> None:
    text = TEXT.strip()
    for at, was in enumerate(text):
        for change in ("", "A" if was != "A" else "B", "=", "A" + was, "\n" + was, " " + was, "\0"):
            tampered = text[:at] + change + text[at + 1 :]
            if tampered.endswith(text):  # prose before the block
                continue
            if accepted(tampered) is not None:
                assert "".join(tampered.split()) == "".join(text.split()), (at, change)
                assert accepted(tampered) == READY


def test_every_prefix_is_refused() -> None:
    for end in range(len(TEXT) - 1):
        assert accepted(TEXT[:end]) is None
    for end in range(len(PAYLOAD)):
        assert accepted(armour.wrap("ORDER", PAYLOAD[:end])) is None


def test_every_cut_in_the_middle_is_refused() -> None:
    lines = TEXT.splitlines(keepends=True)
    for at in range(1, len(lines) - 1):
        assert accepted("".join(lines[:at] + lines[at + 1 :])) is None
        assert accepted("".join(lines[:at] + lines[at : at + 1] + lines[at:])) is None


def test_a_signature_moved_to_another_body_is_refused() -> None:
    body = msgspec.structs.replace(READY.body, head=64 * "0")
    with pytest.raises(BadSignature):
        verify(b.Envelope(body=body, sig=READY.sig), ANN.public)


SIG = PAYLOAD.rindex(b',"sig"')


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        (b"hello", Garbled),
        (b"[]", Garbled),
        (b"null", Garbled),
        (b'{"body":{}}', Garbled),
        (PAYLOAD.replace(b":", b": ", 1), NotCanonical),
        (PAYLOAD.replace(b'"sig":', b'"more":1,"sig":'), Garbled),
        (PAYLOAD[:SIG] + b"}", Garbled),
        (PAYLOAD[:SIG] + b',"sig":1}', Garbled),
        (b"{" + PAYLOAD[SIG + 1 : -1] + b"," + PAYLOAD[1:SIG] + b"}", NotCanonical),
        (LIMIT * b"[", NotCanonical),
        (LIMIT // 8 * b'{"body":', NotCanonical),
        (LIMIT // 8 * b'{"body"', NotCanonical),
        (LIMIT * b'"', Garbled),
    ],
)
def test_each_bad_payload_has_its_error(payload: bytes, error: type[PbemError]) -> None:
    assert payload != PAYLOAD
    with pytest.raises(error):
        from_text(armour.wrap("ORDER", payload), "ORDER")


def test_each_bad_mail_has_its_error() -> None:
    with pytest.raises(Truncated):
        from_text(TEXT[:100], "READY")
    with pytest.raises(TwoBlocks):
        from_text(TEXT + to_text(OTHER), "READY")
    assert from_text(TEXT + TEXT, "READY") == READY


@pytest.mark.parametrize("text", ["a\u202eb", "a '''", "tab\t", "e\u0301"])
def test_a_text_that_nobody_could_read_is_neither_signed_nor_read(text: str) -> None:
    body = b.Say(**LOG.said("york"), text=text)
    with pytest.raises(BadText):
        sign(ANN, body)
    payload = msgspec.json.encode(b.Envelope(body=body, sig=""), order="sorted")
    with pytest.raises(BadText):
        from_text(armour.wrap("WORD", payload), "WORD")


def test_an_oversized_body_is_not_signed_and_not_read() -> None:
    with pytest.raises(Garbled, match="2000"):
        sign(ANN, b.Say(**LOG.said("york"), text=2001 * "x"))
    data = LIMIT * "A"
    sealed = (b.Sealed(to="gm", data=data), b.Sealed(to="york", data=data))
    body = b.Standing(**LOG.said("york"), newest=SEEN, counter=1, commitment=GAME, sealed=sealed)
    with pytest.raises(Oversized):
        sign(ANN, body)
    with pytest.raises(Oversized):
        from_text(armour.wrap("ORDER", LIMIT * b"x" + b"x"), "ORDER")


def test_reveals_and_refusals_are_signed_files_of_their_own() -> None:
    reveal = sign_reveal(ANN, b.Reveal(v=2, game=GAME, author="york", key=64 * "a"))
    assert read_reveal(to_text(reveal)) == reveal
    verify(reveal, ANN.public)
    refusal = sign_refusal(
        GM,
        b.Refusal(
            v=2, game=GAME, order=digest(READY), head=GAME, why="Stale", words="Too old – 4."
        ),
    )
    assert read_refusal(to_text(refusal)) == refusal
    verify(refusal, GM.public)
    with pytest.raises(BadSignature):
        verify(refusal, ANN.public)
    with pytest.raises(NoBlock):
        read_reveal(to_text(refusal))
    with pytest.raises(Garbled):
        read_reveal(armour.wrap("REVEAL", PAYLOAD))
    with pytest.raises(Garbled):
        read_refusal(armour.wrap("REFUSAL", PAYLOAD))
