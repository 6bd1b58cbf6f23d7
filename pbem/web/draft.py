"""Orders being written: lines, scripts by card number or slot, policies."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class Draft(Struct):
    """Orders being written: lines, scripts by card number or slot, policies (None: as before)."""

    lines: tuple[str, ...] = ()
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None
