"""Context to text, Markdown and more through Jinja; what a player wrote can never act as markup.

The shared layout is `templates/<format>/report.*.j2`; the position is drawn by
`templates/<game>/position.*.j2`, so a new game brings its own and changes nothing here. Of a
game's position the shared layout needs `headline` and uses `sides` (id to name) and `headings`
(kinds of events that open a new part of the story), if they are there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal

from pbem.reports import ink
from pbem.reports.battles import battles, parts, tally
from pbem.reports.bbcode import Flavour, marks
from pbem.reports.context import Context
from pbem.reports.outline import indented, outline
from pbem.reports.plain_data import to_json
from pbem.reports.spark import spark
from pbem.reports.summary import changed, wanted

if TYPE_CHECKING:
    from jinja2 import Environment

Format = Literal["text", "markdown", "bbcode", "html", "json"]
SUFFIX: dict[Format, str] = {
    "text": "txt",
    "markdown": "md",
    "bbcode": "bbcode",
    "html": "html",
    "json": "json",
}


def render(context: Context, format: Format = "text", flavour: Flavour = "bgg") -> str:
    """The report, ending in a newline; `flavour` is the forum of BBCode."""
    if format == "json":
        return to_json(context)
    template = environment(format).get_template(f"{format}/report.{SUFFIX[format]}.j2")
    tags = {"mark": marks(flavour)} if format == "bbcode" else {}
    lines = (line.rstrip() for line in template.render(report=context, **tags).splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


@cache
def environment(kind: Format) -> Environment:
    """Jinja for one format, with all that a report's templates use."""
    from pbem.reports.svg import inline

    made = ink.environment(kind)
    made.filters.update(changed=changed, wanted=wanted, outline=outline, indented=indented)
    made.filters.update(parts=parts, tally=tally, battles=battles, spark=spark, chart=inline)
    return made
