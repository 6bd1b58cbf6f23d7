"""Words of sentences: names in a row, and how many of a thing."""

from __future__ import annotations

from collections.abc import Iterable

ENDS = (".", "!", "?", ":", ".)", "!)", "?)")


def listing(words: Iterable[str], last: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`; "" for none."""
    *some, final = [*words] or [""]
    return f"{', '.join(some)} {last} {final}" if some else final


def count_text(n: int, singular: str, many: str = "") -> str:
    """`1 card`, `2 cards`; `many` where that is not the word with an s."""
    return f"{n} {singular}" if n == 1 else f"{n} {many or singular + 's'}"


def up_to(most: int) -> str:
    """Faces of a die from 1: `1`, `1-3`."""
    return f"1-{most}" if most > 1 else str(most)


def sentence(text: str) -> str:
    """With a full stop, at which a voice pauses."""
    return text if text.endswith(ENDS) or not text else f"{text}."
