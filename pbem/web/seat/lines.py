"""Order lines by clicks: a choice is taken, taken back, put elsewhere, left out, and given conditions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbem.engine import notation
from pbem.engine.script import script_line
from pbem.errors import IllegalOrder, NotOnThisPage, PbemError
from pbem.ledger.values import READY
from pbem.player.dry import DryRun
from pbem.player.target import FAILURE, SUCCESS
from pbem.player.writing import NOTHING_TO_UNDO
from pbem.web.seat import always, sheets
from pbem.web.seat.branches import conditions, covers
from pbem.web.seat.conditional_line import condition, guarded_line, guards
from pbem.web.seat.seat import Seat
from pbem.web.server.page import LONGEST_NUMBER, Answer, whole_number

NOT_IN_ALL = (
    "that line is not possible in some of these cases, or no condition covers them all: choose one case "
    "at a time"
)
NO_WAY = "no condition covers this case alone: choose more cases, or type a line"
AFTER = "the lines after it are not possible without it: {lines}. To get them back, click Undo."
MOST_TRIED = 6
"""So many conditions are tried for a line."""
MOST_DONE = 2
"""Of what was done last the names are looked at."""
FROM_NOW_ON = "A policy answers questions like this from now on. To change it, click Policies."
NO_POLICY = "No policy can repeat this answer, so you will be asked again."
BOTH_WAYS = "Added, but this line can also run in other cases. Look at what your orders would do."


def take(seat: Seat, words: Mapping[str, str]) -> Answer:
    """`line`, with those of `with` who go along, goes to the end of what is written; `always` makes it a policy too,
    and with `usual` the policy that nearly everybody has goes with it."""
    line, along = words.get("line", "").strip(), words.get("with", "").strip()
    if along:
        line = f"{line} with {along}"
    if not line:
        raise NotOnThisPage(why="there is no order line in it")
    if seat.assumed and not seat.game.owes_ready:
        return _take_if(seat, line)
    request = seat.request if words.get("always") and seat.repeats else None
    usual = always.usual(seat) if words.get("usual") else None
    line_taken = seat.take(line)
    if request is not None:
        policies = (
            {**seat.reactions, request.kind: usual.policy}
            if usual is not None
            else always.policies_with(seat, request, line_taken)
        )
        return _keep_answering(seat, policies, line_taken)
    sentence = seat.names.statement(line_taken) or line_taken
    return seat.answer(
        "You are ready. Now seal and send your orders."
        if line_taken == READY
        else f"Taken: {sentence}"
    )


def _keep_answering(seat: Seat, policies: Mapping[str, str], line: str) -> Answer:
    """Answer this kind of question by these policies from now on."""
    sentence = seat.names.statement(line) or line
    if policies == seat.reactions:
        return seat.answer(f"Taken: {sentence}. {NO_POLICY}")
    seat.write(replace(seat.orders, reactions=policies))
    return seat.answer(f"Taken: {sentence}. {FROM_NOW_ON}")


def _take_if(seat: Seat, line: str) -> Answer:
    """Write a line that runs if the checks turn out as is looked at, and in no other case."""
    case, target, lines_before = seat.case, seat.target, seat.lines
    runs = {way: target.run(lines_before, way) for way in target.ways(lines_before)}
    mine = [way for way in runs if covers(case, way)]
    plain = str(notation.match(seat.request, line)) if seat.request is not None else line
    lines_due = {
        way: [*(one.line for one in run.did), *([plain] if way in mine else [])]
        for way, run in runs.items()
    }
    guards = [""] if len(mine) == len(runs) else _guards(seat, runs, mine, plain)
    for new_lines in _written_if(lines_before, plain, guards):
        if all(target.did(new_lines, way) == did for way, did in lines_due.items()):
            message, lines = f"Added for this case only: {plain}", new_lines
            break
    else:
        if seat.case.upward or case.assumed[-1] not in (SUCCESS, FAILURE):
            raise NotOnThisPage(why=NOT_IN_ALL if len(mine) > 1 else NO_WAY)
        message, lines = BOTH_WAYS, (*lines_before, f"if {_outcome(case.assumed)}: {plain}")
    seat.write_lines(lines)
    seat.look((), case)
    return seat.answer(message)


def _guards(
    seat: Seat,
    runs: Mapping[tuple[int, ...], DryRun],
    mine: Sequence[tuple[int, ...]],
    line: str,
) -> list[str]:
    """Conditions for what shall run in these ways alone, the plainest first."""
    ends = {
        way: run.play
        for way, run in runs.items()
        if run.play is not None and any(request.side == seat.side for request in run.play.pending)
    }
    lines_done = runs[mine[0]].did[-MOST_DONE:] if mine else ()
    words = [word for one in lines_done for word in reversed(one.line.replace(":", "").split())]
    rules, names = seat.game.ledger.rules, list(dict.fromkeys(words))
    all_guards = conditions(rules, seat.side, ends, mine, names, line)
    return list(dict.fromkeys(itertools.islice(all_guards, MOST_TRIED)))


def _written_if(
    before: tuple[str, ...], line: str, guards: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Ways to write it: at the end, then further up, then between."""
    some = [f"if {guard}: {line}" if guard else line for guard in guards]
    yield from ((*before, text) for text in some)
    guarded = (*some[:1], f"else: {line}", line)
    for at in range(len(before), 0, -1):
        for text in guarded:
            yield (*before[:at], text, *before[at:])


