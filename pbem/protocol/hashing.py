"""The hash rule of pbem1: one tag, a fixed number of printable fields, SHA-256.

DESIGN 6: `H(tag, f1, f2, ...) = SHA256("pbem1/" tag "\\n" f1 "\\n" f2 "\\n" ...)`, in lowercase hex, so
that anyone can check any value of a game with `printf ... | sha256sum`.
"""

from __future__ import annotations

import hashlib
import re

FIELD_COUNTS = {
    "link": 3,  # chain_id, k, link k
    "dice": 7,  # game, entry_key, gm_link, player_links, beacon, label, block
    "shuffle": 7,  # the same shape under the GM's deck link
    "plan": 6,  # game, side, turn, slot, salt, card
    "card": 5,  # game, deck, position, salt, card
    "sealed": 5,  # game, side, seq, salt, SHA-256 of the plaintext
    "state": 1,  # SHA-256 of the canonical JSON of the state
}

_HEX64 = re.compile(r"[0-9a-f]{64}")


def H(tag: str, *fields: str | int) -> str:
    """The pbem1 hash of the fields under a tag, as 64 lowercase hex digits (DESIGN 6).

    Raises ValueError for an unknown tag, a wrong number of fields, or a field that is not printable
    ASCII: those are mistakes of the caller, so whatever came by mail is checked before.
    """
    if FIELD_COUNTS.get(tag) != len(fields):
        raise ValueError(f"tag {tag!r} takes {FIELD_COUNTS.get(tag)} fields, not {len(fields)}")
    texts = [field if isinstance(field, str) else str(int(field)) for field in fields]
    for text in texts:
        if not is_field(text):
            raise ValueError(f"a field of tag {tag!r} is not printable ASCII: {text!r}")
    return hashlib.sha256("\n".join([f"pbem1/{tag}", *texts, ""]).encode("ascii")).hexdigest()


def is_field(text: str) -> bool:
    """Whether the text may stand as a field of a hash: printable ASCII (0x20 to 0x7e), not empty."""
    return bool(text) and text.isascii() and text.isprintable()


def digest(raw: bytes) -> str:
    """SHA-256 in lowercase hex: the head of an entry, the digest of an envelope."""
    return hashlib.sha256(raw).hexdigest()


def is_digest(text: object) -> bool:
    """Whether a value that came by mail is 64 lowercase hex digits."""
    return isinstance(text, str) and _HEX64.fullmatch(text) is not None


def state_hash(canonical: bytes) -> str:
    """The hash of a state from its canonical JSON, which may hold more than ASCII."""
    return H("state", digest(canonical))
