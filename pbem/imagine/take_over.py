"""One's own lines of a branch as orders: what is asked now, and scripts for the cards of a Plan."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from pbem.errors import BadTry
from pbem.imagine.branches import Branch
from pbem.imagine.fork import Fork, LineResult
from pbem.proof.reader import Reader


class TakenOver(Struct, frozen=True):
    """Ordinary order lines, with their conditions.

    Attributes:
        lines: for the open request and what follows. `scripts`: by the number of a card.
        left: lines that have no place there: they answered what others had done first.
    """

    lines: tuple[str, ...]
    scripts: Mapping[str, str] = field(default_factory=dict)
    left: tuple[str, ...] = ()


def taken_over(game: Reader, branch: Branch, fork: Fork) -> TakenOver:
    """The lines of the branch's side, up to its next secret stack.

    Raises BadTry: it is asked something else by now; NotYourTurn, GameOver.
    """
    if game.side != branch.side:
        raise BadTry(why=f"`{branch.name}` is a branch of {branch.side}, and you are {game.side}")
    request = game.request()
    own = [one for one in fork.done if one.side == branch.side and not one.by_robot]
    if not own:
        raise BadTry(why=f"there is no line of yours in `{branch.name}` yet")
    if own[0].asked != request.question or bool(own[0].stack) != (request.stack is not None):
        raise BadTry(
            why=f"the branch answers `{own[0].asked}`, and you are asked `{request.question}`"
        )
    if request.stack is not None:
        return _with_plan(own)
    own_slot = own[0].slot
    lines: list[str] = []
    scripts: dict[str, list[str]] = {}
    not_taken: list[str] = []
    for at, done_line in enumerate(own):
        if done_line.stack:
            not_taken += [late.line for late in own[at:]]
            break
        _place(done_line, own_slot, lines if not scripts else not_taken, scripts)
    return _made(lines, scripts, not_taken)


def _with_plan(own: list[LineResult]) -> TakenOver:
    """A Plan, with what its cards did as their scripts."""
    scripts: dict[str, list[str]] = {}
    not_taken: list[str] = []
    for at, done_line in enumerate(own[1:], 1):
        if done_line.stack:
            not_taken += [late.line for late in own[at:]]
            break
        _place(done_line, "", not_taken, scripts)
    return _made([own[0].line], scripts, not_taken)


def _place(
    done_line: LineResult, now: str, lines: list[str], scripts: dict[str, list[str]]
) -> None:
    """A line of a card that is still to come belongs to its script."""
    number = done_line.slot.rpartition(":")[2]
    if done_line.slot != now and number.isdigit():
        scripts.setdefault(number, []).append(done_line.line)
    else:
        lines.append(done_line.line)


def _made(lines: list[str], scripts: dict[str, list[str]], not_taken: list[str]) -> TakenOver:
    texts = {number: "; ".join(script) for number, script in scripts.items()}
    return TakenOver(tuple(lines), texts, tuple(not_taken))
