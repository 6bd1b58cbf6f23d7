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
    """

    about: str
    length: str
    level: str
    game: tuple[First, ...]
    kinds: Mapping[str, Lesson]


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
