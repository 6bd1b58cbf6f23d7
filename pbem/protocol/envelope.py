"""Signed bodies in mail-safe armour: what players send and the log keeps, reveals, refusals."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from pbem.errors import Garbled, Oversized, PbemError
from pbem.protocol import armour, bodies, sshsig
from pbem.protocol.bodies import (
    DuelEnvelope,
    Envelope,
    Refusal,
    Reveal,
    SignedRefusal,
    SignedReveal,
)
from pbem.protocol.hashing import digest as sha256
from pbem.protocol.keys import Identity
from pbem.protocol.public import Keys

LIMIT = 96 * 1024
"""Bytes of the payload inside the armour: two sealed copies of the longest orders fit."""
_NAMESPACES: dict[type, str] = {
    Envelope: "pbem2-said",
    SignedReveal: "pbem2-reveal",
    SignedRefusal: "pbem2-refusal",
    DuelEnvelope: "pbem2-duel",
}

Signed = Envelope | SignedReveal | SignedRefusal
S = TypeVar("S", Envelope, SignedReveal, SignedRefusal, DuelEnvelope)


def sign(identity: Identity, body: bodies.AnySaid) -> Envelope:
    """A player's word. Raises BadText, or Oversized when no reader would take it."""
    return _sized(
        Envelope(body=body, sig=identity.sign(_NAMESPACES[Envelope], bodies.encode(body)))
    )


def sign_in_duel(identity: Identity, body: bodies.DuelSaid) -> DuelEnvelope:
    """A word of a player of a duel. Raises BadText, or Oversized when no reader would take it."""
    raw = bodies.encode(body)
    return _sized(DuelEnvelope(body=body, sig=identity.sign(_NAMESPACES[DuelEnvelope], raw)))


def sign_reveal(identity: Identity, body: Reveal) -> SignedReveal:
    """A finished game's key, for the file beside the log."""
    sig = identity.sign(_NAMESPACES[SignedReveal], bodies.encode(body))
    return SignedReveal(body=body, sig=sig)


def sign_refusal(identity: Identity, body: Refusal) -> SignedRefusal:
    """The GM's word that an order was refused. Raises BadText, Oversized."""
    sig = identity.sign(_NAMESPACES[SignedRefusal], bodies.encode(body))
    return _sized(SignedRefusal(body=body, sig=sig))


def raw(signed: Signed | DuelEnvelope) -> bytes:
    """The canonical bytes that the signature is over."""
    return bodies.encode_again(signed.body)


def digest(signed: Signed | DuelEnvelope) -> str:
    """SHA-256 of the canonical body, in hex: the name of an order in a receipt or a refusal."""
    return sha256(raw(signed))


def verify_in_duel(signed: DuelEnvelope, keys: Keys) -> None:
    """As `verify`. Raises Oversized for one that no file could bring."""
    size = len(bodies.encode_again(signed))
    if size > LIMIT:
        raise Oversized(size=size, unit="bytes", limit=LIMIT)
    verify(signed, keys)


def verify(signed: Signed | DuelEnvelope, keys: Keys) -> None:
    """Pass if that key signed this body for its purpose, else raise BadSignature."""
    sshsig.verify(keys, _NAMESPACES[type(signed)], raw(signed), signed.sig)


def kind(signed: Signed) -> str:
    """What its armour calls it: ORDER, READY, ACCEPT, WORD, REVEAL or REFUSAL."""
    match signed.body:
        case Reveal():
            return "REVEAL"
        case Refusal():
            return "REFUSAL"
        case bodies.Accept() | bodies.Claim():
            return "ACCEPT"
        case bodies.SignedMessage():
            return "WORD"
        case bodies.Ready():
            return "READY"
        case _:
            return "ORDER"


def to_text(signed: Signed) -> str:
    """The armoured block to paste into a mail."""
    return armour.wrap(kind(signed), bodies.encode(signed))


def from_text(text: str | bytes, of_kind: str, known_digests: Container[str] = ()) -> Envelope:
    """The one envelope of that kind (ORDER, ACCEPT, WORD) in a mail; not yet verified.

    Args:
        known_digests: digests of bodies that were applied before, which do not count beside a new one.

    Raises what `armour.unwrap` and `bodies.decode` raise.
    """
    envelope = _read(Envelope, text, of_kind, known_digests)
    if kind(envelope) != of_kind:
        raise Garbled(why=f"inside the block marked {of_kind} is something else")
    return envelope


def read_reveal(text: str | bytes) -> SignedReveal:
    """The one reveal in a file or mail; not yet verified. Raises as `from_text`."""
    return _read(SignedReveal, text, "REVEAL")


def read_refusal(text: str | bytes) -> SignedRefusal:
    """The one refusal in a file or mail; not yet verified. Raises as `from_text`."""
    return _read(SignedRefusal, text, "REFUSAL")


def _read(of: type[S], text: str | bytes, of_kind: str, known_digests: Container[str] = ()) -> S:
    def is_known(payload: bytes) -> bool:
        try:
            return digest(bodies.decode(of, payload, LIMIT)) in known_digests
        except PbemError:
            return False

    return bodies.decode(of, armour.unwrap(of_kind, text, LIMIT, is_known), LIMIT)


def _sized(signed: S) -> S:
    bodies.decode(type(signed), bodies.encode(signed), LIMIT)
    return signed
