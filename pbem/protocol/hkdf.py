"""HKDF-SHA256 (RFC 5869) without a salt: every key of pbem2 comes from a uniform secret."""

from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derive(secret: bytes, info: str | bytes, length: int = 32) -> bytes:
    """`length` bytes from a secret, for the one purpose that `info` names."""
    info = info.encode("utf-8") if isinstance(info, str) else info
    return HKDF(SHA256(), length, None, info).derive(secret)
