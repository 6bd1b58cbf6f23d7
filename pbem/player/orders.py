"""What a player writes: orders before anything of them is sealed, and the letter to the GM."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from pbem.protocol import envelope
from pbem.protocol.bodies import Envelope

BETWEEN = "; "
"""Statements of a script."""


class Orders(Struct, frozen=True):
    """Lines, scripts by card number or slot, policies (None: those in force); in a duel, what its author answers on the
    way, for all to read."""

    lines: tuple[str, ...] = ()
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None
    on_the_way: Mapping[str, str] = field(default_factory=dict)


class Letter(Struct, frozen=True):
    """Signed bodies to mail to the GM: one, and with it the `ready` that its author owes."""

    envelopes: tuple[Envelope, ...]

    @property
    def envelope(self) -> Envelope:
        return self.envelopes[0]

    @property
    def digest(self) -> str:
        """SHA-256 of the signed body: its name in a receipt."""
        return envelope.digest(self.envelopes[0])

    def to_text(self) -> str:
        """The armoured block, to paste into a mail."""
        return "\n".join(envelope.to_text(one) for one in self.envelopes)
