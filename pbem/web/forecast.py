"""The chance of a choice, where one chooses: at once where it is exact, else a button fights it many times."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.decision import Decision
from pbem.engine.odds import Answer as Told
from pbem.engine.odds import Odds, Question
from pbem.errors import BadQuestion, NotAllowed, NotOnThisPage
from pbem.moderator.turn.foretell import foretell, offered, question
from pbem.reports.odds_drawn import drawn
from pbem.web.drawer import show
from pbem.web.glow import Concern
from pbem.web.jobs import Tick
from pbem.web.page import Answer
from pbem.web.seat import Seat

GAMES = 200
"""Fought for a choice; the odds beside the map fight as many as somebody likes."""


def asked_by(seat: Seat, value: Decision | None) -> tuple[Odds, Question] | None:
    """The odds that a decision asks for where it would be made; None where the game, or the table, tells none."""
    stand = seat.stand
    if value is None or stand.play is None or stand.request is None:
        return None
    rules = seat.game.ledger.rules
    asked = rules.asks(stand.seen, stand.request.side, value)
    if asked is None:
        return None
    try:
        return offered(seat.game)[asked.name], asked
    except (BadQuestion, NotAllowed):
        return None


def told(seat: Seat, one: Concern) -> tuple[bool, str]:
    """Can the chance of a choice be asked for, and what is known of it."""
    found = asked_by(seat, one.value)
    if found is None:
        return False, ""
    odds, asked = found
    known = seat.foretold.get(one.option.line)
    if known is None and not odds.sampled:
        try:
            known = foretell(seat.game, asked.name, asked.given, play=seat.stand.play)
        except BadQuestion:
            return False, ""
        seat.foretold[one.option.line] = known
    return odds.sampled, sentence(known) if known is not None else ""


def sentence(answer: Told) -> str:
    """An answer in short: `Who wins: York 62 %, Lancaster 38 %`."""
    block = answer.blocks[0]
    shares = ", ".join(f"{line.label} {100 * line.share:.0f} %" for line in block.lines)
    games = f", fought {answer.games} times" if answer.games else ""
    return f"{block.title}: {shares}{games}"


def chance(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What may come of the choice `line`, with those of `with`: told where it is chosen. Raises BadQuestion."""
    line, along = words.get("line", ""), words.get("with", "").strip()
    value = seat.names.read(f"{line} with {along}" if along else line)
    found = asked_by(seat, value)
    if value is None or found is None:
        raise NotOnThisPage(why="no odds are told of that")
    _, asked = found
    game, play, kept = seat.game, seat.stand.play, seat.foretold
    question(game, asked.name, asked.given)
    said = seat.names.sentence(value)

    def work(tick: Tick) -> Callable[[], Answer]:
        answer = foretell(game, asked.name, asked.given, games=GAMES, tick=tick, play=play)

        def ended() -> Answer:
            kept[line] = answer
            return seat.answer(f"{said}. {sentence(answer)}.")

        return ended

    return seat.work(f"Odds: {said}", GAMES, work)


def whole(seat: Seat, words: Mapping[str, str]) -> Answer:
    """All that was told of the choice `line`."""
    known = seat.foretold.get(words.get("line", ""))
    if known is None:
        raise NotOnThisPage(why="that was not asked here")
    return show(seat, known.title, drawn(known))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "chance": chance,
    "chances": whole,
}
