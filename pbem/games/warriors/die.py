"""A die as menus, rolls and odds write it: which faces succeed."""

from __future__ import annotations

FACES = 6


def at_most(most: int) -> str:
    """`1-3`, or `1`."""
    return f"1-{most}" if most > 1 else "1"


def at_least(least: int) -> str:
    """`4-6`, or `6`."""
    return f"{least}-{FACES}" if least < FACES else str(FACES)
