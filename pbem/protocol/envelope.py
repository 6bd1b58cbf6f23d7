"""Envelopes: a signed body in mail-safe armour. What a player sends, and what the log keeps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.errors import Garbled
from pbem.protocol import armour, canonical, sshsig
from pbem.protocol.hashing import digest
from pbem.protocol.keys import Identity, PublicKeys

ORDER_NAMESPACE = "pbem1-order"
LIMIT = 64 * 1024  # bytes of the payload inside the armour


@dataclass(frozen=True)
class Envelope:
    """A body, its canonical bytes, and the signature over exactly those bytes."""

    body: dict[str, Any]
    raw: bytes
    signature: str

    @classmethod
    def signed(cls, identity: Identity, namespace: str, body: dict[str, Any]) -> Envelope:
        """Sign a body. Raises NotCanonical, BadText or Oversized when no reader would take it."""
        raw = canonical.encode(body)
        envelope = cls(body, raw, identity.sign(namespace, raw))
        canonical.decode(envelope._payload(), LIMIT)
        return envelope

    def verify(self, public: PublicKeys, namespace: str = ORDER_NAMESPACE) -> None:
        """Pass if that key signed this body for that purpose, else raise BadSignature."""
        sshsig.verify(public, namespace, self.raw, self.signature)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical body, in hex: the name of this envelope in a receipt."""
        return digest(self.raw)

    def to_text(self, kind: str = "ORDER") -> str:
        """The armoured block to paste into a mail."""
        return armour.wrap(kind, self._payload())

    @classmethod
    def from_text(cls, text: str | bytes, kind: str = "ORDER") -> Envelope:
        """The one envelope in a mail; its signature is not checked yet.

        Raises what `armour.unwrap` and `canonical.decode` raise: BadInput.
        """
        return cls.from_dict(canonical.decode(armour.unwrap(kind, text, LIMIT), LIMIT))

    def to_dict(self) -> dict[str, Any]:
        """For embedding in an entry: `{body, sig}`."""
        return {"body": self.body, "sig": self.signature}

    @classmethod
    def from_dict(cls, value: Any) -> Envelope:
        """From `{body, sig}`; raises Garbled for another shape, NotCanonical, BadText."""
        if (
            not isinstance(value, dict)
            or sorted(value) != ["body", "sig"]
            or not isinstance(value["body"], dict)
            or not isinstance(value["sig"], str)
        ):
            raise Garbled(why="an envelope holds a body and a signature, nothing else")
        return cls(value["body"], canonical.encode(value["body"]), value["sig"])

    def _payload(self) -> bytes:
        return canonical.encode(self.to_dict())
