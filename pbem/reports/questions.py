"""What is asked, as one reader sees it: the question, and the choices if it is his own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.about import about_each
from pbem.engine.display import MenuRow, menu_rows
from pbem.engine.play import OPEN
from pbem.engine.table import cards_in

if TYPE_CHECKING:
    from pbem.engine.request import Request
    from pbem.engine.ruleset import RuleSet

REVEAL = "Reveal the next card of the Plan. Only its owner knows which it is."
"""What readers see of the question of kind `open`; its own words are fixed by PROTOCOL.md, section 13."""


class Choice(Struct, frozen=True):
    """A legal order line of the audience's own request.

    Attributes:
        who, to: the piece that acts and its target, by their words; see `engine.about`.
    """

    line: str
    rule: str
    note: str
    who: str = ""
    to: str = ""


class OpenRequest(Struct, frozen=True):
    """An open request. Only the audience's own (`mine`) has `options`, or for a Plan a `stack`.

    Attributes:
        by: the deadline; "" if there is none.
    """

    side: str
    kind: str
    question: str
    rule: str
    request_id: str
    mine: bool
    options: tuple[Choice, ...] = ()
    stack: str = ""
    by: str = ""

    @property
    def cited(self) -> str:
        """The question with its rule."""
        return f"{self.question} ({self.rule})" if self.rule else self.question


def rows(options: Sequence[Choice]) -> list[Choice]:
    """Lines that differ only in what more is spent stand together."""
    merged, at = [], 0
    for row in menu_rows(MenuRow(choice.line, choice.rule, choice.note) for choice in options):
        merged.append(replace(options[at], line=row.text, rule=row.rule, note=row.note))
        at += row.lines
    return merged


def asked_of(
    request: Request,
    audience: str,
    known: Mapping[str, str] | None = None,
    rules: RuleSet[Any] | None = None,
) -> OpenRequest:
    """An open request as `audience` sees it.

    Args:
        known: secret slot to card; lines that need a card which the asked side lacks are left out.
        rules: to tell who acts in a menu that is only words.
    """
    cards_held = cards_in(request.slots, known or {})
    mine, stack = request.side == audience, ""
    if mine and request.stack is not None:
        cards = request.stack.cards_listed
        stack = f"{request.stack.verb}, then {request.stack.size} of these, in order: {cards}"
    legal = request.menu.possible(cards_held) if mine else ()
    options = [
        Choice(option.display(), option.rule, option.note, actor, to)
        for option, (actor, to) in zip(legal, about_each(rules, audience, legal), strict=True)
    ]
    return OpenRequest(
        request.side,
        request.kind,
        REVEAL if request.kind == OPEN else request.question,
        request.rule,
        request.id,
        mine,
        tuple(options),
        stack,
    )
