"""The end of a game on the desk: who won and why, how it went, and what can be played next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from pbem.drawing.score_line import score_line
from pbem.drawing.templates import environment
from pbem.games import find
from pbem.home import computer, opening, robot_homes
from pbem.ledger.ledger import Ledger
from pbem.proof.reader import Reader
from pbem.proof.verdict import Verdict
from pbem.reports import lessons
from pbem.reports.ending import ending
from pbem.reports.verdict import checked, line
from pbem.round import learning
from pbem.web.seat.seat import Seat


class Onward(Struct, frozen=True):
    """A game to play next: what the button says, and what the page with all games is asked for."""

    title: str
    verb: str
    words: Mapping[str, str]


def ending_panel(seat: Seat) -> str:
    """The panel about the end as HTML; empty while the game goes on."""
    game, result = seat.game, seat.game.result
    page = environment().get_template("desk/ending.html.j2")
    if result is None or game.path is None:
        return page.render(end=None)
    robot_gm = robot_homes.has_robot_gm(game.path)
    _, verdict = opening.verified(game.path, game.identity)
    end = ending(game, result)
    publishes = game.ledger.final and game.ledger.offices.moderated and not robot_gm
    published = published_keys(seat)
    return page.render(
        end=end,
        mine="" if not result.winners else "won" if seat.side in result.winners else "lost",
        wins=_how_it_is_won(game.ledger),
        chart=score_line(end.course) if end.course is not None else "",
        verdict=_against_robots(verdict) if robot_gm else line(verdict),
        signs=must_sign(game),
        publishes=publishes and not published,
        published=published if publishes else [],
        shelf=seat.shelf,
        onward=list(_onward(seat)) if seat.shelf else (),
    )


def _against_robots(verdict: Verdict) -> str:
    """What was checked of a game that a robot moderated on this computer: nobody audits that, and nothing can be
    said of one with hidden pieces before an audit."""
    return "" if verdict.hidden else checked(verdict)


def published_keys(seat: Seat) -> list[str]:
    """The names of the files with this player's own key of a finished game, if it was published here."""
    game = seat.game
    if game.path is None or not computer.has_revealed(game):
        return []
    return sorted(path.name for path in game.path.parent.glob(f"{game.id}-{seat.side}-reveal*.txt"))


def _how_it_is_won(ledger: Ledger) -> str:
    """What decides a scenario that is won in its own way; empty for one that is won as most of its game are."""
    rules, scenario = ledger.rules.name, ledger.genesis.scenario
    return lessons.lessons(rules).wins.get(scenario, "") if rules in lessons.taught() else ""


def must_sign(game: Reader) -> bool:
    """Does the end wait for the signature of this player? Robots wait for none."""
    ledger = game.ledger
    waits = ledger.result is not None and ledger.offices.moderated
    return waits and game.side not in ledger.cases.overs and not robot_homes.has_robot_gm(game.path)


def _onward(seat: Seat) -> Iterator[Onward]:
    """What can be played next, after a game against robots: the next lesson, again, the other side."""
    game, ledger = seat.game, seat.game.ledger
    if game.path is None or not robot_homes.has_robot_gm(game.path):
        return
    rules, scenario = ledger.rules, ledger.genesis.scenario
    same_game = {"game": rules.name, "scenario": scenario}
    if seat.lesson:
        onward = next_lesson(game.path, rules.name, scenario)
        if onward is not None:
            yield Onward(f"Next lesson: {onward.title}", "learn", onward.words)
        yield Onward("The lesson again", "learn", {**same_game, "again": "yes"})
    else:
        yield Onward("Play it again", "play", {**same_game, "side": seat.side})
    for id, side in rules.sides.items():
        if id != seat.side:
            yield Onward(f"Play the {side.people}", "play", {**same_game, "side": id})


def next_lesson(file: Path, rules: str, scenario: str) -> Onward | None:
    """The first lesson behind this one that is not finished, of this game and then of the others, and after the last
    one from the first on; None where all are finished."""
    all_lessons = [
        (name, lesson) for name in lessons.taught() for lesson in lessons.lessons(name).game
    ]
    at = next(
        n
        for n, (name, lesson) in enumerate(all_lessons)
        if (name, lesson.scenario) == (rules, scenario)
    )
    for name, lesson in (*all_lessons[at + 1 :], *all_lessons[:at]):
        if not learning.is_other_over(file, name, lesson):
            title = find(name).scenarios()[lesson.scenario]
            game = find(name).title.partition(":")[0]
            title = title if name == rules or title.startswith(game) else f"{game}, {title}"
            return Onward(title, "learn", {"game": name, "scenario": lesson.scenario})
    return None
