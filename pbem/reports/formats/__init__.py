"""The formats of reports. A new one is a module here with its `write`, and a line in `FORMATS`."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.errors import Impossible

if TYPE_CHECKING:
    from pbem.reports.context import Context


class Format(Struct, frozen=True):
    """A format of reports, whole in the module of its name, which is loaded when one is written.

    Attributes:
        name: as typed after `--format`. `suffix`: of files. `label`: of such a file on the GM's desk.
        flavours: of which the first is meant unless another is said.
        document: its module writes any document; of others, the report itself.
    """

    name: str
    suffix: str
    label: str
    flavours: tuple[str, ...] = ()
    document: bool = True

    @property
    def write(self) -> Callable[[Context, str], str]:
        """The report in one of the flavours, ending in a newline."""
        write: Callable[[Any, str], str] = import_module(f"{__name__}.{self.name}").write
        if not self.document:
            return write
        whole = import_module("pbem.reports.report_parts").whole
        return lambda report, flavour: write(whole(report), flavour)

    @property
    def names(self) -> tuple[str, ...]:
        """All that may be typed: `bbcode`, `bbcode:bgg`, `bbcode:phpbb`."""
        return (self.name, *(f"{self.name}:{flavour}" for flavour in self.flavours))

    @property
    def listed(self) -> str:
        """For a sentence: `bbcode (or bbcode:phpbb)`."""
        others = "".join(f" (or {name})" for name in self.names[2:])
        return f"{self.name}{others}"


FORMATS = (
    Format("text", "txt", "The report"),
    Format("markdown", "md", "As Markdown"),
    Format("bbcode", "bbcode", "For a forum", ("bgg", "phpbb")),
    Format("html", "html", "As a page", document=False),
    Format("json", "json", "For programs", document=False),
    Format("plain", "plain.txt", "To listen to"),
)
"""In the order in which help lists them; the first is what `pbem report` prints."""
SPOKEN = "plain"
"""For who listens instead of looking."""
PAGE = "html"
DATA = "json"
"""For programs."""
PICTURE = "png"
"""What a GM can have sent beside them: the map as a picture."""
USUAL = ("text", PAGE)


def find(name: str) -> Format:
    """The format of this name."""
    for format in FORMATS:
        if format.name == name:
            return format
    raise Impossible(f"there is no report format {name}")


def named_by(file: str) -> str:
    """The format that the name of a file asks for: `html` for `report.html`; the first one for a name without an
    ending, "" for an ending that is no format's."""
    name = re.sub(r"\.htm$", ".html", file.lower())
    if "." not in name:
        return FORMATS[0].name
    fit = [one for one in FORMATS if name.endswith(f".{one.suffix}")]
    return max(fit, key=lambda one: len(one.suffix)).name if fit else ""


def render(report: Context, name: str = "text", flavour: str = "") -> str:
    """The report in a format, ending in a newline."""
    return find(name).write(report, flavour)