def _outcome(assumed: tuple[int, ...]) -> str:
    return "failed" if assumed[-1] == FAILURE else "success"


def undo(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take back the last thing that was written."""
    gone = seat.undo()
    if gone is None:
        return seat.answer(NOTHING_TO_UNDO)
    seat.look()
    now = seat.orders
    lines_taken = [line for line in gone.lines if line not in now.lines]
    back = [line for line in now.lines if line not in gone.lines]
    sentences_said = [f"Taken back: {sentences(seat, lines_taken[-1:])}."] if lines_taken else []
    sentences_said += [f"There again: {sentences(seat, back)}."] if back else []
    return seat.answer(" ".join(sentences_said) or "Taken back.")


def delete(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Leave out line `at`, and those after it that are not possible without it."""
    lines = seat.lines
    at = number(words, "at", len(lines))
    if seat.stacks and not seat.card:
        return seat.answer(_unstack(seat))
    lines_kept, lines_lost = (*lines[:at], *lines[at + 1 :]), list[str]()
    try:
        seat.write_lines(lines_kept)
    except PbemError:
        lines_kept = lines[:at]
        for line in lines[at + 1 :]:
            try:
                seat.game.spelled((*lines_kept, line))
            except PbemError:
                lines_lost.append(line)
            else:
                lines_kept = (*lines_kept, line)
        seat.write_lines(lines_kept)
    message = f"Left out: {sentences(seat, lines[at : at + 1])}"
    return seat.answer(
        f"{message}; {AFTER.format(lines=sentences(seat, lines_lost))}"
        if lines_lost
        else f"{message}."
    )


def _unstack(seat: Seat) -> str:
    """Take the stack out of the orders again, to be put together otherwise; what is to be said of it."""
    mine = seat.orders
    seat.stack = tuple(mine.lines[0].split()[1:])
    seat.write(replace(mine, lines=(), scripts={}))
    message = (
        f"Left out: {sentences(seat, mine.lines)}. It is kept here. Change it, then add it again"
    )
    return (
        f"{message}; the scripts moved along with their cards."
        if any(mine.scripts.values())
        else f"{message}."
    )


def move(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put line `at` to place `to`; all must be possible in the new order."""
    lines = list(seat.lines)
    at, to = number(words, "at", len(lines)), number(words, "to", len(lines))
    line = lines.pop(at)
    lines.insert(to, line)
    try:
        seat.write_lines(lines)
    except PbemError as error:
        return seat.answer(
            f"{sentences(seat, [line])}: this line was not moved. In that order, {error}"
        )
    return seat.answer(f"Now line {to + 1}: {sentences(seat, [line])}.")


def sentences(seat: Seat, lines: Sequence[str]) -> str:
    """Lines as people say them."""
    return "; ".join(seat.names.statement(line) or line for line in lines)


def shape(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Ask for the conditions of line `at`, or without one of an alarm."""
    if not words.get("at"):
        return seat.answer(more=sheets.alarm(seat))
    at = number(words, "at", len(seat.lines))
    return seat.answer(more=sheets.conditions(seat, at))


def shape_line(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Give line `at` the conditions that were chosen; all lines must be possible with them. Raises BadScript."""
    lines = list(seat.lines)
    at = number(words, "at", len(lines))
    before = script_line(lines[at])
    if before.alarm is not None:
        lines[at] = f"stop if {condition(words)}"
    else:
        lines[at] = guarded_line(before.line, guards(words))
    try:
        spelled = seat.write_lines(lines)
    except IllegalOrder as error:
        return seat.answer(f"The conditions were not changed. With the new conditions, {error}")
    return seat.answer(f"Line {at + 1}: {spelled[at]}", more=sheets.closed())


def alarm(seat: Seat, words: Mapping[str, str]) -> Answer:
    """An alarm above all that is written: as soon as it holds, nothing more runs."""
    text = f"stop if {condition(words)}"
    seat.write_lines((text, *seat.lines))
    return seat.answer(f"Alarm: {text}", more=sheets.closed())


def number(words: Mapping[str, str], name: str, count: int) -> int:
    """A place among so many, from 0. Raises NotOnThisPage."""
    typed = words.get(name, "")
    at = whole_number(typed)
    if at is None or at >= count:
        raise NotOnThisPage(why=f"there is no line {typed[:LONGEST_NUMBER]}")
    return at


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "take": take,
    "undo": undo,
    "delete": delete,
    "move": move,
    "shape": shape,
    "shaped": shape_line,
    "alarm": alarm,
}
