"""Slots, the places of hidden cards, in words."""

from __future__ import annotations


def slot_words(slot: str) -> str:
    """`card 2 of the stack that york sealed`, `card 4 of the deck "arts york 1"`; else as it is."""
    kind, _, rest = slot.partition(":")
    name, _, number = rest.rpartition(":")
    if kind == "deck" and name and number.isdigit():
        return f'card {int(number) + 1} of the deck "{name.replace("_", " ")}"'
    side, _, count = name.partition(":")
    if kind == "plan" and count and number.isdigit():
        return f"card {number} of the stack that {side} sealed"
    return slot


def deck_of(slot: str) -> str:
    """The deck to which a slot belongs; "" for a slot of no deck."""
    return slot.removeprefix("deck:").rpartition(":")[0] if slot.startswith("deck:") else ""
