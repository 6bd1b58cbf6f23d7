"""Reports as a terminal shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.cli.documents import document
from pbem.reports.cases import both_ways
from pbem.reports.report_parts import whole

if TYPE_CHECKING:
    from pbem.player.player import Player
    from pbem.reports.context import Context


def report_text(report: Context) -> str:
    """A report as text, ending in a newline."""
    return document(whole(report))


def both_ways_text(game: Player, lines: Sequence[str]) -> str:
    """A dry run of order lines, both ways at every check."""
    return document((both_ways(game.cases(lines)),))
