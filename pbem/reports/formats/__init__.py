"""The formats of reports. A new one is a module here with its `FORMAT`, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from pbem.errors import Impossible
from pbem.reports.context import Context
from pbem.reports.formats.format import Format


def _formats() -> Iterator[Format]:
    """Those of all modules beside this one."""
    for found in iter_modules(__path__):
        if found.name != "format":
            yield import_module(f"{__name__}.{found.name}").FORMAT


FORMATS: tuple[Format, ...] = tuple(sorted(_formats(), key=lambda format: format.order))
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
