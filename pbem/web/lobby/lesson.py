"""What stands beside the question at a table of robots: the lesson when a kind of question first comes, and a hint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.home import computer, opening
from pbem.player.invitation import Speaker
from pbem.player.robots import advice
from pbem.protocol.keys import Identity
from pbem.reports import lessons
from pbem.round import learning, robot_table
from pbem.round.learning import Coached
from pbem.web.lobby import robots
from pbem.web.seat.desk import VERBS, Seated, seated
from pbem.web.seat.seat import Part, Seat
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Answer, Download

NO_HINT = "No hint here: a die or your opponent comes next. Send your orders to see."


class Coach:
    """Tells a learner first who they are, then about each kind of question once, and gives hints.

    Attributes:
        opening: who the learner is, what they want, and how long it takes.
        question: that he is told about: its kind, and how far log and orders were. `lesson`: in paragraphs.
        hint: an order line.
    """

    def __init__(self, coached: Coached, opening: lessons.Opening | None) -> None:
        self.coached, self.opening = coached, opening
        self.question, self.lesson, self.hint = ("", 0, 0), list[str](), ""
        self.verbs: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
            "hint": self.give_hint,
            "lesson": self.tell_again,
        }

    def part(self, seat: Seat) -> str:
        """The lesson about what is asked now, if it is new; at the end nothing any more."""
        request = seat.request
        if seat.game.result is not None:
            self.coached.finish()
            return robots.coach_panel()
        if seat.arrived:
            return robots.coach_panel()  # first what happened, then the question
        if request is not None and self.question != (question := _question(seat, request.kind)):
            self.question, self.lesson = question, self.coached.lesson(request)
        if self.hint and self.hint != _advice(seat):
            self.hint = ""
        lesson = self.lesson if request is not None else []
        opening = self.opening if self.coached.begins else None
        return robots.coach_panel(lesson, True, self.hint, _said(seat, self.hint), opening=opening)

    def give_hint(self, seat: Seat, words: Mapping[str, str]) -> Answer:
        """What a simple player would order now."""
        self.hint = _advice(seat)
        message = f"A simple player would order: {_said(seat, self.hint)}" if self.hint else NO_HINT
        return seat.answer(message)

    def tell_again(self, seat: Seat, words: Mapping[str, str]) -> Answer:
        """The lesson about what is asked, once more."""
        if seat.request is not None:
            self.question = _question(seat, seat.request.kind)
            self.lesson = lessons.lesson_paragraphs(self.coached.rules, seat.request)
        return seat.answer()


def _question(seat: Seat, kind: str) -> tuple[str, int, int]:
    """What tells a question from the next one of its kind."""
    return kind, len(seat.game.save.entries), len(seat.lines)


class Lesson:
    """The page of a learner, who has a `home` of his own."""

    def __init__(self, home: Path, page: Seated) -> None:
        self.home, self.page = home, page
        self.seat = page.seat

    def whole(self) -> str:
        with computer.sitting_as(self.home):
            return self.page.whole()

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        with computer.sitting_as(self.home):
            return self.page.act(verb, words)

    def drop(self, name: str, content: bytes) -> Answer:
        with computer.sitting_as(self.home):
            return self.page.drop(name, content)

    def download(self, name: str) -> Download:
        with computer.sitting_as(self.home):
            return self.page.download(name)

    def keep(self) -> str:
        with computer.sitting_as(self.home):
            return self.page.keep()


def lesson(rules: str, first_game: lessons.First, jobs: Jobs, shelf: str = "") -> Lesson:
    """The page of a lesson, begun if it was not yet. Raises what `robots.sit_down` raises."""
    file = learning.file_of(rules, first_game)
    home = file.with_name(learning.LEARNER)
    with learning.sitting(file):
        with robots.told_if_cut_off():
            if not file.exists():
                learning.begin(file, rules, first_game)
            learner = Identity.load(computer.existing_identity(), "")
            robot_table.take(file)
            game = opening.read_game(Speaker, file, learner)
            if first_game.side not in game.ledger.seats:
                robots.join(file, learner, first_game.side)
                game = opening.read_game(Speaker, file, learner)
        opening.remember(game)
        opening_words = lessons.opening(rules, first_game.scenario, first_game.side)
        coach = Coach(Coached(rules, learning.told_of(file)), opening_words)
        verbs = {**VERBS, **coach.verbs}
        page = seated(game, jobs, verbs, Part(coach.part), shelf)
        page.seat.lesson = True
    return Lesson(home, page)


def _said(seat: Seat, line: str) -> str:
    """An order line as its choice reads."""
    return seat.names.statement(line) or line


def _advice(seat: Seat) -> str:
    if seat.request is None or seat.card:
        return ""
    return next(iter(advice(seat.game, seat.orders.lines)), "")
