"""A replay as one page: the map and the story side by side, kept as what changes from frame to frame."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from pbem.drawing import board as boards
from pbem.drawing.ink import printable
from pbem.drawing.svg import draw
from pbem.drawing.tags import Markup, joined_markup, source, tag
from pbem.drawing.templates import environment
from pbem.engine.document import Map
from pbem.engine.picture import Fight
from pbem.games import find
from pbem.reports import narration
from pbem.reports.battles import Battle, battles
from pbem.reports.digest import blocks
from pbem.reports.formats.html import css
from pbem.reports.fought import fight_in
from pbem.reports.history import ReplayFrame
from pbem.reports.order_sentences import names_of
from pbem.reports.report_parts import NOTHING_SEEN
from pbem.reports.summary import headline, wanted
from pbem.resources import resource

ENTRY = "entry-"
"""Begins the word by which a link finds a step."""
SCRIPT, STYLE = "templates/desk/replay.js", "templates/html/replay.css"
Edit = tuple[int, ...]
"""From which piece on, how many pieces go, and the numbers of the pieces that come in their place."""
_BETWEEN = re.compile(r"(?<=>)(?=<)|(?<=\n)|(?<=\. )")
"""Between tags, lines and sentences."""


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
    frames_data = [
        {"id": frame.id, "at": frame.at, "opens": frame.opens, "fight": frame.fight, "edits": edit}
        for frame, edit in zip(frames, edits, strict=True)
    ]
    data = json.dumps([pieces, frames_data], ensure_ascii=False, separators=(",", ":"))
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
            css=Markup(css() + narration.css() + boards.css() + resource(STYLE).read_text("utf-8")),
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
    counts_words = [f"{n} {one if n == 1 else more}" for n, one, more in counts if n]
    names = [name if n == 0 else name[:1].lower() + name[1:] for n, name in enumerate(sides)]
    return TitleCard(title, names, f"{', '.join(counts_words)}.")


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
    base, _, branch_number = before.partition(".")
    if base == id:
        id = f"{id}.{int(branch_number or 0) + 1}"
    fights = battles(report)
    line = report.entries[0].title if report.tried else f"entry {report.entry}"
    at = printable(", ".join(filter(None, (step.turn, line))))
    begun = (fight for fight in fights if min(fight.ranges) == report.entries[0].n)
    fight = next((printable(fight.name) for fight in begun), "")
    return Frame(_fragment(step, fights), id, at, step.turn, step.opens, fight)


def _fragment(step: ReplayFrame, fights: list[Battle]) -> str:
    """The HTML of one frame: the map, and next to it the turn, what happened, and the notes."""
    report = step.report
    trays = report.battle or step.before
    names = names_of(find(report.game), report.audience, report.picture, trays)
    story_html = (
        environment()
        .get_template("html/replayed.html.j2")
        .render(
            report=report,
            changed=headline(report),
            over=wanted(report) if report.result else "",
            blocks=blocks(report, fights),
            told=narration.Narration(report, names),
            nothing=NOTHING_SEEN,
            notes=step.notes,
        )
    )
    turn_words = report.position.now
    board = Markup()
    if report.picture is not None:
        map_svg = draw(
            Map(report.picture, report.title, turn_words, report.moves), alone=False, fits=True
        )
        label = "Map, larger than its window"
        board = tag(
            "div",
            Markup(map_svg),
            class_="scroll",
            role="region",
            aria_label=label,
            tabindex="0",
        )
    has_map = report.picture is not None and not report.picture.is_bare
    # When all is over the last battle's pieces may still be on their board: the map shows how things stand.
    past = bool(report.result) and has_map and not fights
    fight = Fight() if past else fight_in(report, report.battle, step.before)
    battle_board = boards.board(fight, report.position.sides)
    panes = (
        tag("div", _fought(battle_board, has_map), board, class_="board fought")
        if battle_board
        else tag("div", board, class_="board"),
        tag("div", Markup(story_html), class_="told", tabindex="0"),
    )
    return joined_markup(panes, "\n")


def _fought(board: Markup, has_map: bool) -> Markup:
    """A battle's board in the place of the map, and the button that shows the map if there is one."""
    flip = tag("button", "Show the map", type="button", class_="to-map") if has_map else Markup()
    return tag("div", flip, board, class_="line-up", tabindex="0")


def deltas(frames: Iterable[str]) -> tuple[list[str], list[list[Edit]]]:
    """All pieces of these frames, and for each frame the edits that make it of the one before (the first: of none).

    An edit is (place, pieces removed, numbers of pieces put in). Edits go from the last to the first, so that none
    moves the place of another.
    """
    numbers: dict[str, int] = {}
    edits, pieces_before = list[list[Edit]](), list[int]()
    for frame in frames:
        pieces_now = [numbers.setdefault(piece, len(numbers)) for piece in _BETWEEN.split(frame)]
        changes = [*_changes(pieces_before, pieces_now)]
        edits.append(
            [
                (begin, end - begin, *pieces_now[new_begin:new_end])
                for begin, end, new_begin, new_end in reversed(changes)
            ]
        )
        pieces_before = pieces_now
    return list(numbers), edits


def _changes(before: Sequence[int], now: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Where these differ, as slices of the first and of the second.

    They are compared between what each has only once, in the same order in both: many pieces of a map are alike, and
    to compare all of a frame takes 20 times as long.
    """
    count_before, count_now = Counter(before), Counter(now)
    place_now = {piece: n for n, piece in enumerate(now) if count_now[piece] == 1}
    anchors = [
        (n, place_now[piece])
        for n, piece in enumerate(before)
        if count_before[piece] == 1 and piece in place_now
    ]
    begin = new_begin = 0
    for end, new_end in [*_in_order(anchors), (len(before), len(now))]:
        gap, new_gap = before[begin:end], now[new_begin:new_end]
        steps = (
            SequenceMatcher(None, gap, new_gap, autojunk=False).get_opcodes()
            if gap != new_gap
            else []
        )
        for kind, first, last, new_first, new_last in steps:
            if kind != "equal":
                yield begin + first, begin + last, new_begin + new_first, new_begin + new_last
        begin, new_begin = end + 1, new_end + 1


def _in_order(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of these pairs, whose first numbers rise, of which the second rise too."""
    ends, before, lowest = list[int](), list[int](), list[int]()
    for n, (_, second) in enumerate(pairs):
        at = bisect_left(lowest, second)
        lowest[at : at + 1] = [second]
        ends[at : at + 1] = [n]
        before.append(ends[at - 1] if at else -1)
    chain, n = list[tuple[int, int]](), ends[-1] if ends else -1
    while n >= 0:
        chain.append(pairs[n])
        n = before[n]
    return chain[::-1]
