"""A game entry by entry: each step a small report with the map, for a terminal or for a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.document import AnyPart, Heading, Map, Note
from pbem.moderator.ledger.glimpse import viewed
from pbem.reports.battles import battles
from pbem.reports.context import PUBLIC, TRIED, Context, EntryStory, build
from pbem.reports.deltas import deltas
from pbem.reports.formats.html import css, fragment
from pbem.reports.from_game import entry_story
from pbem.reports.ink import environment, printable
from pbem.reports.period import EVERYTHING, Period
from pbem.reports.summary import changed
from pbem.reports.tags import Markup
from pbem.reports.whole import story

if TYPE_CHECKING:
    from pbem.moderator.reader import Reader

NOTHING: Mapping[int, tuple[Any, ...]] = {}


class Step(Struct, frozen=True):
    """One entry: `turn` is the game turn it belongs to, `opens` if it is the first of it here, `notes` what its
    readers have noted on it, one line each."""

    report: Context
    turn: str
    opens: bool
    notes: tuple[str, ...] = ()


def steps(
    game: Reader,
    side: str = PUBLIC,
    period: Period = EVERYTHING,
    notes: Mapping[int, tuple[str, ...]] = NOTHING,
    tried: Mapping[int, tuple[Step, ...]] = NOTHING,
) -> Iterator[Step]:
    """Each entry of a period, as `side` could see it then, with the notes on it, and after it what somebody
    has `tried` from there. Raises NoSuchTurn.

    In a veiled game the position is the public one, the story what this side was told.
    """
    first, last = period.entries(game, side)
    turns = {n: turn.name for turn in game.turns for n in range(turn.first, turn.last + 1)}
    before, fought = "", list[EntryStory]()
    for ledger, told in game.history(side):
        entry = entry_story(game, told)
        earlier = tuple(fought)
        if any(event.kind == "battle" for event in told.events):
            fought.clear()
        fought.append(entry)
        if not first <= told.n <= last:
            continue
        view = game.view_of(ledger, side)
        eyes = PUBLIC if ledger.veiled else side
        rules, state = ledger.rules, ledger.play.state
        report = build(
            game.title,
            rules.name,
            side,
            [entry],
            view.position,
            [],
            game.heads[told.n],
            told.n,
            picture=rules.picture(viewed(rules, state, eyes), eyes),
            earlier=earlier,
        )
        turn = turns.get(told.n, "")
        yield Step(report, turn, turn != before, notes.get(told.n, ()))
        yield from tried.get(told.n, ())
        before = turn


def told(step: Step) -> Iterator[AnyPart]:
    """One step for a terminal: where things stand, its orders and sentences without the dice."""
    report = step.report
    (entry,) = report.entries
    if step.opens and step.turn:
        yield Heading(step.turn, 2)
    if step.opens and report.tried:
        yield Note(report.tried)
    mark = f"{TRIED}: " if report.tried else ""
    title = f"{mark}{entry.title}, by the {report.side(entry.side)}. {changed(report)}"
    yield Heading(title, 3)
    said = tuple(passage for passage in entry.passages if not passage.dice)
    for part in story(report, replace(entry, passages=said), []):
        yield from () if isinstance(part, Heading) else (part,)
    yield from (Note(note, "Note") for note in step.notes)


class Frame(NamedTuple):
    """A step on the page: its fragment, and what the slider says of it."""

    html: str
    at: str
    turn: str
    opens: bool


def page(steps: Iterable[Step]) -> str:
    """All steps in one file with a slider; the arrow keys move it. Nothing is loaded from anywhere.

    A frame is kept as what changes from the one before: most of a map stays as it is.
    """
    title, entry, frames = "", 0, list[Frame]()
    for step in steps:
        title, entry = title or step.report.heading, step.report.entry
        line = step.report.entries[0].title if step.report.tried else f"entry {entry}"
        at = printable(", ".join(filter(None, (step.turn, line))))
        frames.append(Frame(_fragment(step), at, step.turn, step.opens))
    pieces, edits = deltas(frame.html for frame in frames)
    shown = [
        {"at": frame.at, "opens": frame.opens, "edits": edit}
        for frame, edit in zip(frames, edits, strict=True)
    ]
    data = json.dumps([pieces, shown], ensure_ascii=False, separators=(",", ":"))
    # So that nothing in it ends the script or begins a comment.
    game = Markup(data.replace("</", "<\\/").replace("<!", "<\\u0021"))
    template = environment().get_template("html/replay.html.j2")
    return template.render(title=title, last=entry, frames=frames, game=game, css=css()) + "\n"


def _fragment(step: Step) -> str:
    """What one step shows: where the game stands, the map, what happened, what was noted."""
    report = step.report
    fights = battles(report)
    parts: list[AnyPart] = [Heading(report.position.now, 2)]
    parts += [Note(report.tried, mark="call")] if report.tried else []
    parts.append(Note(changed(report), mark="lead"))
    if report.picture is not None:
        parts.append(Map(report.picture, report.title, report.position.now, report.moves))
    for entry in report.entries:
        parts += story(report, entry, fights)
    parts += [Note(note, "Note") for note in step.notes]
    return fragment(parts, report.position.sides)
