"""Text made harmless, each format in its own way, and the Jinja environment that prints only such text."""

from __future__ import annotations

import re
import textwrap
from functools import cache
from typing import TYPE_CHECKING, Any

from pbem.reports.bbcode import harmless
from pbem.reports.layout import rows
from pbem.resources import resource

if TYPE_CHECKING:
    from jinja2 import Environment

WIDTH = 78
ACTIVE = re.compile(r"[\\`*_\[\]#|~]")
"""Characters that are markup anywhere; `(`, `!` and the rest only together with one of these."""
LEADING = re.compile(r"\A\s*(?:\d+(?=[.)](?:\s|\Z))|(?=[-+](?:[\s-]|\Z)|=))")
UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Control characters and those that turn the direction of writing."""
LINKING = re.compile(r"(?i)(?<=www)\.|:(?=//)")


@cache
def drawing() -> Environment:
    """For SVG."""
    return environment("svg")


def environment(kind: str) -> Environment:
    """Jinja for one format, or for "svg"."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    finalize = {
        "text": plain,
        "markdown": escape,
        "bbcode": harmless,
        "html": printable,
        "svg": printable,
    }[kind]
    made = Environment(
        loader=FileSystemLoader(resource("templates")),
        undefined=StrictUndefined,
        autoescape=kind != "text",
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        optimized=False,  # most of a first page's time is compiling
    )
    made.filters.update(wrap=wrap, code=code, rows=rows)
    return made


def printable(value: Any) -> Any:
    """Text for HTML and SVG, which autoescape makes harmless; they have no control characters."""
    return UNPRINTABLE.sub(" ", value) if type(value) is str else value


def plain(value: Any) -> Any:
    """One line of printable characters, so that no text can fake a line of the report."""
    return printable(" ".join(value.splitlines())) if type(value) is str else value


def escape(value: Any) -> Any:
    """Markdown for any text; what the templates themselves made is left alone."""
    from markupsafe import Markup

    if isinstance(value, Markup):
        return value
    text = re.sub(r"\s+", " ", printable(str(value)))
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = ACTIVE.sub(r"\\\g<0>", text)
    text = LINKING.sub(r"\\\g<0>", LEADING.sub(r"\g<0>\\", text))
    return Markup(text.replace("@", "&#64;"))


def code(value: Any) -> Any:
    """A Markdown code span around an order line, with a fence longer than any in it."""
    from markupsafe import Markup

    text = " ".join(printable(str(value)).split())
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text[:1] == "`" or text[-1:] == "`" or not text else ""
    return Markup(f"{fence}{pad}{text}{pad}{fence}")


def wrap(text: str, width: int = WIDTH) -> str:
    """Break every line at `width` columns and indent what follows by two more than the line."""
    return "\n".join(
        textwrap.fill(
            line.strip(),
            width,
            initial_indent=(indent := line[: len(line) - len(line.lstrip())]),
            subsequent_indent=indent + "    ",
            break_on_hyphens=False,
        )
        for line in text.splitlines()
    )
