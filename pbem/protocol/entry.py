"""Entries of the log: signed by the GM, each naming the hash of the one before (DESIGN 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.errors import BrokenChain, NotCanonical
from pbem.protocol import canonical, sshsig
from pbem.protocol.hashing import digest
from pbem.protocol.keys import Identity, PublicKeys

NAMESPACE = "pbem1-entry"
LIMIT = 256 * 1024  # bytes of a body, which holds a whole order envelope
VERSION = 1


@dataclass(frozen=True)
class Entry:
    """The canonical bytes of a body and the GM's signature; the body is parsed when it is used.

    Its properties raise what `canonical.decode` raises, and NotCanonical where a field is missing.
    """

    raw: bytes
    signature: str

    @classmethod
    def signed(cls, identity: Identity, body: dict[str, Any]) -> Entry:
        """Sign a body as the GM. Raises NotCanonical, BadText or Oversized."""
        raw = canonical.encode(body)
        entry = cls(raw, identity.sign(NAMESPACE, raw))
        _ = entry.n, entry.prev, entry.type
        return entry

    @cached_property
    def body(self) -> dict[str, Any]:
        """The parsed body."""
        body = canonical.decode(self.raw, LIMIT)
        if not isinstance(body, dict) or body.get("v") != VERSION:
            raise NotCanonical(why=f"not an entry of version {VERSION}")
        return body

    @cached_property
    def n(self) -> int:
        """The number of the entry; the genesis is 0."""
        n = self.body.get("n")
        if not isinstance(n, int) or isinstance(n, bool):
            raise NotCanonical(why="an entry without its number `n`")
        return n

    @property
    def prev(self) -> str:
        """The head of the entry before, empty in the genesis."""
        return self._text("prev")

    @property
    def type(self) -> str:
        """`genesis`, `accept`, `order`, ..."""
        return self._text("type")

    @cached_property
    def head(self) -> str:
        """SHA-256 of the body's bytes in hex: the name of the history up to here."""
        return digest(self.raw)

    def verify(self, public: PublicKeys) -> None:
        """Pass if the GM's key signed this entry, else raise BadSignature."""
        sshsig.verify(public, NAMESPACE, self.raw, self.signature)

    def check_follows(self, previous: Entry | None) -> None:
        """Pass if this is the entry right after `previous` (the genesis after None).

        Raises BrokenChain.
        """
        n, prev = (0, "") if previous is None else (previous.n + 1, previous.head)
        if self.n != n:
            raise BrokenChain(n=n, why=f"it calls itself entry {self.n}")
        if self.prev != prev:
            raise BrokenChain(n=n, why="it names another entry before it")
        if (self.type == "genesis") != (previous is None):
            raise BrokenChain(n=n, why="the genesis, and only it, comes first")

    def _text(self, name: str) -> str:
        value = self.body.get(name)
        if not isinstance(value, str):
            raise NotCanonical(why=f"an entry without its `{name}`")
        return value


def check_chain(entries: Sequence[Entry], known: int = 0) -> None:
    """Pass if the entries are one unbroken history from the genesis on. Raises BrokenChain.

    The first `known` entries are taken for granted: their last head has been compared with a pin.
    """
    for n in range(known, len(entries)):
        entries[n].check_follows(entries[n - 1] if n else None)
