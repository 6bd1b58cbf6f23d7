"""The course of a game: its game turns, with the entries and the score of each, and its late stories.

It is kept as the log grows, so that a report need not replay to draw it. After a rewind it goes on from the turn gone back to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.errors import NoSuchTurn
from pbem.ledger.frozen import dumps, frozen, loads
from pbem.ledger.story import Story
from pbem.ledger.values import PUBLIC, Late, Stretch, replace

if TYPE_CHECKING:
    from pbem.ledger.draft import Draft

OPENS = ("battle", "heading")
"""Kinds of events: a battle is told together until the next one, or a heading, opens."""

MOST = 256
"""Stories that are kept: where a side never orders again, a report that goes so far back replays."""


class Turn(Struct, frozen=True):
    """A game turn that has been played or is being played: its number, name and entries."""

    number: int
    name: str
    first: int
    last: int
    score: Mapping[str, int]


def note(draft: Draft) -> None:
    """Note at the end of each step which game turn it is now, and who leads.

    The last row of `draft.turns` gets the new score; a new game turn gets a row of its own.
    """
    if not draft.begun or draft.play.state is None:
        return
    state, source = draft.play.state, getattr(draft.play, "source", None)
    if source is None or source.state != source.common:  # else it is what everybody sees already
        state = draft.rules.secrets.veil(state, PUBLIC)
    score = draft.rules.score(state)
    course, first_void = list(draft.turns), draft.cases.rewinds.get(draft.n)
    if first_void is not None:
        course[1:] = [stretch for stretch in course[1:] if stretch.first <= first_void]
    turn_now = Stretch(
        draft.rules.words.turn(state), draft.n + 1, frozen(score.points if score else {})
    )
    if course:
        course[-1] = replace(course[-1], score=turn_now.score)
    if not course or course[-1].name != turn_now.name:
        course.append(turn_now if course else Stretch(turn_now.name, 1, turn_now.score))
    draft.turns = tuple(course)


def keep(draft: Draft, story: Story) -> None:
    """Call with the story of each step: it is kept as long as a report may begin at it or before.

    A fault is told anew each time: whether it happens hangs on the program that reads it. Of a battle
    that is longer than what is kept its beginning stays known.
    """
    opens = [event.kind for event in story.events if event.kind in OPENS]
    story_bytes = b"" if draft.notes.faults else dumps(story)
    late = (*draft.late, Late(draft.n, opens[-1] if opens else "", story_bytes))
    first = led_to(late, min(draft.cases.ordered.get(side, 1) for side in draft.sides))
    late_kept = tuple(one for one in late[-MOST:] if one.n >= first)
    began = led_to(late, late_kept[0].n) if late_kept[0].n > first else first
    draft.late = (*(one for one in late if one.n == began < late_kept[0].n), *late_kept)


def led_to(late: Sequence[Late], n: int) -> int:
    """The entry at which a battle began that may go on in entry `n`; `n` if there is none."""
    for row in reversed(late):
        if row.n < n and row.opens:
            return row.n if row.opens == "battle" else n
    return n


def kept_stories(late: Sequence[Late], first: int, last: int) -> list[Story] | None:
    """The stories of entries `first` to `last`; None where others are wanted than were kept."""
    rows = [one for one in late if first <= one.n <= last]
    if len(rows) <= last - first or not all(one.story for one in rows):
        return None
    return [loads(Story, one.story) for one in rows]


def turns(course: Sequence[Stretch], last: int) -> list[Turn]:
    """The turns that have entries, in order; `last` is the last entry of the log."""
    # A game that has not begun has no stretch, and its end is left over.
    ends = [*(stretch.first - 1 for stretch in course[1:]), last]
    return [
        Turn(number, stretch.name, stretch.first, end, stretch.score)
        for number, (stretch, end) in enumerate(zip(course, ends, strict=False), 1)
        if stretch.first <= end
    ]


def find(turns: list[Turn], words: str) -> Turn:
    """The turn with this number, or the last one whose name has these words. Raises NoSuchTurn."""
    name = " ".join(words.casefold().split())
    matches = [turn for turn in turns if str(turn.number) == name]
    if not matches and len(name) > 2:  # a month, or a year
        matches = [turn for turn in turns if name in turn.name.casefold()]
    if not matches:
        known = "; ".join(f"{turn.number}, {turn.name}" for turn in turns) or "none yet"
        raise NoSuchTurn(turn=words, known=known)
    return matches[-1]


def course_table(course: Sequence[Stretch]) -> dict[str, Any]:
    """The table [course] of a save."""
    return {
        "turns": [stretch.name for stretch in course],
        "first": [stretch.first for stretch in course],
        "score": {
            side: [stretch.score[side] for stretch in course]
            for side in (course[0].score if course else ())
        },
    }
