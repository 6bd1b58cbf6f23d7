"""The independent verifier inside this process: its own files, asked entry by entry.

It checks signatures by itself, which takes it long; here `cryptography` does that for it. That both say the same is shown
in tests/protocol.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.protocol.entry import Entry
from tests.independent import keys, log, wire


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """In place of its own check of an Ed25519 signature."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


keys.signed = signed


class Stranger:
    """What the independent verifier knows after some entries."""

    def __init__(self) -> None:
        self.game = log.Game()

    def copy(self) -> Stranger:
        """The same, to go on from in two ways."""
        other = object.__new__(Stranger)
        other.game = self.game.copy()
        return other

    def entry(self, entry: Entry) -> str:
        """What is wrong with the next entry; "" if nothing is."""
        try:
            self.game.entry(entry.raw, entry.signature)
        except wire.Flaw as flaw:
            return str(flaw) or "Flaw"
        return ""
