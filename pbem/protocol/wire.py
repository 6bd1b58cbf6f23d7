"""Base64 with one spelling, and the length-prefixed strings of SSH (RFC 4251, section 5)."""

from __future__ import annotations

import base64
import binascii


def base64_text(raw: bytes) -> str:
    """Standard base64 with padding, on one line (RFC 4648, section 4)."""
    return base64.b64encode(raw).decode("ascii")


def base64_bytes(text: str) -> bytes:
    """The bytes of canonical base64.

    Raises ValueError for anything that `base64_text` would have written differently: other
    characters, missing padding, or bits left over in the last digit.
    """
    try:
        raw = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("not base64") from error
    if base64_text(raw) != text:
        raise ValueError("base64 in another spelling than the canonical one")
    return raw


def ssh_string(raw: bytes) -> bytes:
    """An SSH `string`: its length in 4 bytes, big-endian, then the bytes."""
    return len(raw).to_bytes(4, "big") + raw


def ssh_strings(raw: bytes, count: int) -> list[bytes]:
    """Exactly `count` SSH strings and nothing after them; raises ValueError otherwise."""
    strings = []
    for _ in range(count):
        length = int.from_bytes(raw[:4], "big")
        if len(raw) < 4 + length:
            raise ValueError("an SSH string is cut short")
        strings.append(raw[4 : 4 + length])
        raw = raw[4 + length :]
    if raw:
        raise ValueError("bytes left over after the last SSH string")
    return strings
