"""Reports of a branch that somebody tries: the same as of a game, and each says that nothing of it was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.document import AnyPart, Cell, Heading, Note, ReportTable, cells
from pbem.engine.patch import changes
from pbem.imagine.branches import start_of
from pbem.imagine.fork import ANSWERED
from pbem.imagine.fork import steps as played
from pbem.ledger.glimpse import state_for
from pbem.reports.battles import battles
from pbem.reports.context import TRIED, Context, EntryStory, Passage, asked_of, build, story
from pbem.reports.from_game import battle_board
from pbem.reports.history import ReplayFrame
from pbem.reports.report_parts import story as told_parts

if TYPE_CHECKING:
    from pbem.imagine.branches import Branch
    from pbem.imagine.fork import Fork, LineResult
    from pbem.proof.reader import Reader

MOST_CHANGES = 40
"""Differences of two positions that are listed."""


def context(
    game: Reader, branch: Branch, fork: Fork, lines: Sequence[LineResult] | None = None
) -> Context:
    """The context of a report of a branch as it stands; `lines`: its lines of which it tells, else all."""
    results = fork.done if lines is None else lines
    first_number = len(fork.done) - len(results) + 1
    entries = [_entry(n, one, fork.side) for n, one in enumerate(results, first_number)]
    rules, side, state = fork.rules, fork.side, fork.state
    seen_state = state_for(rules, state, side)
    request = fork.request()
    pending = [] if fork.waits else fork.play.pending
    questions = [
        asked_of(open_request, request.side if request else side, fork.known(open_request.side))
        for open_request in pending
    ]
    end_reason = fork.result.reason if fork.result is not None else ""
    report = build(
        f"{TRIED}: branch {branch.name} of {game.title}",
        rules.name,
        side,
        entries,
        rules.report(seen_state, side, fork.known(side)),
        questions,
        branch.head,
        branch.entry,
        end_reason,
        rules.picture(seen_state, side),
    )
    return replace(
        report,
        battle=battle_board(rules, seen_state, side),
        last=branch.entry,
        tried=branch_heading(game, branch, fork),
    )


def branch_heading(game: Reader, branch: Branch, fork: Fork) -> str:
    """What every screen and report of a branch begins with."""
    sentences = [
        f"{TRIED}: branch `{branch.name}` of {game.id}, from entry {branch.entry}, by what "
        f"{branch.side} may know; the rest as seed {fork.seed} deals it."
    ]
    later = len(game.heads) - 1 - branch.entry
    if later:
        sentences.append(
            f"The real game has moved on since, by {later} {'entry' if later == 1 else 'entries'}."
        )
    return " ".join(sentences)


def _entry(n: int, result: LineResult, side: str) -> EntryStory:
    entry = story(n, result.side or side, result.words, result.decisions, result.events)
    passages = [replace(p, to="") for p in entry.passages]
    if not result.side:
        passages.insert(0, Passage("order", result.words, side=side))
    passages += [Passage("text", note) for note in result.notes]
    return replace(entry, passages=tuple(passages), name=f"Line {n}")


def steps(game: Reader, branch: Branch) -> Iterator[ReplayFrame]:
    """A branch line by line, for a replay. Raises BadTry and what a line raises that works no more."""
    for fork in played(start_of(game, branch), branch.lines):
        report = context(game, branch, fork, fork.done[-1:])
        yield ReplayFrame(report, f"branch {branch.name}", len(fork.done) == 1)


def events_of_branch(report: Context) -> list[AnyPart]:
    """Only what the lines brought."""
    fights = battles(report)
    return [part for entry in report.entries for part in told_parts(report, entry, fights)]


def comparison(game: Reader, pairs: Sequence[tuple[Branch, Fork]]) -> tuple[AnyPart, ...]:
    """Two branches side by side, as parts: what turn each has reached, its lines, and what differs."""
    (left, left_fork), (right, right_fork) = pairs
    rows: list[tuple[str, ...]] = [
        ("from entry", str(left.entry), str(right.entry)),
        ("hidden by seed", str(left_fork.seed), str(right_fork.seed)),
        ("now at", *(_turn_at(fork) for fork in (left_fork, right_fork))),
        ("asked", *(_question_at(fork) for fork in (left_fork, right_fork))),
        *_scores(left_fork, right_fork),
    ]
    lines = zip_longest(map(_cell, left_fork.lines), map(_cell, right_fork.lines), fillvalue="")
    parts: list[AnyPart] = [
        Note(f"{TRIED}: branches {left.name} and {right.name} of {game.id}.", mark="call"),
        _table("How far they are", pairs, rows),
        _table("Lines", pairs, [(str(n), *pair) for n, pair in enumerate(lines, 1)]),
        Heading("What differs", 2),
    ]
    differences = _differences(left_fork, right_fork)
    if differences:
        parts.append(_table("Values of the position", pairs, differences[:MOST_CHANGES]))
    if len(differences) > MOST_CHANGES:
        parts.append(Note(f"And {len(differences) - MOST_CHANGES} more."))
    return tuple(parts) if differences else (*parts, Note("Nothing: the positions are the same."))


def spoken(words: str) -> str:
    """A line of a branch for who listens."""
    match = ANSWERED.fullmatch(words)
    if match is None:
        return words
    side, arrow, line = match.groups()
    return f"{side}{', by a robot' if arrow == '>>' else ''}: {line}"


def _cell(words: str) -> Cell:
    return Cell(words, heard=spoken(words))


def _table(
    caption: str,
    pairs: Sequence[tuple[Branch, Fork]],
    rows: Sequence[tuple[str | Cell, ...]],
) -> ReportTable:
    columns = ("", *(branch.name for branch, _ in pairs))
    return ReportTable(
        caption, columns, tuple(tuple(cells(field) for field in row) for row in rows)
    )


def _turn_at(fork: Fork) -> str:
    if fork.result is not None:
        return f"the end: {fork.result.reason}"
    return str(fork.rules.words.now(state_for(fork.rules, fork.state, fork.side)))


def _question_at(fork: Fork) -> str:
    request = fork.request()
    if request is None:
        return f"the die `{fork.die[0]}`" if fork.die else "nobody"
    return f"{request.side}: {request.question}"


def _scores(a: Fork, b: Fork) -> list[tuple[str, ...]]:
    scores = [fork.rules.score(state_for(fork.rules, fork.state, fork.side)) for fork in (a, b)]
    if None in scores:
        return []
    points = [score.points for score in scores if score is not None]
    name = next(score.name for score in scores if score is not None)
    return [(f"{name}, {side}", *(str(one[side]) for one in points)) for side in points[0]]


def _differences(a: Fork, b: Fork) -> list[tuple[str, ...]]:
    """Each value that is another in the two positions, as their side sees them."""
    views = [codec.dump(state_for(fork.rules, fork.state, fork.side)) for fork in (a, b)]
    rows: list[tuple[str, ...]] = []
    for path, *value in changes(*views):
        old = views[0]
        for key in path:
            old = old.get(key, "-") if isinstance(old, dict) else "-"
        rows.append((" ".join(map(str, path)), _brief(old), _brief(value[0]) if value else "-"))
    return rows


def _brief(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_brief(one)}" for key, one in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_brief, value)) or "none"
    return str(value) or "-"
