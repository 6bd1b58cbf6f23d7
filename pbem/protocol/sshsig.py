"""SSHSIG signatures (PROTOCOL.sshsig of OpenSSH): Ed25519 over SHA-512, nothing else.

`ssh-keygen -Y verify` accepts them, so nobody needs this program to check a game.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbem.errors import BadSignature
from pbem.protocol.wire import base64_bytes, ssh_string, ssh_strings

ALGORITHM = b"ssh-ed25519"
_MAGIC = b"SSHSIG"
_VERSION = (1).to_bytes(4, "big")
_HASH = b"sha512"
_COLUMNS = 70


class VerifyingKey(Protocol):
    """What a signature is checked against; `keys.PublicKeys` is one."""

    @property
    def ed25519(self) -> bytes:
        """The 32 bytes of the Ed25519 public key."""


def sign(private: Ed25519PrivateKey, namespace: str, message: bytes) -> bytes:
    """The SSHSIG blob over a message; Ed25519 is deterministic, so is the blob."""
    key = private.public_key().public_bytes_raw()
    return _head(key, namespace) + _signature(
        private.sign(_to_be_signed(namespace, hashlib.sha512(message).digest()))
    )


def verify(public: VerifyingKey, namespace: str, message: bytes, signature_b64: str) -> None:
    """Pass if this key signed exactly this message in this namespace, else raise BadSignature."""
    verify_hash(public, namespace, hashlib.sha512(message).digest(), signature_b64)


def verify_hash(public: VerifyingKey, namespace: str, sha512: bytes, signature_b64: str) -> None:
    """Pass if this key signed the message with this SHA-512 in this namespace, else raise BadSignature."""
    blob = _decode(signature_b64)
    head = _head(public.ed25519, namespace)
    raw = blob[-64:]
    if blob != head + _signature(raw):
        raise BadSignature(why=_difference(public, namespace, blob))
    try:
        _key(public.ed25519).verify(raw, _to_be_signed(namespace, sha512))
    except InvalidSignature as error:
        raise BadSignature(why="the signed bytes are not these") from error


@lru_cache(maxsize=256)
def _key(raw: bytes) -> Ed25519PublicKey:
    """Kept, like what a signature begins with, for a log is signed by the same few keys."""
    return Ed25519PublicKey.from_public_bytes(raw)


def signer(signature_b64: str) -> bytes:
    """The 32 bytes of the Ed25519 key that a signature names (not yet checked), or BadSignature."""
    return _parse(_decode(signature_b64))[0]


def armor(signature_b64: str) -> str:
    """The signature file that `ssh-keygen -Y verify -s` reads."""
    lines = [signature_b64[at : at + _COLUMNS] for at in range(0, len(signature_b64), _COLUMNS)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def public_blob(key: bytes) -> bytes:
    """The SSH wire form of an Ed25519 public key (RFC 8709, section 4)."""
    return ssh_string(ALGORITHM) + ssh_string(key)


def _head(key: bytes, namespace: str) -> bytes:
    return (
        _signer_head(key) + ssh_string(_namespace(namespace)) + ssh_string(b"") + ssh_string(_HASH)
    )


@lru_cache(maxsize=256)
def _signer_head(key: bytes) -> bytes:
    return _MAGIC + _VERSION + ssh_string(public_blob(key))


def _signature(raw: bytes) -> bytes:
    return ssh_string(ssh_string(ALGORITHM) + ssh_string(raw))


def _to_be_signed(namespace: str, sha512: bytes) -> bytes:
    return (
        _MAGIC
        + ssh_string(_namespace(namespace))
        + ssh_string(b"")
        + ssh_string(_HASH)
        + ssh_string(sha512)
    )


def _namespace(namespace: str) -> bytes:
    if not namespace:
        raise ValueError("SSHSIG forbids an empty namespace")
    return namespace.encode("ascii")


def _decode(signature_b64: str) -> bytes:
    try:
        return base64_bytes(signature_b64)
    except ValueError as error:
        raise BadSignature(why=str(error)) from error


def _parse(blob: bytes) -> tuple[bytes, bytes]:
    """Key and namespace of a blob."""
    try:
        if blob[:10] != _MAGIC + _VERSION:
            raise ValueError("not an SSHSIG version 1")
        key_blob, namespace, _reserved, _hash, _signed = ssh_strings(blob[10:], 5)
        algorithm, key = ssh_strings(key_blob, 2)
    except ValueError as error:
        raise BadSignature(why=str(error)) from error
    if algorithm != ALGORITHM or len(key) != 32:
        raise BadSignature(why="it is not made with an ssh-ed25519 key")
    return key, namespace


def _difference(public: VerifyingKey, namespace: str, blob: bytes) -> str:
    key, signature_read = _parse(blob)
    if key != public.ed25519:
        return "it was made with another key"
    if signature_read != _namespace(namespace):
        return f"it was made for another purpose than {namespace}"
    return "it is not an Ed25519 signature over SHA-512"
