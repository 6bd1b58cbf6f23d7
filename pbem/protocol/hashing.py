"""The hash rule of pbem2: one tag, printable fields in a fixed order, SHA-256.

`H(tag, f1, f2, ...) = SHA256("pbem2/" tag "\\n" f1 "\\n" f2 "\\n" ...)`, in lowercase hex, so that
anyone can check any value of a game with `printf ... | sha256sum`. Keys come from HKDF-SHA256 (RFC 5869) without a
salt: every key of pbem2 comes from a uniform secret.
"""

from __future__ import annotations

import hashlib
import re

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pbem.protocol import canonical

LINK = 2  # fields of a witness or a side in a seed: number, link
FIELD_COUNTS = {
    "link": 3,  # chain id, k, link k
    "dice": 3,  # genesis, [number, link of each witness and each side], label#occurrence, block
    "shuffle": 5,  # genesis, k, deck link, [the same], deck#occurrence, block
    "plan": 6,  # genesis, side, turn, slot, salt, card
    "card": 6,  # genesis, k, deck, position, salt, card
    "statement": 7,  # genesis, side, question, revision, place, salt, SHA-256 of the text
    "standing": 7,  # genesis, side, kind, number, revision, salt, SHA-256 of the orders
    "policy": 6,  # genesis, side, question, kind, salt, SHA-256 of the text
    "state": 1,  # SHA-256 of the spelling of the state
}
_SEEDS = frozenset({"dice", "shuffle"})
_HEX64 = re.compile(r"[0-9a-f]{64}")


def H(tag: str, *fields: str | int) -> str:
    """The pbem2 hash of the fields under a tag, as 64 lowercase hex digits.

    Raises ValueError for an unknown tag, a wrong number of fields, or a field that is not printable
    ASCII: those are mistakes of the caller, so whatever came by mail is checked before.
    """
    count = FIELD_COUNTS.get(tag, -1)
    over = len(fields) - count
    if count < 0 or (tag not in _SEEDS and over) or over < 0 or over % LINK:
        raise ValueError(f"tag {tag!r} does not take {len(fields)} fields")
    texts = [field if isinstance(field, str) else str(int(field)) for field in fields]
    for text in texts:
        if not is_field(text):
            raise ValueError(f"a field of tag {tag!r} is not printable ASCII: {text!r}")
    return hashlib.sha256("\n".join([f"pbem2/{tag}", *texts, ""]).encode("ascii")).hexdigest()


def is_field(text: str) -> bool:
    """Whether the text may stand as a field of a hash: printable ASCII (0x20 to 0x7e), not empty."""
    return bool(text) and text.isascii() and text.isprintable()


def digest(raw: bytes) -> str:
    """SHA-256 in lowercase hex: the head of an entry, the digest of an envelope."""
    return hashlib.sha256(raw).hexdigest()


def is_digest(text: object) -> bool:
    """Whether a value that came by mail is 64 lowercase hex digits."""
    return isinstance(text, str) and _HEX64.fullmatch(text) is not None


def state_hash(state: bytes) -> str:
    """The hash of a state in JSON; see `canonical.spell`."""
    return H("state", digest(canonical.spell(state)))


def derive(secret: bytes, info: str | bytes, length: int = 32) -> bytes:
    """`length` bytes from a secret, for the one purpose that `info` names."""
    info = info.encode("utf-8") if isinstance(info, str) else info
    return HKDF(SHA256(), length, None, info).derive(secret)
