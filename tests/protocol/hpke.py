"""HPKE as PROTOCOL.md has it (section 9, RFC 9180), but with an ephemeral key that follows from the info.

Nobody should seal like this: the same info twice would be the same key stream. It makes frozen examples that never change.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEM = b"KEM" + bytes.fromhex("0020")
SUITE = b"HPKE" + bytes.fromhex("002000010002")


def extract(salt: bytes, suite: bytes, label: bytes, key: bytes) -> bytes:
    """LabeledExtract."""
    return hmac.digest(salt, b"HPKE-v1" + suite + label + key, "sha256")


def expand(key: bytes, suite: bytes, label: bytes, info: bytes, size: int) -> bytes:
    """LabeledExpand, up to 32 bytes."""
    data = size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, data + b"\x01", "sha256")[:size]


def seal(x25519: str, info: bytes, plaintext: bytes, pad_to: int) -> str:
    """The base64 of enc and the ciphertext, always the same."""
    ephemeral = X25519PrivateKey.from_private_bytes(hashlib.sha256(info).digest())
    enc, public = ephemeral.public_key().public_bytes_raw(), bytes.fromhex(x25519)
    shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(public))
    key = expand(extract(b"", KEM, b"eae_prk", shared), KEM, b"shared_secret", enc + public, 32)
    context = b"\x00" + extract(b"", SUITE, b"psk_id_hash", b"")
    context += extract(b"", SUITE, b"info_hash", info)
    secret = extract(key, SUITE, b"secret", b"")
    padded = len(plaintext).to_bytes(4, "big") + plaintext
    padded += bytes(-len(padded) % pad_to)
    cipher = AESGCM(expand(secret, SUITE, b"key", context, 32))
    sealed = cipher.encrypt(expand(secret, SUITE, b"base_nonce", context, 12), padded, None)
    return base64.b64encode(enc + sealed).decode()
