"""A game entry by entry: each step a small report with the map, for a terminal or for a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing.ink import environment, printable
from pbem.drawing.svg import draw
from pbem.drawing.tags import Markup, joined_markup, source, tag
from pbem.engine.document import AnyPart, Heading, Map, Note
from pbem.games import find
from pbem.ledger.glimpse import state_for
from pbem.reports import narrated
from pbem.reports.battles import Battle, battles
from pbem.reports.context import PUBLIC, TRIED, Context, EntryStory, build
from pbem.reports.deltas import deltas
from pbem.reports.digest import blocks
from pbem.reports.formats.html import css
from pbem.reports.from_game import entry_story
from pbem.reports.period import EVERYTHING, Period
from pbem.reports.said import names_of
from pbem.reports.summary import headline
from pbem.reports.whole import NOTHING_SEEN, story
from pbem.resources import resource

if TYPE_CHECKING:
    from pbem.proof.reader import Reader

ENTRY = "entry-"
"""Begins the word by which a link finds a step."""
SCRIPT, STYLE = "templates/desk/replay.js", "templates/html/replay.css"
NOTHING: Mapping[int, tuple[Any, ...]] = {}


class ReplayFrame(Struct, frozen=True):
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
    tried: Mapping[int, tuple[ReplayFrame, ...]] = NOTHING,
) -> Iterator[ReplayFrame]:
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
            picture=rules.picture(state_for(rules, state, eyes), eyes),
            earlier=earlier,
        )
        turn = turns.get(told.n, "")
        yield ReplayFrame(report, turn, turn != before, notes.get(told.n, ()))
        yield from tried.get(told.n, ())
        before = turn


def frame_parts(step: ReplayFrame) -> Iterator[AnyPart]:
    """One step for a terminal: where things stand, its orders and sentences without the dice."""
    report = step.report
    (entry,) = report.entries
    if step.opens and step.turn:
        yield Heading(step.turn, 2)
    if step.opens and report.tried:
        yield Note(report.tried)
    mark = f"{TRIED}: " if report.tried else ""
    title = f"{mark}{report.title_of(entry)}. {headline(report)}"
    yield Heading(title, 3)
    said = tuple(passage for passage in entry.passages if not passage.dice)
    for part in story(report, replace(entry, passages=said), []):
        yield from () if isinstance(part, Heading) else (part,)
    yield from (Note(note, "Note") for note in step.notes)


class Frame(NamedTuple):
    """A step on the page: its fragment, the word by which a link finds it, and what the slider says of it.

    Attributes:
        opens: it is the first of its turn. `fight`: the battle that begins in it, "" for none.
    """

    html: str
    id: str
    at: str
    turn: str
    opens: bool
    fight: str


def page(steps: Iterable[ReplayFrame], served: str = "", back: str = "") -> str:
    """All steps in one file: the map and the story side by side, with a slider. Nothing is loaded from anywhere.

    A frame is kept as what changes from the one before: most of a map stays as it is.

    Args:
        served: where a server that says what the page may do has the script; "" for a file of its own.
        back: where a link leads back to, "" for none.
    """
    title, game_title, frames, sides = "", "", list[Frame](), list[str]()
    for step in steps:
        title, game_title = title or step.report.heading, game_title or step.report.title
        sides = sides or [f"The {side.people}" for _, side in step.report.position.sides]
        frames.append(_frame(step, frames[-1].id if frames else ""))
    entry = frames[-1].id.partition(".")[0].removeprefix(ENTRY)
    pieces, edits = deltas(frame.html for frame in frames)
    shown = [
        {"id": frame.id, "at": frame.at, "opens": frame.opens, "fight": frame.fight, "edits": edit}
        for frame, edit in zip(frames, edits, strict=True)
    ]
    data = json.dumps([pieces, shown], ensure_ascii=False, separators=(",", ":"))
    # So that nothing in it ends the script or begins a comment.
    game = Markup(data.replace("</", "<\\/").replace("<!", "<\\u0021"))
    script = Markup(resource(SCRIPT).read_text("utf-8"))
    return (
        environment()
        .get_template("html/replay.html.j2")
        .render(
            title=title,
            card=_card(game_title, sides, frames),
            last=entry,
            frames=frames,
            marks=list(_marks(frames)),
            fights=any(frame.fight for frame in frames),
            game=game,
            css=Markup(css() + narrated.css() + resource(STYLE).read_text("utf-8")),
            script=script,
            source=Markup(source(script)),
            served=served,
            back=back,
        )
        + "\n"
    )


class TitleCard(NamedTuple):
    """What stands before the first step: the game, who plays, how long it is; nothing of how it ends."""

    title: str
    sides: list[str]
    words: str


def _card(title: str, sides: list[str], frames: Sequence[Frame]) -> TitleCard:
    turns, fights = sum(one.opens for one in frames), sum(bool(one.fight) for one in frames)
    counts = [
        (turns, "turn", "turns"),
        (len(frames), "entry", "entries"),
        (fights, "battle", "battles"),
    ]
    told = [f"{n} {one if n == 1 else more}" for n, one, more in counts if n]
    names = [name if n == 0 else name[:1].lower() + name[1:] for n, name in enumerate(sides)]
    return TitleCard(title, names, f"{', '.join(told)}.")


def _marks(frames: Sequence[Frame]) -> Iterator[tuple[str, str]]:
    """What one may go to, with its words: the first step, turns, battles."""
    for n, frame in enumerate(frames):
        if frame.opens or not n:
            yield frame.id, frame.turn or frame.at
        if frame.fight:
            yield frame.id, f"\u2694 {frame.fight}"


def _frame(step: ReplayFrame, before: str) -> Frame:
    """A step's frame; `before`: the id of the one before, since what was tried from an entry has its number."""
    report = step.report
    id = f"{ENTRY}{report.entry}"
    base, _, tried = before.partition(".")
    if base == id:
        id = f"{id}.{int(tried or 0) + 1}"
    fights = battles(report)
    line = report.entries[0].title if report.tried else f"entry {report.entry}"
    at = printable(", ".join(filter(None, (step.turn, line))))
    begun = (fight for fight in fights if min(fight.ranges) == report.entries[0].n)
    fight = next((printable(fight.name) for fight in begun), "")
    return Frame(_fragment(step, fights), id, at, step.turn, step.opens, fight)


def _fragment(step: ReplayFrame, fights: list[Battle]) -> str:
    """What one step shows: the map, and beside it where the game stands, what happened, what was noted."""
    report = step.report
    names = names_of(find(report.game), report.audience, report.picture)
    happened = (
        environment()
        .get_template("html/replayed.html.j2")
        .render(
            report=report,
            changed=headline(report),
            blocks=blocks(report, fights),
            told=narrated.Narration(report, names),
            nothing=NOTHING_SEEN,
            notes=step.notes,
        )
    )
    now = report.position.now
    board = Markup()
    if report.picture is not None:
        drawn = draw(Map(report.picture, report.title, now, report.moves), alone=False, fits=True)
        label = "Map, larger than its window"
        board = tag(
            "div",
            Markup(drawn),
            class_="scroll",
            role="region",
            aria_label=label,
            tabindex="0",
        )
    panes = (
        tag("div", board, class_="board"),
        tag("div", Markup(happened), class_="told", tabindex="0"),
    )
    return joined_markup(panes, "\n")
