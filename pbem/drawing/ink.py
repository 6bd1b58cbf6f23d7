"""Text without what cannot be printed."""

from __future__ import annotations

from pbem.patterns import Pattern

UNPRINTABLE = Pattern(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters and those that turn the direction of writing."""


def printable(text: str) -> str:
    """The text with a space for each control character, so that several lines become one."""
    return text if text.isprintable() else UNPRINTABLE.compiled.sub(" ", text)
