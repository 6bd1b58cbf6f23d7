"""2.2 Calendar: its boxes and what lies beyond its ends."""

from __future__ import annotations

LAST_BOX = 15


def calendar_box(box: int) -> int:
    """2.2.3 Past an end of the Calendar a marker lies just off it (0 or 16)."""
    return max(0, min(LAST_BOX + 1, box))
