"""How a game ended and how it went: who won and why, the score, and the entries that turned it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.engine.document import Course
from pbem.engine.prose import listing
from pbem.ledger.story import Story
from pbem.reports.battles import DEATHS
from pbem.reports.context import PUBLIC, Point
from pbem.reports.course import lead, side_names
from pbem.reports.from_game import position

if TYPE_CHECKING:
    from pbem.engine.ruleset import Result
    from pbem.proof.reader import Reader
    from pbem.reports.context import Context

MOST = 3
"""So many entries are told."""
SWING, DEATH, BATTLE, ROUT = 4.0, 2.0, 1.0, 0.1
"""What counts: all of the score's range, somebody's death, the end of a battle, a Lord who leaves one that goes on."""
AFTER, STEEP = 2, 1 / 3
"""So many entries after a battle's end its deaths still belong to it; a swing without a battle or a death counts from
this part of the score's range."""
ENDS, WON, ROUTS = "battle_end", "battle_won", "battle_rout"
NOT_DECIDED = "{name} did not decide this game. The chart shows who was ahead."
PLAIN = ("", "move", "retreat", "exile")
"""Kinds of events that say by themselves what happened."""


class TurningPoint(Struct, frozen=True):
    """An entry that turned the game: `text` says what happened in it, and what the score was then."""

    entry: int
    text: str


class Moment(Struct, frozen=True):
    """An entry that may be a turning point: how much it weighs, what it says, and whether a battle ends in it."""

    weight: float
    entry: int
    sentences: Sequence[str]
    value: int | None
    ends: bool


class Ending(Struct, frozen=True):
    """The end of a game.

    Attributes:
        winner: `The Yorkists have won`, `Nobody has won: a draw`. `why`: as the rules say it, with what they counted.
        course: the score entry by entry, where it changed; None for a game without one. `note`: that it did not decide
            the game, if it did not.
        points: at most `MOST`, in the order of the game.
    """

    winner: str
    why: str
    course: Course | None
    note: str
    points: tuple[TurningPoint, ...]


def ending(game: Reader, result: Result) -> Ending:
    """How a game that is over went, as everybody may see it; it plays the log again."""
    report = position(game, PUBLIC)
    scores: list[Point] = []
    name, is_score, story_points = "", False, list[tuple[Story, int, int | None]]()
    counts = list[str]()
    played_out = False
    for ledger, story in game.history(PUBLIC):
        rules, state = ledger.rules, ledger.play.state
        if ledger.play.result is not None and not played_out:
            played_out, counts = True, count_sentences(rules.counts, story)
        score = None
        if ledger.begun and state is not None:
            score = rules.charted(rules.secrets.veil(state, PUBLIC))
        swing, value = 0, None
        if score is not None and len(score.lines) == 1:
            ((name, value_now),) = score.lines.items()
            is_score = score == rules.score(state)
            last_value = scores[-1].value if scores else value_now
            if not scores or value_now != last_value:
                scores.append(Point(f"entry {story.n}", value_now))
                swing, value = value_now - last_value, value_now
        story_points.append((story, swing, value))
    wide = max((one.value for one in scores), default=0) - min(
        (one.value for one in scores), default=0
    )
    return Ending(
        winner_words(report, result),
        " ".join([reason_sentence(report, result.reason), *counts]),
        _course(report, name, scores),
        "" if not is_score or decides(name, result.reason) else NOT_DECIDED.format(name=name),
        tuple(_points(report, name, story_points, wide or 1)),
    )


def count_sentences(counts: Mapping[str, str], story: Story) -> list[str]:
    """What was counted in the entry that ended a game by its rules, with the rule and what counts."""
    return [
        f"{event.text.removesuffix('.')} ({event.rule}: {counts[event.rule]})."
        for event in story.events
        if event.rule in counts and any(letter.isdigit() for letter in event.text)
    ]


def decides(score: str, reason: str) -> bool:
    """Does the reason for which a game ended name the score, or a lead in it?"""
    return score in reason or " lead" in reason


