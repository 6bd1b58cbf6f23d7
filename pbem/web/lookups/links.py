"""Documents on the desk: rules, cards and entries that they name can be looked up where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.drawing.tags import Markup, joined_markup, tag
from pbem.engine.declared import Side
from pbem.engine.document import AnyPart, Cell, Heading
from pbem.reports.formats.html import Writer

NUMBER = re.compile(r"\d+(\.\d+)*")
"""What a rule is called by; other words in brackets are remarks."""


def live(parts: Sequence[AnyPart], sides: Sequence[tuple[str, Side]]) -> Markup:
    """Some parts of a document, in the colours of these sides."""
    return joined_markup(LiveWriter(sides).chapters(parts), "\n")


class LiveWriter(Writer):
    """As every page has it, with buttons where something can be looked up."""

    def cell(self, cell: Cell) -> Markup:
        if not cell.card:
            return super().cell(cell)
        return tag(
            "button",
            cell.text,
            type="button",
            class_="link",
            data_card=cell.card,
            data_look=f"card:{cell.card}",
        )

    def aside(self, text: str) -> Markup:
        number = text.split(",")[0].strip()
        if not NUMBER.match(number):
            return super().aside(text)
        return tag(
            "button",
            text,
            type="button",
            class_="rule link",
            data_verb="rule",
            data_section=text,
            aria_label=f"Rule {text}",
        )

    def opens(self, heading: Heading) -> Markup:
        heading_markup = super().opens(heading)
        if not heading.entry:
            return heading_markup
        more = tag(
            "button",
            "all of it",
            type="button",
            class_="link",
            data_verb="explain",
            data_entry=str(heading.entry),
            aria_label=f"All of entry {heading.entry}",
        )
        return tag("div", heading_markup, more, class_="opens")
