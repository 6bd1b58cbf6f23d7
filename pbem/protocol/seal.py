"""Secrets: sealed by a player to the GM, dealt by the GM to a player, stored by the GM for itself.

All plaintexts are padded, so the length of what is sealed tells nothing but its bucket.
"""

from __future__ import annotations

import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from pbem.errors import BadOpening
from pbem.protocol.hashing import is_field
from pbem.protocol.hkdf import derive
from pbem.protocol.keys import GameKey, Identity, PublicKeys
from pbem.protocol.wire import base64_bytes, base64_text

STORE_BUCKET = 1024  # bytes; a stored secret is padded to a multiple of it
_NONCE_BYTES = 12
Keyholder = Identity | GameKey
"""Whoever can open something: a person, or his secrets of one game."""
_LENGTH_BYTES = 4


def seal_info(game: str, sender: str, to: str, seq: int, head: str) -> bytes:
    """What a sealed part is bound to (DESIGN 6, "Sealing"): moved elsewhere, it does not open."""
    fields = [game, sender, to, str(seq), head]
    if not all(is_field(field) for field in fields):
        raise ValueError("a field of a seal is not printable ASCII")
    return "\n".join(["pbem1/seal", *fields, ""]).encode("ascii")


def seal(recipient: PublicKeys, info: bytes, plaintext: bytes, pad_to: int) -> str:
    """Seal to one person, so that even the sender cannot open it again (HPKE base, RFC 9180).

    Base64 of enc || ciphertext; `pad_to` is a bucket in bytes.
    """
    public = X25519PublicKey.from_public_bytes(bytes.fromhex(recipient.x25519))
    return base64_text(_suite().encrypt(_pad(plaintext, pad_to), public, info))


def unseal(identity: Keyholder, info: bytes, sealed: str) -> bytes:
    """What was sealed to this person under this info; raises BadOpening."""
    raw = _raw(sealed)
    try:
        return _unpad(_suite().decrypt(raw, identity.hpke_private, info))
    except (InvalidTag, ValueError) as error:
        raise _refusal() from error


def deal(
    sender: Keyholder, recipient: PublicKeys, info: bytes, plaintext: bytes, pad_to: int
) -> str:
    """Seal to one person without randomness: the same deal gives the same bytes.

    So a GM that applies the same orders twice writes the same save. Both can open it: the key
    comes from their X25519 agreement and the direction.
    """
    secret = derive(sender.agree(recipient), _direction(sender.x25519, recipient.x25519) + info, 64)
    return _encrypt(secret, plaintext, pad_to)


def undeal(recipient: Keyholder, sender: PublicKeys, info: bytes, sealed: str) -> bytes:
    """What `sender` dealt to this person under this info; raises BadOpening."""
    secret = derive(recipient.agree(sender), _direction(sender.x25519, recipient.x25519) + info, 64)
    return _decrypt(secret, sealed)


def dealt(sender: Keyholder, recipient: PublicKeys, info: bytes, sealed: str) -> bytes:
    """What this person has dealt to `recipient` under this info; raises BadOpening."""
    secret = derive(sender.agree(recipient), _direction(sender.x25519, recipient.x25519) + info, 64)
    return _decrypt(secret, sealed)


def store(identity: Keyholder, info: bytes, plaintext: bytes) -> str:
    """Seal to oneself without randomness, for the secret half of a checkpoint in the save."""
    return _encrypt(derive(identity.root, b"pbem1/store\n" + info, 64), plaintext, STORE_BUCKET)


def unstore(identity: Keyholder, info: bytes, sealed: str) -> bytes:
    """What this person stored under this info; raises BadOpening."""
    return _decrypt(derive(identity.root, b"pbem1/store\n" + info, 64), sealed)


def _suite() -> Suite:
    return Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)


def _direction(sender: str, recipient: str) -> bytes:
    return f"pbem1/deal\n{sender}\n{recipient}\n".encode("ascii")


def _encrypt(secret: bytes, plaintext: bytes, pad_to: int) -> str:
    """Nonce || ciphertext under the two 32-byte keys in `secret`.

    The nonce is a MAC of the plaintext. An info is meant for one plaintext, but a GM who rewinds a
    game may deal other cards under it, and a nonce must not come twice with one key.
    """
    padded = _pad(plaintext, pad_to)
    nonce = hmac.digest(secret[32:], padded, "sha256")[:_NONCE_BYTES]
    return base64_text(nonce + ChaCha20Poly1305(secret[:32]).encrypt(nonce, padded, None))


def _decrypt(secret: bytes, sealed: str) -> bytes:
    raw = _raw(sealed)
    nonce = raw[:_NONCE_BYTES]
    try:
        padded = ChaCha20Poly1305(secret[:32]).decrypt(nonce, raw[_NONCE_BYTES:], None)
        if not hmac.compare_digest(
            hmac.digest(secret[32:], padded, "sha256")[:_NONCE_BYTES], nonce
        ):
            raise ValueError("the nonce is not the one of this plaintext")
        return _unpad(padded)
    except (InvalidTag, ValueError) as error:
        raise _refusal() from error


def _pad(plaintext: bytes, pad_to: int) -> bytes:
    """Length in 4 bytes, big-endian, the plaintext, zeros up to a multiple of `pad_to`."""
    if pad_to < 1:
        raise ValueError("a bucket has at least one byte")
    body = len(plaintext).to_bytes(_LENGTH_BYTES, "big") + plaintext
    return body + bytes(-len(body) % pad_to)


def _unpad(padded: bytes) -> bytes:
    end = _LENGTH_BYTES + int.from_bytes(padded[:_LENGTH_BYTES], "big")
    if len(padded) < end or any(padded[end:]):
        raise ValueError("the padding is wrong")
    return padded[_LENGTH_BYTES:end]


def _raw(sealed: str) -> bytes:
    try:
        return base64_bytes(sealed)
    except ValueError as error:
        raise _refusal() from error


def _refusal() -> BadOpening:
    return BadOpening(
        slot="a sealed part", why="it does not decrypt: another key, another place, or changed"
    )
