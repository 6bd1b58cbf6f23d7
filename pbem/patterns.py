"""Regular expressions that are compiled when they are first used: most commands need few of them."""

from __future__ import annotations

import re
from functools import cached_property


class Pattern:
    """A regular expression over text, and its flags."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self.text, self.flags = text, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        return re.compile(self.text, self.flags)
