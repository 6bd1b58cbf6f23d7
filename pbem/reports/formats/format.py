"""What a report format is."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pbem.reports.context import Context


class Format(Struct, frozen=True):
    """A format of reports, whole in one module.

    Attributes:
        name: as typed after `--format`. `suffix`: of files.
        write: the report, ending in a newline, in one of the `flavours`, the first unless said.
        place: in lists; the first is what `pbem report` prints.
    """

    name: str
    suffix: str
    write: Callable[[Context, str], str]
    flavours: tuple[str, ...] = ()
    place: int = 9

    @property
    def names(self) -> tuple[str, ...]:
        """All that may be typed: `bbcode`, `bbcode:bgg`, `bbcode:phpbb`."""
        return (self.name, *(f"{self.name}:{flavour}" for flavour in self.flavours))

    @property
    def order(self) -> tuple[int, str]:
        return self.place, self.name

    @property
    def listed(self) -> str:
        """For a sentence: `bbcode (or bbcode:phpbb)`."""
        others = "".join(f" (or {name})" for name in self.names[2:])
        return f"{self.name}{others}"
