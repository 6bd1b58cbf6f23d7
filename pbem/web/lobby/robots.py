"""A table of robots on the desk: what is sealed is answered at once, and shown step by step, without mails."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.drawing.templates import environment
from pbem.engine.facets.robot import Level
from pbem.engine.scenarios import find_scenario
from pbem.errors import NotOnThisPage, UnknownSide
from pbem.games import find
from pbem.gm.game import Game
from pbem.home import computer, opening, robot_homes, sent, words
from pbem.player.invitation import Speaker
from pbem.player.orders import Letter, Orders
from pbem.protocol.keys import Identity
from pbem.reports import lessons
from pbem.round import robot_table
from pbem.round.entries import Unfinished
from pbem.web.seat import arrivals, sheets
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer

ANSWERED = "The robots have answered. Look at what happened."
BRIEFLY = "Played. {news}"
MOST_SAID = 120
"""Letters of it over the page, from the last sentence back; the question and the log have more."""
CUT_OFF = "the robots were interrupted. {error} When that is fixed, they continue"


def begin(
    folder: Path, player: Identity, rules: str, scenario: str, side: str, level: str = ""
) -> Path:
    """A new game in this folder in which robots do all that `player` does not.

    Raises UnknownGame, UnknownScenario, UnknownSide, OSError.
    """
    game = find(rules)
    scenario_id = find_scenario(game.scenarios(), scenario)
    if side not in game.sides:
        raise UnknownSide(side=side, known=", ".join(game.sides))
    plays = robot_homes.LEVELS.get(level or robot_homes.ROBOT)
    if plays is None:
        raise NotOnThisPage(why=f"no robot plays `{level}`")
    file = _free(folder, f"{game.name}-{scenario_id}")
    sit_down(file, player, game.name, scenario_id, side, plays)
    return file


@contextlib.contextmanager
def told_if_cut_off() -> Iterator[None]:
    """Entries are signed and safe, and the rest is done when the page is loaded anew. Raises NotOnThisPage."""
    try:
        yield
    except Unfinished as error:
        raise NotOnThisPage(why=CUT_OFF.format(error=error)) from error


def sit_down(file: Path, me: Identity, rules: str, scenario: str, side: str, level: Level) -> None:
    """Begin the game and take the seat. Raises NotOnThisPage where a disk is full, and what signing refuses."""
    robot_table.new_robot_game(file, rules, scenario, me, side, level)
    join(file, me, side)


def join(file: Path, me: Identity, side: str) -> None:
    """Take the seat at a table of robots."""
    game = opening.read_game(Game, file, me)
    opening.remember(game)
    robot_table.hand_over(game, file, game.join(side))


def _free(folder: Path, name: str) -> Path:
    """A file that is not there yet, nor the homes of its robots."""
    file, at = folder / f"{name}.toml", 2
    while os.path.lexists(file) or robot_homes.folder(file).exists():
        file, at = folder / f"{name}-{at}.toml", at + 1
    return file


def moderate(seat: Seat) -> bool:
    """Does a robot moderate this game here?"""
    return robot_homes.has_robot_gm(seat.game.path)


def sits_at(seat: Seat) -> bool:
    """Does a robot moderate this game here, or play the other side of this duel?"""
    path, ledger = seat.game.path, seat.game.ledger
    if path is None:
        return False
    duel = not ledger.offices.moderated
    return robot_homes.has_robot_gm(path) or (
        duel and any(robot_homes.keeps(path, side) for side in ledger.sides)
    )


def hand_over(seat: Seat, letter: Letter) -> Answer:
    """Hand what was signed to the robots, and go on with the game as they leave it."""
    path, game = seat.game.path, seat.game
    if path is None:
        raise NotOnThisPage(why="this game has no file")
    computer.check_may_sign(game)
    sent.keep_youngest(game, letter)
    game_after = answered(game, path, letter)
    seat.take_up(game_after, Orders())
    seat.stamp, seat.since = arrivals.stamp(game_after), arrivals.first_new(game_after)
    seat.brief = "" if game_after.result is not None else arrivals.in_few_words(arrivals.news(seat))
    if seat.brief:  # the question follows at once; the log has all of it
        seat.arrived = False
        computer.set_seen(game_after)
    news = arrivals.last_words(seat.brief, MOST_SAID)
    message = BRIEFLY.format(news=news) if seat.brief else ANSWERED
    return seat.answer(message, everything=True, more=sheets.closed())


def answered(game: Speaker, path: Path, letter: Letter) -> Speaker:
    """Hand what was signed to the robots; the game as they leave it. An end is signed at once, whoever brought it:
    nobody waits for that word. Raises NotOnThisPage and what refuses the letter."""
    with told_if_cut_off():
        after = robot_table.hand_over(game, path, letter)
        if after.result is not None and after.side not in after.ledger.cases.overs:
            over = sent.with_ready(after, after.say("over", after.ledger.cases.result))
            after = robot_table.hand_over(after, path, over)
    return after


def beside_question(seat: Seat) -> str:
    """What stands beside the question: what others would have, and before one's first order the aim of the game.

    An order that was sent for its player, who had no choice, is none: they have looked at nothing yet.
    """
    game, ledger = seat.game, seat.game.ledger
    unseen = sits_at(seat) and computer.last_seen_entry(ledger.game, seat.side) < 0
    begins = game.result is None and (unseen or seat.side not in ledger.cases.ordered)
    genesis = ledger.genesis
    opening = lessons.opening(genesis.rules, genesis.scenario, seat.side) if begins else None
    return coach_panel(wished=words.wished(game), opening=opening, robots=sits_at(seat))


def coach_panel(
    lesson: Sequence[str] = (),
    teaches: bool = False,
    hint: str = "",
    hint_said: str = "",
    wished: Sequence[str] = (),
    opening: lessons.Opening | None = None,
    robots: bool = True,
) -> str:
    """The panel beside the question; `opening`: of a game that has just begun; `robots`: does one play?"""
    page = environment().get_template("desk/coach.html.j2")
    return page.render(
        lesson=lesson,
        teaches=teaches,
        hint=hint,
        hint_said=hint_said,
        wished=wished,
        opening=opening,
        robots=robots,
    )
