"""A story as a page tells it: orders in sentences, dice as dice, of a battle first how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.drawing.tags import Markup
from pbem.drawing.templates import environment
from pbem.reports.context import MOVES, Context, Passage
from pbem.reports.digest import StoryPart
from pbem.reports.formats.html import Writer
from pbem.reports.order_sentences import Names
from pbem.reports.report_parts import mark
from pbem.resources import resource


class Narration:
    """How a page tells a story.

    Attributes:
        report: of what. `names`: what people call what its lines and dice name.
        aside: a rule's number, as something to be looked up where that can be done.
    """

    moves = MOVES

    def __init__(
        self, report: Context, names: Names, aside: Callable[[str], Markup] | None = None
    ) -> None:
        self.report, self.names = report, names
        self.aside = aside or Writer(report.position.sides).aside

    def mark(self, passage: Passage) -> str:
        """The class of a sentence."""
        return mark(passage)

    def passages(self, all: Iterable[Passage], side: str) -> Markup:
        """Sentences and dice where `side` acts: the items of a list."""
        return Markup(_macros().passages(list(all), side, self))

    def block(self, block: StoryPart) -> Markup:
        """What one side did, or a battle without its title: the items of a list."""
        title = block.battle.title if block.battle is not None else None
        return self.passages((one for one in block.passages if one is not title), block.side)

    def panel(self, block: StoryPart) -> Markup:
        """The summary of a battle of which there is something to tell, nothing of other blocks."""
        has_rows = block.battle is not None and block.battle.rows
        return Markup(_macros().panel(block.battle)) if has_rows else Markup()


def css() -> Markup:
    """The style of dice that are drawn."""
    return Markup(resource("templates/html/story.css").read_text("utf-8"))


def _macros() -> Any:
    return environment().get_template("html/story.html.j2").module
