"""How much one side adds to the log of a duel (section 19)."""

from __future__ import annotations

from collections import Counter

from .wire import Json, encode, need


class DuelShare:
    """Bytes of long answers, by their author, in the whole log."""

    def __init__(self) -> None:
        self.most = 2_097_152
        self.filled = Counter[str]()

    def add(self, side: str, envelope: Json) -> None:
        self.filled[side] += max(0, len(encode(envelope).encode()) - 16_384)
        need(self.filled[side] <= self.most, f"{side} has used up its share of the file")
