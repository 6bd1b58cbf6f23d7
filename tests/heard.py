"""What is wrong with a text for who listens to it line by line."""

from __future__ import annotations

import re
from itertools import pairwise

DRAWN = re.compile(r"[│─┌└├█▏#|]|>(?!=)|(?<!>)={2}|-{2,}(?!\w)|\t")
ENDS = (".", "!", "?", ":", "`", ")", '"')


def faults(text: str) -> list[str]:
    """Lines that are indented, drawn, set in columns or in capitals, or broken in the middle of a sentence."""
    lines = text.splitlines()
    found = [line for line in lines if line != line.strip() or "  " in line]
    found += [line for line in lines if DRAWN.search(line)]
    found += [line for line in lines if line.isupper() and len(line) > 12]
    broken = [
        line
        for line, below in pairwise(lines)
        if line and not line.endswith(ENDS) and below[:1].islower()
    ]
    return found + broken
