"""Reports as a terminal shows them: in its width and colours, or for who listens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.cli import terminal

if TYPE_CHECKING:
    from pbem.engine.odds import Answer
    from pbem.reports.context import Context


def shown(report: Context) -> str:
    """A report as text, ending in a newline."""
    if terminal.plain():
        from pbem.reports.formats import plain  # for few

        return plain.write(report)
    from pbem.reports.formats import text
    from pbem.reports.whole import whole

    return text.text(whole(report), terminal.columns(), terminal.painted, cut=False)


def charted(answer: Answer) -> str:
    """Odds as a chart, or in words."""
    from pbem.reports import odds  # who asks for none does without

    return odds.spoken(answer) if terminal.plain() else odds.text(answer)
