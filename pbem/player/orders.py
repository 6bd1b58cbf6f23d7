"""Orders that a side means to send, before anything of them is sealed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Orders(Struct, frozen=True):
    """Lines, scripts by card number or slot, policies (None: those in force)."""

    lines: tuple[str, ...] = ()
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None
