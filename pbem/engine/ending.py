"""How a game can end: each way declared once, with its rule and the sentence that says so."""

from __future__ import annotations

from enum import Enum
from typing import NewType

Reason = NewType("Reason", str)
"""The filled in sentence of an `Ending`: where one is asked for, no other text will do."""


DRAW = "draw"
"""Who has won a game that nobody has won, where a state keeps a winner."""


class Ending(Enum):
    """A game lists its own: `THRESHOLD = "5.2", "The {winner} reach {points} Influence: they win."`

    Attributes:
        rule: rulebook section.
        sentence: for all to read, blanks in braces.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        self.rule = rule
        self.sentence = sentence

    def reason(self, **blanks: str | int) -> Reason:
        """The sentence with its blanks filled in. Raises KeyError if one is missing."""
        return Reason(self.sentence.format(**blanks))
