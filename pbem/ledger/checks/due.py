"""What an order does next, as its owner can tell from what the GM showed them (PROTOCOL.md, section 18).

The same steps as the GM's program takes (`ledger.run`), on one's own view of the position and one's own menu.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.engine.notation import match
from pbem.engine.script import ASK, PASS, Cursor, ScriptAction, ScriptLine, next_action, resume
from pbem.engine.standing import line_ordered
from pbem.errors import AmbiguousOrder, IllegalOrder, NotNow
from pbem.ledger.checks.lines import Called, Meaning, meaning

if TYPE_CHECKING:
    from pbem.engine.condition import Look
    from pbem.engine.request import Request


class Unseen(Exception):
    """It hangs on what this reader does not have: the menu of an earlier question, or a card that bars a line."""


class DueLine(Struct, frozen=True):
    """What an order does at a question.

    Attributes:
        place: of the statement (from 1) that is carried out, or at which the order ends; 0 at its end.
        runs: is it carried out? `took`: whether the last `if` held then.
    """

    place: int
    runs: bool
    took: bool


def first(statements: Sequence[ScriptLine], look: Look) -> DueLine:
    """The statement of a new order that has its turn first: it is carried out, or the whole order is refused."""
    cursor = Cursor()
    now = next_action(statements, cursor, look)
    return DueLine(now.at + 1, now.line != ASK, cursor.took)


def due_line(
    statements: Sequence[ScriptLine],
    cursor: Cursor,
    request: Request,
    look: Look,
    names: Called,
) -> DueLine:
    """The place of an order's next line at a question whose menu its owner has, and whether that line is carried out.

    A line that the menu does not offer ends the order, unless a later one says `anyway`.

    Args:
        cursor: how far the order has come; it is moved on.

    Raises:
        Unseen: a short line may also mean one that a rule, or one's hand, forbids.
    """
    while True:
        action = next_action(statements, cursor, look)
        line = line_ordered(request, action)
        if line is None:
            return DueLine(action.at + 1 if action.text else 0, False, cursor.took)
        if _is_possible(request, action.line, line, names):
            return DueLine(action.at + 1, True, cursor.took)
        if not resume(statements, cursor, action.at):
            return DueLine(action.at + 1, False, cursor.took)


def meant(request: Request, typed: str) -> str:
    """The line for which a statement of an order stands at this question; "" if for none.

    Args:
        request: with its menu. typed: `Statement.line`.
    """
    try:
        line = line_ordered(
            request, ScriptAction(typed.lower() if typed.lower() in (ASK, PASS) else typed)
        )
        return match(request, line) if line is not None else ""
    except (IllegalOrder, NotNow):
        return ""


def _is_possible(request: Request, typed: str, line: str, names: Called) -> bool:
    """Does the menu offer this line, and does it mean what was typed? Raises Unseen if the menu alone cannot tell."""
    try:
        menu_line = match(request, line)
    except AmbiguousOrder:
        return False
    except (IllegalOrder, NotNow):
        # What the menu says is barred does not follow from the rules here: it must not end an order.
        if any(meaning(typed, option.line, names) for option in request.options):
            raise Unseen from None
        return False
    match_kind = meaning(typed, menu_line, names)
    if typed == PASS:  # what it means hangs on no card
        return bool(match_kind)
    if match_kind is not Meaning.EXACT and any(
        meaning(typed, barred, names) for barred in request.menu.barred
    ):
        raise Unseen
    return bool(match_kind)
