"""Order lines by clicks: a choice is taken, taken back, put elsewhere, left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbem.engine import notation
from pbem.errors import NotOnThisPage
from pbem.moderator.ledger.values import READY
from pbem.moderator.turn.orders import Orders
from pbem.web.page import Answer
from pbem.web.seat import Seat

NOTHING_TO_UNDO = "There is nothing to take back: nothing is written yet."
ALONE = "`ready` and policies go in mails of their own; take the one back first."


def take(seat: Seat, words: Mapping[str, str]) -> Answer:
    """`line`, with those of `with` who go along, goes to the end of the orders."""
    line, along = words.get("line", "").strip(), words.get("with", "").strip()
    if along:
        line = f"{line} with {along}"
    return _add(seat, line)


def _add(seat: Seat, line: str) -> Answer:
    if not line:
        raise NotOnThisPage(why="there is no order line in it")
    game, draft = seat.game, seat.draft
    if game.owes_ready or line == READY:
        return _ready(seat, line)
    request = seat.request
    if request is not None and request.stack is not None:
        line = str(notation.match(request, line))
    spelled = game.spelled((*draft.lines, line))
    seat.write(replace(draft, lines=spelled))
    return seat.answer(f"Taken: {spelled[-1]}")


def _ready(seat: Seat, line: str) -> Answer:
    if line != READY or not seat.game.owes_ready:
        raise NotOnThisPage(
            why="you are only asked whether you are ready" if seat.game.owes_ready else ALONE
        )
    if seat.draft != Orders():
        raise NotOnThisPage(why=ALONE)
    seat.write(Orders((READY,)))
    return seat.answer("Ready. Seal and send it.")


def undo(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take back the last thing that was written."""
    if len(seat.drafts) == 1:
        return seat.answer(NOTHING_TO_UNDO)
    gone = seat.drafts.pop()
    seat.look()
    lines = [line for line in gone.lines if line not in seat.draft.lines]
    return seat.answer(f"Taken back: {lines[-1]}" if lines else "Taken back.")


def delete(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Leave out line `at`; what is left must be possible without it."""
    lines = seat.draft.lines
    at = number(words, "at", len(lines))
    return _checked(seat, (*lines[:at], *lines[at + 1 :]), f"Left out: {lines[at]}")


def move(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put line `at` to place `to`; all must be possible in the new order."""
    lines = list(seat.draft.lines)
    at, to = number(words, "at", len(lines)), number(words, "to", len(lines))
    line = lines.pop(at)
    lines.insert(to, line)
    return _checked(seat, tuple(lines), f"Now line {to + 1}: {line}")


def _checked(seat: Seat, lines: tuple[str, ...], said: str) -> Answer:
    spelled = seat.game.spelled(lines) if lines and not seat.game.owes_ready else lines
    seat.write(replace(seat.draft, lines=spelled))
    return seat.answer(said)


def number(words: Mapping[str, str], name: str, count: int) -> int:
    """A place among so many, from 0. Raises NotOnThisPage."""
    typed = words.get(name, "")
    if not typed.isdigit() or int(typed) >= count:
        raise NotOnThisPage(why=f"there is no line {typed}")
    return int(typed)


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "take": take,
    "undo": undo,
    "delete": delete,
    "move": move,
}
