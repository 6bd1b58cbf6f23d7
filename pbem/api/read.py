"""From a game as its readers have it to the values that programs get."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec

from pbem.api.values import (
    Choice,
    Event,
    GameData,
    GameTurn,
    Happened,
    Outcome,
    Question,
    SecretStack,
    SeenPosition,
    Waiting,
)
from pbem.engine import codec
from pbem.engine.scenarios import starting_state
from pbem.ledger.cases import agreed, time
from pbem.ledger.story import Story
from pbem.ledger.values import GM, PUBLIC, READY, READY_QUESTION
from pbem.proof.reader import Reader

FAILED = "The program failed at an order, so the GM has to make a ruling."
JOIN = "Join the game."
AGREE = "Agree to the result, so that it is final."


def waiting_for(game: Reader) -> tuple[Waiting, ...]:
    """Whose email the game waits for, sides in the game's order; nobody's once the result is final."""
    ledger, gms = game.ledger, game.ledger.table.gms
    if ledger.result is not None:  # in a duel nobody signs it
        return tuple(Waiting(side, _player(game, side), "over", AGREE) for side in ledger.unsigned)
    if ledger.position.failure is not None:
        return (Waiting(GM, gms[0].name, "ruling", FAILED),)
    if not ledger.begun:
        unseated = (side for side in ledger.sides if side not in ledger.seats)
        return tuple(Waiting(side, "", "join", JOIN) for side in unseated)
    questions = {
        request.side: (request.kind, request.question, request.rule) for request in game.requests
    }
    questions |= dict.fromkeys(ledger.owes_ready(), (READY, READY_QUESTION, ""))
    return tuple(
        _waiting(game, side, *questions[side]) for side in ledger.sides if side in questions
    )


def _waiting(game: Reader, side: str, kind: str, words: str, rule: str) -> Waiting:
    ledger = game.ledger
    asking = ledger.askings[side]
    number, since = ledger.cases.clock.since.get(side, (0, 0))
    return Waiting(
        side,
        _player(game, side),
        kind,
        words,
        rule,
        asking.request,
        since=_moment(since) if asking.number == number else None,
        deadline=_moment(time.deadline(ledger, side)),
        grace=_moment(time.last_moment(ledger, side)),
    )


def _player(game: Reader, side: str) -> str:
    seat = game.ledger.seats.get(side)
    return seat.keys.name if seat else ""


def _moment(seconds: int) -> datetime | None:
    """Seconds since 1970; 0 for never."""
    return datetime.fromtimestamp(seconds, UTC) if seconds else None


def question(game: Reader, side: str = "") -> Question:
    """The open decision of a side (default: one's own), `ready` included.

    Raises NotYourTurn, GameOver, UnknownSide, NotInThisGame.
    """
    side = side or game.player_side
    choices = tuple(
        Choice(option.line, option.group, option.limit, option.rule, option.note)
        for option in game.legal(side)
    )
    if side in game.ledger.owes_ready():
        answers = game.ledger.askings[side].request
        return Question(side, READY, READY_QUESTION, "", answers, choices)
    request = game.request(side)
    stack = request.stack
    return Question(
        side,
        request.kind,
        request.question,
        request.rule,
        request.id,
        choices,
        SecretStack(stack.verb, stack.size, dict(stack.limits)) if stack else None,
    )


def seen_position(game: Reader, side: str = "") -> SeenPosition:
    """The position as a side may know it (default: one's own; the GM's default is the public).

    Raises UnknownSide.
    """
    side, eyes, state, cards = game.sight(side)
    rules = game.ledger.rules
    board = rules.picture(state, eyes)
    places = {place.id: place.name for place in board.places}
    places |= {sea.id: sea.name for sea in board.seas}
    unsure = rules.secrets.unsure(state, eyes)
    return SeenPosition(side, cards, places, unsure, codec.dump(state))


def game_turns(game: Reader) -> tuple[GameTurn, ...]:
    """The game turns so far, with the score at the end of each; the set-up comes first, as turn 0."""
    ledger, genesis = game.ledger, game.ledger.genesis
    setup = starting_state(ledger.rules, genesis.scenario, genesis.options, genesis.rules_version)
    score = ledger.rules.score(setup)
    return (
        GameTurn(0, "start", 0, 0, dict(score.points) if score else {}),
        *(GameTurn(t.number, t.name, t.first, t.last, dict(t.score)) for t in game.turns),
    )


def score_name(game: Reader) -> str:
    """What the score counts, such as `Influence`; "" in a game that keeps none."""
    *_, state, _ = game.sight(PUBLIC)
    score = game.ledger.rules.score(state)
    return score.name if score else ""


def game_data(game: Reader) -> GameData:
    """A game as JSON has it, without a position or lines."""
    ledger, result = game.ledger, game.result
    ends = agreed.of(ledger.genesis).ends
    return GameData(
        file=_text(game.path),
        id=game.id,
        title=game.title,
        rules=ledger.rules.name,
        scenario=ledger.genesis.scenario,
        entry=ledger.n,
        now=game.now,
        sides={side: _player(game, side) for side in ledger.sides},
        waiting_for=waiting_for(game),
        result=Outcome(tuple(result.winners), result.reason) if result else None,
        ends=date.fromisoformat(ends) if ends else None,
        score=score_name(game),
        turns=game_turns(game),
    )


def _text(path: Path | None) -> str:
    """A path as text; what of its name is no text becomes a replacement character."""
    return os.fsencode(path).decode("utf-8", "replace") if path else ""


def json_line(data: GameData) -> str:
    """A game as one line of JSON."""
    return msgspec.json.encode(data).decode()


def happened(game: Reader, story: Story) -> Happened:
    """A story as `game` may read it; hidden cards that it knows are named."""
    cards_known, card_name = game.known(), game.ledger.rules.words.card_name
    events = tuple(
        Event(
            event_named.text,
            event_named.rule,
            event_named.kind,
            event_named.needed,
            event_named.value,
        )
        for event_named in (event.naming(cards_known, card_name) for event in story.events)
        if event_named.to in ("", game.side)
    )
    lines = tuple(f"{one.side}: {one.line}" for one in story.decisions)
    return Happened(story.n, story.side, lines, events)
