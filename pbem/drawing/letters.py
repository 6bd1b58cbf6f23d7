"""How wide text is on a map, in units of the drawing: by the letters of DejaVu Sans, the first of our fonts.

The others that a reader may have are as wide or narrower, so what has room by this has room with them.
"""

from __future__ import annotations

from functools import cache

_WIDTHS = {
    27: "'", 28: "ijl", 30: "IJ", 32: " .,:", 34: "/", 36: "-f", 39: "t()", 41: "r!", 50: "*", 52: "sz",
    55: "cL", 58: "kF", 59: "vxy", 61: "aoeTYP", 63: "bdghnpquES", 64: "0123456789", 66: "K", 69: "ABCVXRZ",
    75: "HNU", 78: "DGOQ&", 82: "w", 86: "M", 97: "m", 99: "W",
}  # fmt: skip
"""Hundredths of the type's size."""
_WIDTH = {letter: wide for wide, letters in _WIDTHS.items() for letter in letters}
OTHER = 80
"""Any other letter, accents and all."""
BOLD, SERIF = 1.13, 1.08
"""How much wider bold and serif type is."""


@cache
def hundredths(text: str) -> int:
    """The width of a text in hundredths of the type's size."""
    return sum([_WIDTH.get(letter, OTHER) for letter in text])


def text_width(
    text: str, size: float, *, bold: bool = False, serif: bool = False, apart: float = 0
) -> float:
    """The width of a text; `apart`: what the style puts between two letters."""
    looks = (BOLD if bold else 1.0) * (SERIF if serif else 1.0)
    return hundredths(text) * size / 100 * looks + apart * len(text)
