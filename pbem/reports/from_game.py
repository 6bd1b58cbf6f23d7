"""From an open game to a report: for one reader, or for everybody after the GM has applied mails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pbem.engine.ruleset import Score
from pbem.engine.scenarios import starting_state
from pbem.ledger.cases import agreed, time
from pbem.ledger.cases.unsettled import COMMANDS, Ways, notices
from pbem.ledger.glimpse import state_for
from pbem.ledger.story import voided_by
from pbem.ledger.values import READY
from pbem.protocol.bodies import Ruling
from pbem.reports import report_parts, sentences
from pbem.reports.battles import battles
from pbem.reports.context import (
    PUBLIC,
    Choice,
    OpenRequest,
    Passage,
    Point,
    asked_of,
    build,
    story,
)
from pbem.reports.correctables import Correctable
from pbem.reports.formats import render
from pbem.reports.order_sentences import names_of
from pbem.reports.period import LATEST, Period

if TYPE_CHECKING:
    from pbem.engine.document import AnyPart
    from pbem.engine.picture import Tray
    from pbem.engine.ruleset import RuleSet
    from pbem.ledger.ledger import Ledger
    from pbem.ledger.story import Story
    from pbem.proof.reader import Reader
    from pbem.reports.context import (
        Context,
        EntryStory,
    )


def report(
    game: Reader,
    side: str = "",
    form: str = "text",
    period: Period = LATEST,
    flavour: str = "",
) -> str:
    """The report for `side` ("" for the identity's own seat, the GM sees the public one).

    Where the period is over, with the position as it was then; a page on which nobody writes, see
    `tapping.with_writing`. Raises NoSuchTurn.
    """
    return render(report_for(game, side, period), form, flavour)


def report_for(game: Reader, side: str = "", period: Period = LATEST) -> Context:
    """The context of a report about a period, with the map and the line of the score."""
    first, last = period.entries(game, side)
    stories = game.stories(first, last, side)
    then = game if last == len(game.save.entries) - 1 else game.before(last)
    story_report = context(then, side, stories, game.led_to(first, side))
    return with_map(
        then, folded_report(game, story_report, first) if period == LATEST else story_report
    )


def battle_board(rules: RuleSet[Any], state: Any, side: str) -> tuple[Tray, ...]:
    """The board of the battle that is being fought in a position that is veiled for `side`; () without one."""
    return tuple(tray for tray in rules.trays(state, side, {}) if tray.is_battle)


def folded_report(game: Reader, base: Context, first: int) -> Context:
    """A report told by who acted, that knows whether it begins with its reader's last orders."""
    own = base.audience in game.ledger.cases.ordered and first == game.last_order(base.audience)
    return replace(base, folded=True, since=first if own else 0)


def with_map(game: Reader, base: Context) -> Context:
    """A report with the picture of the position and the line of the score."""
    rules, state = game.ledger.rules, game.ledger.play.state
    gone = game.past and game.ledger.veiled
    eyes = PUBLIC if gone else game.holder.sight_of(game.ledger, base.audience)
    seen = state_for(rules, state, eyes)
    return replace(base, picture=rules.picture(seen, eyes), battle=battle_board(rules, seen, eyes))


def trend(game: Reader) -> tuple[str, tuple[Point, ...]]:
    """What the score is called, and its course: at the start, then at the end of each turn."""
    ledger, genesis = game.ledger, game.ledger.genesis
    first = starting_state(ledger.rules, genesis.scenario, genesis.options, genesis.rules_version)
    start = ledger.rules.score(first)
    if (
        start is None or len(start.lines) > 1
    ):  # the line goes up for one side and down for the other
        return "", ()
    ((name, value),) = start.lines.items()
    scores = ((turn.name, Score(start.name, turn.score)) for turn in game.turns)
    turns = (Point(turn, score.lines.get(name, 0)) for turn, score in scores)
    return name, (Point("start", value), *turns)


def position(game: Reader, side: str = "") -> Context:
    """Only the position and what is asked."""
    return context(game, side, ())


def entries_story(game: Reader, stories: Sequence[Story]) -> Iterator[AnyPart]:
    """Only what happened, entry by entry."""
    whole = context(game, "", stories)
    fights = battles(whole)
    for entry in whole.entries:
        yield from report_parts.story(whole, entry, fights)


def context(
    game: Reader, side: str, stories: Sequence[Story], before: Sequence[Story] = ()
) -> Context:
    """The context of a report about `stories` and the position now.

    Args:
        before: what was before them, of which a battle that went on is told again.
    """
    view = game.view(side)
    entries = [entry_story(game, one) for one in stories]
    earlier = [entry_story(game, one) for one in since_battle(before)]
    reader = PUBLIC if game.past else view.side
    ledger = game.ledger
    answered = _answered(game)
    questions = [
        asked_of(request, reader, view.known, ledger.rules)
        for request in game.requests
        if request.side not in answered
    ]
    questions += [_ready(side, reader) for side in ledger.owes_ready() if side not in answered]
    if not game.past:
        questions = [replace(one, by=time.by(ledger, one.side)) for one in questions]
    result = game.result
    rules = ledger.rules.name
    n = len(game.save.entries) - 1
    end_reason = result.reason if result else ""
    built = build(
        game.title,
        rules,
        view.side,
        entries,
        view.position,
        questions,
        game.head,
        n,
        end_reason,
        earlier=earlier,
    )
    name, points = trend(game)
    return replace(
        built,
        notices=notice_sentences(ledger, reader),
        halted=("" if questions else _outcome(ledger, answered)) or _halted(ledger),
        last=game.last,
        terms=agreed.words(ledger),
        seen_by_all=game.past and ledger.veiled and view.side != PUBLIC,
        trend=points,
        score_name=name,
    )


def _halted(ledger: Ledger) -> str:
    """For what a game waits in which no question of the rules is open; "" if it does not."""
    if ledger.position.failure:
        return "the GM's ruling on an error of the program"
    return "an answer to the proposal" if ledger.cases.proposal is not None else ""


def _answered(game: Reader) -> tuple[str, ...]:
    """Those who have answered in a duel, behind its log."""
    if game.past or game.save.order is None:
        return ()
    from pbem.duel.waiting import answered_sides  # for duels only

    return answered_sides(game.ledger, game.save.order)


def _outcome(ledger: Ledger, answered: Sequence[str]) -> str:
    """For what a duel waits in which these sides have answered; "" where none has."""
    witnesses = [ledger.offices.witness_of(side) for side in answered]
    names = " and ".join(ledger.seats[side].keys.name for side in witnesses)
    return f"{names} to send the outcome of the last answer" if names else ""


def notice_sentences(ledger: Ledger, reader: str, ways: Ways = COMMANDS) -> tuple[str, ...]:
    """What waits, and what a reader should know: deadlines, their own lines, and what the game waits for."""
    return (*_deadlines(ledger), *_waiting(ledger, reader), *notices(ledger, ways))


def entry_story(game: Reader, source: Story) -> EntryStory:
    """An entry for a report: what happened, and what no event of the rules tells."""
    source = in_words(game, source)
    entry = story(
        source.n, source.side, source.key, source.decisions, source.events, source.left, source.why
    )
    doubts = (Passage("text", f"Not so here: {doubt}.") for doubt in source.doubts)
    alone = (Passage("text", text, to=side) for side, text in source.private)
    more = sentences.passages(game, source.n)
    entry = replace(entry, passages=(*entry.passages, *more, *doubts, *alone))
    rewinds = game.ledger.cases.rewinds
    void = voided_by(source.n, game.ledger.n + 1, rewinds) if rewinds else 0
    return replace(entry, void=void, undoes=rewinds.get(source.n, 0))


def in_words(game: Reader, source: Story) -> Story:
    """The story of a correction, whose events have the ids of the state, with names; any other story as it is."""
    step, ledger = game.save.entries[source.n].body.step, game.ledger
    if not isinstance(step, Ruling) or step.kind != "patch":
        return source
    state = state_for(ledger.rules, ledger.play.state, PUBLIC)
    picture = ledger.rules.picture(state, PUBLIC)
    things = Correctable(names_of(ledger.rules, "", picture), state, picture)
    events = [replace(event, text=things.readable(event.text)) for event in source.events]
    return replace(source, events=tuple(events))


def _ready(side: str, reader: str) -> OpenRequest:
    mine = side == reader
    choices = (Choice(READY, "", ""),) if mine else ()
    words = sentences.READY_ASKED if mine else sentences.OTHERS_READY
    return OpenRequest(side, READY, words, "", READY, mine, choices)


def since_battle(stories: Sequence[Story]) -> Sequence[Story]:
    """The last of these stories, from the one on in which a battle began; none without one."""
    for at in range(len(stories) - 1, -1, -1):
        if any(event.kind == "battle" for event in stories[at].events):
            return stories[at:]
    return ()


def _waiting(ledger: Ledger, reader: str) -> list[str]:
    """The reader's own lines that wait for their turn."""
    waiting = ledger.position.rest.get(reader)
    # Who is only shown a game of hidden pieces is not told when a line of his has had its turn.
    if ledger.veiled or waiting is None or not waiting.remaining:
        return []
    lines = "; ".join(f"`{line}`" for line in waiting.remaining)
    return [f"Your lines of entry {waiting.entry} that wait for their turn: {lines}."]


def _deadlines(ledger: Ledger) -> list[str]:
    """By when who must answer."""
    clock = ledger.cases.clock
    texts = [time.deadline_sentence(clock, side, asking) for side, asking in ledger.askings.items()]
    return [text for text in texts if text]
