"""The Jinja environment of the map and of pages with a script."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pbem.drawing.counters import rows
from pbem.drawing.ink import printable
from pbem.resources import resource


@cache
def environment() -> Environment:
    """Jinja with autoescape, which writes only printable text."""
    jinja = Environment(
        loader=FileSystemLoader(resource("templates")),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        optimized=False,  # most of a first page's time is compiling
    )
    jinja.filters.update(rows=rows)
    return jinja


def _finalize(value: Any) -> Any:
    return printable(value) if type(value) is str else value
