"""The turn played ahead: the questions that the orders leave open, to be answered, and how it may end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from pbem.drawing.odds import odds_markup
from pbem.errors import NotOnThisPage, PbemError
from pbem.imagine import GAMES
from pbem.imagine.ahead import Ahead, Open, turn_ahead
from pbem.imagine.calls import ROBOT, with_answer
from pbem.ledger.cases import agreed
from pbem.reports import foresight
from pbem.web.lookups.chances import games_of
from pbem.web.seat.drawer import open_, paragraphs, show, template_markup
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Drawer, Seat
from pbem.web.server.jobs import JobStopped, Tick, Work
from pbem.web.server.page import Answer

ASK = "ask"
TITLE = "Turn ahead"
STOPPED = "Stopped."
WAITS = (
    "The turn is being played {games} times, with the real rules. You will see the results here."
)
NO_TURN = "No turn is under way: you have nothing to decide."
FEW = 6
"""So many of the lines that are possible stand there without a further click."""


class Walk(Struct):
    """What the turn ahead left open, and what was answered since, by its place in the list.

    Attributes:
        done: the words of an answer; "" for a question that is left open on purpose.
    """

    found: Ahead
    done: dict[int, str] = field(default_factory=dict)

    def __call__(self, seat: Seat) -> Drawer:
        """The drawer that lists the questions which the rest of the turn leaves open."""
        games = len(self.found.sittings)
        rows = [
            (
                n,
                question,
                foresight.where(question),
                foresight.why(question, games),
                self.done.get(n),
                _lines(seat, question),
            )
            for n, question in enumerate(self.found.open)
        ]
        markup = template_markup(
            "ahead",
            summary=foresight.summary(self.found),
            nothing=foresight.NOTHING,
            rows=rows,
            games=games,
            few=FEW,
            ends=self.found.ends,
            chart=odds_markup(self.found.ends),
        )
        return Drawer(TITLE, markup)


def _lines(seat: Seat, question: Open) -> list[tuple[str, str, str]]:
    """What can be answered, in words and as a line, the robot's first, with how often."""
    robots, names = dict(question.robot), seat.names
    rows = [(line, f"the robot did so {_times(count)}") for line, count in question.robot]
    rows += [
        (line, f"possible {_times(count)}")
        for line, count in question.possible
        if line not in robots
    ]
    return [(names.line(line) or line, line, how) for line, how in rows]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def turn(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Play the rest of the turn by what is written, `games` times; without that word, explain what it would show.

    Raises BadScript, NotAllowed.
    """
    game, mine, games = seat.game, seat.orders, games_of(words, GAMES)
    for aid in ("odds", "robot"):
        agreed.check_aid(game.ledger, aid)
    if game.owes_ready:
        return show(seat, TITLE, paragraphs(NO_TURN))
    if "games" not in words:
        return show(seat, TITLE, template_markup("turn", games=games, tells=True))
    game.check_standing(mine.scripts, mine.reactions or {})

    def work(tick: Tick) -> Callable[[], Answer]:
        ahead = turn_ahead(game, mine, games, tick=tick)
        return lambda: open_(seat, Walk(ahead))

    return _begin_work(seat, games, work)


def _begin_work(seat: Seat, games: int, work: Work) -> Answer:
    """Begin a work whose answer comes in the drawer; until then the drawer says what comes."""
    body = paragraphs(WAITS.format(games=games))

    def waits(seat: Seat) -> Drawer:
        return Drawer(TITLE, body)

    def work_safely(tick: Tick) -> Callable[[], Answer]:
        try:
            return work(tick)
        except JobStopped:
            problem = STOPPED
        except PbemError as error:
            problem = str(error)

        def show_problem() -> Answer:
            if seat.drawer is waits:
                seat.drawer = lambda seat: Drawer(TITLE, paragraphs(problem))
            return seat.answer(problem)

        return show_problem

    seat.drawer = waits
    return seat.work(TITLE, games, work_safely)


def then(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Answer question `at` with `line`: a line, `robot`, or `ask` to leave it open. Raises as `calls.answered`."""
    walk = seat.drawer
    if not isinstance(walk, Walk):
        raise NotOnThisPage(why="nothing was played ahead")
    at = number(words, "at", len(walk.found.open))
    question, line = walk.found.open[at], words.get("line", "").strip()
    if at in walk.done or question.later:
        raise NotOnThisPage(why="that is answered, or cannot be answered now; play the turn again")
    if line.lower() in ("", ASK):
        walk.done[at] = ""
        return seat.answer("Left open: you will be asked.")
    seat.card = ""
    seat.write(with_answer(seat.game, seat.orders, question, line))
    walk.done[at] = "as the robot would" if line.lower() == ROBOT else line
    return seat.answer(f"Written for {foresight.where(question)}: {walk.done[at]}")


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {"turn": turn, "then": then}
