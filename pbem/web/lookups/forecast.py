"""The chance of a choice, where one chooses: at once where it is exact, else a button fights it many times, from
that choice on where a battle is being fought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.drawing.odds import odds_markup
from pbem.engine.decision import Decision
from pbem.engine.odds import Answer as Told
from pbem.engine.odds import Line, Odds, Question
from pbem.errors import BadQuestion, NotAllowed, NotOnThisPage
from pbem.imagine.foretell import foretell, odds_offered, question
from pbem.web.seat.drawer import show
from pbem.web.seat.highlights import Concern
from pbem.web.seat.seat import Seat
from pbem.web.server.jobs import Tick
from pbem.web.server.page import Answer

GAMES = 200
"""Fought for a choice; the odds beside the map fight as many as somebody likes."""
MOST_LOST = 4
"""So many of those who may be lost are named."""


def asked_by(seat: Seat, value: Decision | None) -> tuple[Odds, Question] | None:
    """The odds that a decision asks for where it would be made; None where the game, or the table, tells none."""
    stand = seat.stand
    if value is None or stand.play is None or stand.request is None:
        return None
    rules = seat.game.ledger.rules
    question_asked = rules.chances.question(stand.seen, stand.request.side, value)
    if question_asked is None:
        return None
    try:
        return odds_offered(seat.game)[question_asked.name], question_asked
    except (BadQuestion, NotAllowed):
        return None


def known_chance(seat: Seat, concern: Concern) -> tuple[bool, str]:
    """Can the chance of a choice be asked for by many games, and what is known of it, "" for nothing."""
    odds_and_question = asked_by(seat, concern.value)
    if odds_and_question is None:
        return False, ""
    odds, question_of_choice = odds_and_question
    answer = seat.foretold.get(concern.option.line)
    if answer is None and not odds.sampled:
        try:
            answer = foretell(
                seat.game, question_of_choice.name, question_of_choice.given, play=seat.stand.play
            )
        except BadQuestion:
            return False, ""
        seat.foretold[concern.option.line] = answer
    return odds.sampled, sentence(answer) if answer is not None else ""


def sentence(answer: Told) -> str:
    """An answer in short, and what it is about: `Battle at Ely. Who wins: York 62%, Lancaster 38%. Dead: March 7%`.

    Of those who may be lost it names the likeliest."""
    first, *rest = answer.blocks
    sentences = [answer.title, _short(first.title, first.lines)]
    for block in rest:
        lost = sorted((one for one in block.lines if one.share), key=lambda one: -one.share)
        if block.fate:
            sentences.append(
                _short(block.title, lost[:MOST_LOST]) if lost else f"{block.title}: nobody"
            )
    games = f" (fought {answer.games} times)" if answer.games else ""
    return f"{'. '.join(sentences)}{games}"


def _short(title: str, lines: Sequence[Line]) -> str:
    return f"{title}: {', '.join(f'{one.label} {_percent(one.share)}' for one in lines)}"


def _percent(share: float) -> str:
    return "under 1%" if 0 < share < 0.005 else f"{100 * share:.0f}%"


def chance(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What may come of the choice `line`, with those of `with`: told where it is chosen. Raises BadQuestion."""
    line, along = words.get("line", ""), words.get("with", "").strip()
    value = seat.names.read(f"{line} with {along}" if along else line)
    odds_and_question = asked_by(seat, value)
    if value is None or odds_and_question is None:
        raise NotOnThisPage(why="there are no odds of that")
    _, question_of_choice = odds_and_question
    game, play, answers = seat.game, seat.stand.play, seat.foretold
    question(game, question_of_choice.name, question_of_choice.given)
    sentence_said = seat.names.sentence(value)

    def work(tick: Tick) -> Callable[[], Answer]:
        """Play the games; what is returned puts their answer on the page."""
        answer = foretell(
            game,
            question_of_choice.name,
            question_of_choice.given,
            games=GAMES,
            tick=tick,
            play=play,
            first=str(value),
        )

        def show_answer() -> Answer:
            answers[line] = answer
            return seat.answer(f"{sentence_said}: the odds are below.")

        return show_answer

    return seat.work(f"Odds: {sentence_said}", GAMES, work)


def whole(seat: Seat, words: Mapping[str, str]) -> Answer:
    """All that was told of the choice `line`."""
    known = seat.foretold.get(words.get("line", ""))
    if known is None:
        raise NotOnThisPage(why="this page has not asked that")
    return show(seat, known.title, odds_markup(known))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "chance": chance,
    "chances": whole,
}
