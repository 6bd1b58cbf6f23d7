"""2.2 Calendar: its boxes and what lies beyond its ends."""

from __future__ import annotations

from pbem.games.plantagenet.state import State

LAST_BOX = 15


def calendar_box(box: int) -> int:
    """2.2.3 Past an end of the Calendar a marker lies just off it (0 or 16)."""
    return max(0, min(LAST_BOX + 1, box))


def shift(state: State, lord: str, boxes: int) -> None:
    """2.2.3 Shift a cylinder on the Calendar, positive to the right."""
    piece = state.lords[lord]
    piece.box = calendar_box(piece.box + boxes)
