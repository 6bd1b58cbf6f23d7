"""Secrets: sealed by a player to the GM, dealt by the GM to a player, stored by the GM for itself.

All plaintexts are padded, so the length of what is sealed tells nothing but its bucket.
"""

from __future__ import annotations

import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from pbem.errors import BadOpening
from pbem.protocol.hashing import derive, is_field
from pbem.protocol.keys import GameKey
from pbem.protocol.wire import base64_bytes, base64_text

STORE_BUCKET = 1024  # bytes; a stored secret is padded to a multiple of it
_NONCE_BYTES = 12
_LENGTH_BYTES = 4
_FIELDS = {
    "seal": 6,  # from, to, kind, number, revision, head
    "deal": 1,  # slot
    "story": 1,  # n
    "menu": 1,  # n
    "handover": 2,  # side, n
    "escrow": 1,  # n
    "ruling": 1,  # n
    "stack": 1,  # SHA-256 of its commitments
    "policies": 1,  # SHA-256 of their commitments
    "slip": 1,  # from
    "refusal": 1,  # to
    "store": 1,  # what: a client's own file
    "kept": 0,  # a checkpoint, by its owner for himself
}


def info(purpose: str, genesis: str, *fields: str | int) -> bytes:
    """What a secret is bound to: moved elsewhere, it does not open.

    Raises ValueError for an unknown purpose, or fields that it does not have.
    """
    texts = [genesis, *(str(field) for field in fields)]
    if _FIELDS.get(purpose) != len(fields) or not all(is_field(text) for text in texts):
        raise ValueError(f"nothing is sealed as {purpose!r} with these fields")
    return "\n".join([f"pbem2/{purpose}", *texts, ""]).encode("ascii")


def seal_info(
    genesis: str, sender: str, to: str, kind: str, number: int, revision: int, head: str
) -> bytes:
    """Of a sealed part of an order (`kind` `order`, number of the asking) or a standing order
    (`standing`, its counter, revision 0)."""
    return info("seal", genesis, sender, to, kind, number, revision, head)


def seal(x25519: str, info: bytes, plaintext: bytes, pad_to: int) -> str:
    """Seal to a public key in hex, so that even the sender cannot open it (HPKE base, RFC 9180).

    Base64 of enc || ciphertext; `pad_to` is a bucket in bytes.
    """
    public = X25519PublicKey.from_public_bytes(bytes.fromhex(x25519))
    return base64_text(_suite().encrypt(_pad(plaintext, pad_to), public, info))


def unseal(key: GameKey, info: bytes, sealed: str) -> bytes:
    """What was sealed to this key under this info; raises BadOpening."""
    raw = _raw(sealed)
    try:
        return _unpad(_suite().decrypt(raw, key.hpke_private, info))
    except (InvalidTag, ValueError) as error:
        raise _refusal() from error


def deal(sender: GameKey, recipient: str, info: bytes, plaintext: bytes, pad_to: int) -> str:
    """Seal to a public key in hex without randomness: the same deal gives the same bytes.

    So a GM that applies the same orders twice writes the same save. Both can open it: the key
    comes from their X25519 agreement and the direction.
    """
    return _encrypt(_agreed(sender, recipient, sender.x25519, recipient, info), plaintext, pad_to)


def undeal(recipient: GameKey, sender: str, info: bytes, sealed: str) -> bytes:
    """What the public key `sender` dealt to this key under this info; raises BadOpening."""
    return _decrypt(_agreed(recipient, sender, sender, recipient.x25519, info), sealed)


def dealt(sender: GameKey, recipient: str, info: bytes, sealed: str) -> bytes:
    """What this key has dealt to the public key `recipient` under this info; raises BadOpening."""
    return _decrypt(_agreed(sender, recipient, sender.x25519, recipient, info), sealed)


def store(key: GameKey, info: bytes, plaintext: bytes) -> str:
    """Seal to oneself without randomness."""
    return _encrypt(derive(key.root, b"pbem2/store\n" + info, 64), plaintext, STORE_BUCKET)


def unstore(key: GameKey, info: bytes, sealed: str) -> bytes:
    """What this key stored under this info; raises BadOpening."""
    return _decrypt(derive(key.root, b"pbem2/store\n" + info, 64), sealed)


def _suite() -> Suite:
    return Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)


def _agreed(own: GameKey, other: str, sender: str, recipient: str, info: bytes) -> bytes:
    direction = f"pbem2/deal\n{sender}\n{recipient}\n".encode("ascii")
    return derive(own.agree(other), direction + info, 64)


def _encrypt(secret: bytes, plaintext: bytes, pad_to: int) -> str:
    """Nonce || ciphertext under the two 32-byte keys in `secret`.

    The nonce is a MAC of the plaintext. An info is meant for one plaintext, but a GM who rewinds a
    game may deal other cards under it, and a nonce must not come twice with one key.
    """
    padded = _pad(plaintext, pad_to)
    nonce = hmac.digest(secret[32:], padded, "sha256")[:_NONCE_BYTES]
    return base64_text(nonce + AESGCM(secret[:32]).encrypt(nonce, padded, None))


def _decrypt(secret: bytes, sealed: str) -> bytes:
    raw = _raw(sealed)
    nonce = raw[:_NONCE_BYTES]
    try:
        padded = AESGCM(secret[:32]).decrypt(nonce, raw[_NONCE_BYTES:], None)
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
