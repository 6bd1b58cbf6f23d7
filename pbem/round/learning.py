"""Short games against robots in which each kind of question is told about when it first comes (`pbem learn`)."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from pathlib import Path

from msgspec import Struct

from pbem.engine.facets.robot import Level
from pbem.engine.request import Request
from pbem.home import computer
from pbem.protocol.atomic import private_folder, replace_file
from pbem.protocol.keys import Identity
from pbem.reports import lessons
from pbem.round import robot_table

LEARNER, SAVE = "learner", "game.toml"


class Coached(Struct):
    """What a learner has been told; `kept`: the file with the kinds of questions."""

    rules: str
    kept: Path

    @property
    def begins(self) -> bool:
        """Has the learner met one kind of question at most?"""
        return len(self._kinds_told()) <= 1

    def _kinds_told(self) -> list[str]:
        return self.kept.read_text("utf-8").split() if self.kept.exists() else []

    def lesson(self, request: Request) -> list[str]:
        """The lesson about this kind of question, in paragraphs; none when it has been told."""
        kinds_told = self._kinds_told()
        if request.kind in kinds_told:
            return []
        replace_file(self.kept, "\n".join([*kinds_told, request.kind, ""]).encode())
        return lessons.lesson_paragraphs(self.rules, request)

    def finish(self) -> None:
        """The lesson is over, and the lobby says so."""
        over = _over(self.kept)
        if not over.exists():
            replace_file(over, b"")


def file_of(rules: str, lesson: lessons.First) -> Path:
    """The save of this person's lesson; there may be none yet."""
    return computer.folder() / "learn" / _folder_name(rules, lesson) / SAVE


def is_other_over(file: Path, rules: str, lesson: lessons.First) -> bool:
    """Has another lesson of whoever learns by this one, the save `file`, been played to its end?"""
    return is_over(file.parent.with_name(_folder_name(rules, lesson)) / SAVE)


def _folder_name(rules: str, lesson: lessons.First) -> str:
    return f"{rules}-{lesson.scenario}"


def told_of(file: Path) -> Path:
    """What was told in this lesson so far."""
    return file.with_name("told.txt")


def is_over(file: Path) -> bool:
    """Has this lesson been played to its end?"""
    return _over(file).exists()


def _over(beside: Path) -> Path:
    return beside.with_name("over")


def sitting(file: Path) -> AbstractContextManager[None]:
    """Be the learner, who has keys of his own."""
    return computer.sitting_as(file.with_name(LEARNER))


def forget(file: Path) -> None:
    """Begin anew the next time."""
    if file.parent.exists():
        shutil.rmtree(file.parent)


def begin(file: Path, rules: str, lesson: lessons.First) -> None:
    """A new game in which robots do all that the learner, who sits here, does not. Raises Unfinished."""
    me = Identity.new("A learner")
    shutil.rmtree(file.parent, ignore_errors=True)  # what a kill left of a beginning
    private_folder(computer.folder())
    me.save(computer.identity_file(), "")
    robot_table.new_robot_game(file, rules, lesson.scenario, me, lesson.side, Level.SIMPLE)
