"""Text without what cannot be printed, and the Jinja environment of the templates."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment

UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters and those that turn the direction of writing."""


@cache
def environment() -> Environment:
    """Jinja for the map and for pages with a script: autoescape, and only printable text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from pbem.drawing.counters import rows

    made = Environment(
        loader=FileSystemLoader(resource("templates")),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        optimized=False,  # most of a first page's time is compiling
    )
    made.filters.update(rows=rows)
    return made


def printable(said: str) -> str:
    """The same without control characters; lines become one."""
    return UNPRINTABLE.sub(" ", said)


def _finalize(value: Any) -> Any:
    return printable(value) if type(value) is str else value
