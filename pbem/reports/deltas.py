"""The frames of a replay as what changes between them: a piece that many frames have is written once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

Edit = tuple[int, ...]
"""From which piece on, how many pieces go, and the numbers of the pieces that come in their place."""
_BETWEEN = re.compile(r"(?<=>)(?=<)|(?<=\n)|(?<=\. )")
"""Between tags, lines and sentences."""


def deltas(frames: Iterable[str]) -> tuple[list[str], list[list[Edit]]]:
    """All pieces there are, and for each frame the edits that make it of the one before (the first: of
    none).

    Edits go from the last to the first, so that none moves the place of another.
    """
    numbers: dict[str, int] = {}
    edits, before = list[list[Edit]](), list[int]()
    for frame in frames:
        now = [numbers.setdefault(piece, len(numbers)) for piece in _BETWEEN.split(frame)]
        steps = SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
        edits.append(
            [
                (first, last - first, *now[new:more])
                for kind, first, last, new, more in reversed(steps)
                if kind != "equal"
            ]
        )
        before = now
    return list(numbers), edits
