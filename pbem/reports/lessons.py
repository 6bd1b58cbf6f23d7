"""What `pbem learn` tells: short games to begin with, and a lesson for each kind of question.

`rules_data/<game>/learn.toml` has `[[game]]` tables and a table `kinds`; a kind that is not in it is told
from the rulebook, in our words.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from pbem.engine.request import Request
from pbem.engine.scenarios import find_scenario
from pbem.errors import UnknownSection
from pbem.games import find, installed_games
from pbem.reports.rulebook import rulebook
from pbem.resources import toml

ALL = "all"
"""For how a game is won: all scenarios that are not named."""


class First(Struct, frozen=True, forbid_unknown_fields=True):
    """A short game: its scenario, the side that the learner plays, how long it takes, and what it is about."""

    scenario: str
    side: str
    minutes: int
    goal: str


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of question: what is decided, and what good players weigh."""

    what: str
    weigh: str


class Lessons(Struct, frozen=True, forbid_unknown_fields=True):
    """All of a rule set.

    Attributes:
        about: the game in one sentence. `length`: how long it takes. `level`: how hard it is.
        wins: scenario to how it is won; under `all` what holds in every other one.
        times: scenario to how long it takes against a robot.
    """

    about: str
    length: str
    level: str
    wins: Mapping[str, str]
    game: tuple[First, ...]
    kinds: Mapping[str, Lesson]
    times: Mapping[str, str] = {}


class Opening(Struct, frozen=True):
    """What whoever begins a game reads first: who they are, what they want, and how long it takes at one table."""

    title: str
    goal: str
    length: str = ""


def file_of(rules: str) -> Path:
    """Where the lessons of a rule set lie; not all have some. Raises UnknownGame."""
    return find(rules).data.file("learn.toml")


def taught() -> list[str]:
    """The rule sets that have lessons."""
    return [name for name in installed_games() if file_of(name).exists()]


def lessons(rules: str) -> Lessons:
    """The lessons of a rule set that has some."""
    return msgspec.convert(toml(file_of(rules).read_bytes()), Lessons)


def first(rules: str, scenario: str = "") -> First:
    """The short game of this scenario, or the first one. Raises UnknownScenario."""
    games = {one.scenario: one for one in lessons(rules).game}
    if not scenario:
        return next(iter(games.values()))
    titles = find(rules).scenarios()
    return games[find_scenario({id: titles[id] for id in games}, scenario)]


def opening(rules: str, scenario: str, side: str) -> Opening | None:
    """The first words to a side of a scenario; None for a rule set without lessons."""
    if rules not in taught():
        return None
    texts, people = lessons(rules), find(rules).sides[side].people
    for lesson in texts.game:
        if (lesson.scenario, lesson.side) == (scenario, side):
            return Opening(f"Your game, about {lesson.minutes} minutes", lesson.goal)
    goal = texts.wins.get(scenario, texts.wins[ALL])
    return Opening(f"You are the {people}", goal, f"It takes {texts.length}.")


def lesson_paragraphs(rules: str, request: Request) -> list[str]:
    """The lesson about a question, in paragraphs; none for what no section tells."""
    lesson = lessons(rules).kinds.get(request.kind)
    if lesson is None:
        what = _from_rulebook(rules, request.rule)
        return [f"NEW: {what}"] if what else []
    return [f"NEW: {lesson.what}", f"Good players: {lesson.weigh}"]


def _from_rulebook(rules: str, number: str) -> str:
    try:
        return " ".join(section.text for section in rulebook(rules).find(number))
    except UnknownSection:
        return ""
