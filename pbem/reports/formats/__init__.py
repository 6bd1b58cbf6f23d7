"""The formats of reports. A new one is a module here and its name in this tuple."""

from __future__ import annotations

from pbem.errors import Impossible
from pbem.reports.context import Context
from pbem.reports.formats import bbcode, html, json, markdown, text
from pbem.reports.formats.format import Format

FORMATS: tuple[Format, ...] = (
    text.FORMAT,
    markdown.FORMAT,
    bbcode.FORMAT,
    html.FORMAT,
    json.FORMAT,
)
"""In the order in which help lists them; the first is what `pbem report` prints."""
PICTURE = "png"
KINDS = (*(format.name for format in FORMATS), PICTURE)
"""What a GM can have sent: any format, and the map as a picture."""
USUAL = ("text", "html")


def find(name: str) -> Format:
    """The format of this name."""
    for format in FORMATS:
        if format.name == name:
            return format
    raise Impossible(f"there is no report format {name}")


def render(report: Context, name: str = "text", flavour: str = "") -> str:
    """The report in a format, ending in a newline."""
    return find(name).write(report, flavour)
