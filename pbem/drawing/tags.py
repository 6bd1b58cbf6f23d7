"""HTML and SVG as text: whatever is not made here is escaped."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from html import escape

from pbem.drawing.ink import printable

VOID = ("img", "line", "link", "meta", "polyline")


class Markup(str):
    """Made of tags already, so it is not escaped again."""

    __slots__ = ()

    def __html__(self) -> str:
        """So that templates do not escape it either."""
        return self


def safe(text: str) -> Markup:
    """Text, or markup as it is."""
    return text if isinstance(text, Markup) else Markup(escape(printable(text)))


def tag(element: str, /, *inside: str, **attributes: str | float) -> Markup:
    """An element. Attributes that are "" are left out; `_` in their names is `-`, one at the end is
    dropped (`class_`)."""
    attribute_text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(printable(str(value)))}"'
        for key, value in attributes.items()
        if value != ""
    )
    if element in VOID:
        return Markup(
            f"<{element}{attribute_text}{'' if element in ('img', 'link', 'meta') else '/'}>"
        )
    return Markup(f"<{element}{attribute_text}>{''.join(map(safe, inside))}</{element}>")


def joined_markup(parts: Iterable[str], between: str = "") -> Markup:
    return Markup(safe(between).join(map(safe, parts)))


def source(script: str) -> str:
    """How a Content-Security-Policy names a script in the page: by its hash (CSP 3, 2.3.1)."""
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
