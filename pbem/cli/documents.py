"""Documents as a terminal shows them: in its width and colours, or for who listens."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.cli import terminal
from pbem.reports.formats import plain, text

if TYPE_CHECKING:
    from pbem.engine.document import AnyPart


def document(parts: Iterable[AnyPart]) -> str:
    """Any document as text, ending in a newline."""
    if terminal.plain():
        return plain.text(parts)
    return text.text(parts, terminal.columns(), terminal.painted, cut=False)
