"""DESIGN 6, order bodies and their envelopes; DESIGN 8, the tamper matrix."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import (
    BadSignature,
    BadText,
    Garbled,
    NotCanonical,
    Oversized,
    PbemError,
    Truncated,
    TwoBlocks,
)
from pbem.protocol import armour, canonical
from pbem.protocol.envelope import LIMIT, Envelope
from pbem.protocol.keys import Identity

from .small_game import PLAYERS, played

ANN, BOB = PLAYERS["york"], PLAYERS["lancaster"]
ORDER = Envelope.from_dict(played().entries[3].body["order"])
TEXT = ORDER.to_text()
PAYLOAD = armour.unwrap("ORDER", TEXT, LIMIT)


def accepted(text: str | bytes) -> Envelope | None:
    """The envelope if a moderator would take it as Ann's, else None."""
    try:
        envelope = Envelope.from_text(text)
        envelope.verify(ANN.public)
    except PbemError:
        return None
    return envelope


def test_round_trip() -> None:
    assert Envelope.from_text(TEXT) == ORDER
    assert Envelope.from_dict(ORDER.to_dict()) == ORDER
    assert canonical.decode(ORDER.raw, LIMIT) == ORDER.body
    assert len(ORDER.digest) == 64
    ORDER.verify(ANN.public)


def test_another_key_or_purpose_does_not_fit() -> None:
    with pytest.raises(BadSignature):
        ORDER.verify(BOB.public)
    with pytest.raises(BadSignature):
        ORDER.verify(ANN.public, "pbem1-entry")


def test_every_byte_of_the_payload_counts() -> None:
    """Changed, dropped, inserted: nothing is accepted, whatever the armour around it."""
    for at, was in enumerate(PAYLOAD):
        changes = [bytes([was ^ 1]), bytes([was ^ 32]), bytes([was ^ 128]), b"", b"\0", b" ", b"0"]
        changes += [extra + bytes([was]) for extra in (b" ", b"0", b'"', b"\n", b"a")]
        for change in changes:
            payload = PAYLOAD[:at] + change + PAYLOAD[at + 1 :]
            if payload != PAYLOAD:
                assert accepted(armour.wrap("ORDER", payload)) is None, (at, change)


def test_every_character_of_the_mail_counts_but_white_space() -> None:
    text = TEXT.strip()
    for at, was in enumerate(text):
        for change in ("", "A" if was != "A" else "B", "=", "A" + was, "\n" + was, " " + was, "\0"):
            tampered = text[:at] + change + text[at + 1 :]
            if tampered.endswith(text):  # prose before the block
                continue
            if accepted(tampered) is not None:
                assert "".join(tampered.split()) == "".join(text.split()), (at, change)
                assert accepted(tampered) == ORDER


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
    other = Envelope.signed(ANN, "pbem1-order", {**ORDER.body, "lines": ["pass"]})
    swapped = Envelope.from_dict({"body": other.body, "sig": ORDER.signature})
    with pytest.raises(BadSignature):
        swapped.verify(ANN.public)


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        (b"hello", Garbled),
        (PAYLOAD.replace(b":", b": ", 1), NotCanonical),
        (b'{"sig":"x","body":{}}', NotCanonical),
        (b'{"body":{}}', Garbled),
        (b'{"body":{},"sig":1}', Garbled),
        (b'{"body":[],"sig":"x"}', Garbled),
        (b'{"body":{},"more":1,"sig":"x"}', Garbled),
        (b"[]", Garbled),
        (b'{"body":{"a":"\xc2\xa0"},"sig":"x"}', BadText),
    ],
)
def test_each_bad_payload_has_its_error(payload: bytes, error: type[PbemError]) -> None:
    with pytest.raises(error):
        Envelope.from_text(armour.wrap("ORDER", payload))


def test_each_bad_mail_has_its_error() -> None:
    with pytest.raises(Truncated):
        Envelope.from_text(TEXT[:100])
    with pytest.raises(TwoBlocks):
        Envelope.from_text(TEXT + armour.wrap("ORDER", b"another"))
    assert Envelope.from_text(TEXT + TEXT) == Envelope.from_text(TEXT)


@pytest.mark.parametrize("body", [{"a": None}, {"a": 1.5}, {"A": 1}])
def test_a_body_outside_the_subset_is_not_signed(body: dict[str, Any]) -> None:
    with pytest.raises(NotCanonical):
        Envelope.signed(ANN, "pbem1-order", body)


def test_an_oversized_body_is_not_signed_and_not_read() -> None:
    with pytest.raises(Oversized):
        Envelope.signed(ANN, "pbem1-order", {"a": LIMIT * "x"})
    with pytest.raises(Oversized):
        Envelope.from_text(armour.wrap("ORDER", LIMIT * b"x" + b"x"))


def test_what_fits_when_signed_fits_when_read() -> None:
    envelope = Envelope.signed(Identity.new("Zoë"), "pbem1-order", {"a": (LIMIT - 400) * "x"})
    assert Envelope.from_text(envelope.to_text()) == envelope
