"""Regular expressions that are compiled when they are first used: most commands need few of them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import AnyStr, Generic


class Pattern(Generic[AnyStr]):
    """A regular expression over text or bytes, and its flags."""

    def __init__(self, text: AnyStr, flags: int = 0) -> None:
        self.text: AnyStr = text
        self.flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[AnyStr]:
        return re.compile(self.text, self.flags)