def winner_words(report: Context, result: Result) -> str:
    """Who has won, such as `The Yorkists have won`."""
    if not result.winners:
        return "A draw"
    won = " and ".join(f"the {report.side(side)}" for side in result.winners)
    return f"{won[:1].upper()}{won[1:]} have won"


def reason_sentence(report: Context, reason: str) -> str:
    """Why a game ended, as a sentence: a side by its name (`york resigns`), without who has won."""
    sides = dict(report.position.sides)
    for side in sides.values():
        reason = reason.removeprefix(f"{side.name} wins: ")
    first, space, rest = reason.partition(" ")
    subject = sides[first].name if first in sides else f"{first[:1].upper()}{first[1:]}"
    sentence = f"{subject}{space}{rest}"
    return sentence if sentence.endswith((".", "!")) else f"{sentence}."


def _course(report: Context, name: str, scores: Sequence[Point]) -> Course | None:
    if len(scores) < 2:
        return None
    turns = tuple(f"{point.turn}: {lead(report, point.value)}" for point in scores)
    values = tuple(point.value for point in scores)
    words = f"{name}: from {lead(report, values[0])} to {lead(report, values[-1])}"
    return Course(f"{words}.", turns, values, side_names(report))


def _points(
    report: Context, name: str, story_points: Sequence[tuple[Story, int, int | None]], wide: int
) -> list[TurningPoint]:
    """The turning points of a game: of its story the moments that weigh most, in the order in which they came."""
    often = Counter(_tail(event.text) for story, *_ in story_points for event in story.events)
    moments, fight, won = list[Moment](), "", ""
    for story, swing, value in story_points:
        events = [event for event in story.events if event.text and not event.to]
        deaths = [event.text for event in events if DEATHS.compiled.search(event.text)][:2]
        weight = SWING * abs(swing) / wide + DEATH * len(deaths)
        sentences = deaths
        is_fought = False
        for event in events:
            fight, won = (event.text, "") if event.kind == "battle" else (fight, won)
            won = event.text if event.kind == WON else won
            is_fought = is_fought or event.kind == "battle"
            if event.kind == ENDS:
                weight += BATTLE
                outcome = won or event.text
                told_where = set(outcome.split()) & set(fight.split()[1:])
                sentences = [*([] if told_where else [fight]), outcome, *deaths]
                is_fought = True
        last = moments[-1] if moments else None
        if deaths and not is_fought and last and last.ends and story.n <= last.entry + AFTER:
            weight, sentences = weight + last.weight, [*last.sentences, *deaths]
            value = value if value is not None else last.value
            moments[-1] = Moment(weight, last.entry, sentences, value, ends=True)
            continue
        routs = [event.text for event in events if event.kind == ROUTS]
        if routs and not sentences:
            weight += ROUT * len(routs)
            lords = [text.partition(" Routs")[0] for text in routs]
            sentences = [f"{listing(lords)} Rout."] if lords[1:] else routs
        if abs(swing) > wide * STEEP and not sentences:
            winner = lead(report, swing).rpartition(" ")[0]
            plain = [event.text for event in events if event.kind in PLAIN]
            # What names the score, and who gained; else what is not said again and again.
            plain.sort(key=lambda text: (name not in text, winner not in text, often[_tail(text)]))
            sentences = plain[:1]
        if weight and sentences:
            ends = any(event.kind == ENDS for event in events)
            moments.append(Moment(weight, story.n, sentences, value, ends))
    best = sorted(moments, key=lambda one: (-one.weight, one.entry))[:MOST]
    points = []
    for moment in sorted(best, key=lambda one: one.entry):
        score = [f"{name}: {lead(report, moment.value)}."] if moment.value is not None else []
        text = " ".join(one if one[-1:] in ".!" else f"{one}." for one in moment.sentences)
        points.append(TurningPoint(moment.entry, " ".join([text, *score])))
    return points


def _tail(text: str) -> tuple[str, ...]:
    """The last words of a sentence, which are the same whoever it is about."""
    return tuple(text.split()[-3:])
