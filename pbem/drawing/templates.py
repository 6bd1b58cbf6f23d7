"""The Jinja environment of the map and of pages with a script."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from pbem.drawing.counters import broken_name, rows
from pbem.drawing.ink import printable
from pbem.resources import resource

_WHOLE = re.compile(r"\d+-\d+")


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
    jinja.filters.update(broken_name=broken_name, rows=rows, unbroken=unbroken)
    return jinja


def unbroken(text: str) -> Markup:
    """The text as HTML in which no line ends within `5-6`, which a browser breaks."""
    return Markup(_WHOLE.sub(r'<span class="whole">\g<0></span>', str(escape(printable(text)))))


def _finalize(value: Any) -> Any:
    return printable(value) if type(value) is str else value
