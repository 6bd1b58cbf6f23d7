"""The rest of a game turn played ahead many times: one's own orders against the robot, from what one may know.

It tells how the turn may end, and which questions the orders leave open on the way. What their author writes to such
a question (`imagine.calls`) goes into his order lines, a script or a policy, as a line like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.odds import Answer, OutcomeGroup, check_games, histogram, mean, sampled
from pbem.engine.picture import Picture
from pbem.engine.ruleset import RuleSet
from pbem.engine.script import Script
from pbem.engine.standing import StandingOrders
from pbem.engine.world import Sight, World
from pbem.errors import BadQuestion, GameOver
from pbem.imagine import GAMES
from pbem.imagine.own_orders import AnswerSlot, Own, OwnInDuel, Question, places_of_enemies
from pbem.imagine.sight import seen_by
from pbem.ledger.cases import agreed
from pbem.player.orders import Orders
from pbem.player.player import Player

MOST_LINES = 3
"""Lines of the robot that are told to a question."""
MOST_POSSIBLE = 60
"""Lines that could be given to a question."""
OFTEN = 0.5
"""Of the games of a question: an enemy who stands somewhere new in so many is named."""
AWAY = "off the map"
STAYS = 0.995
"""A piece that stands where it is in so many games is only named."""
HIDDEN = (
    "something that you cannot see decides how the game goes on from this question. So the turn cannot be "
    "played ahead here. Try again at your next choice"
)


class Open(Struct, frozen=True):
    """A question that the orders leave open.

    Attributes:
        name: of the card. `kind`, `question`: what is asked. `none`: nothing is written for it at all.
        games: in how many it was asked. `wanted`: at an `ask` or an alarm, or a policy `ask`.
        later: order lines of now do not reach so far, so that nothing can be written for it.
        enemy: a place where an enemy stood then and does not stand now, and in how many of those games.
        robot: what the robot did, and how often; the lines most often given.
        possible: what could be answered, and in how many; the lines most often possible.
    """

    place: AnswerSlot
    name: str
    kind: str
    question: str
    none: bool
    games: int
    wanted: bool
    later: bool
    enemy: tuple[str, int]
    robot: tuple[tuple[str, int], ...]
    possible: tuple[tuple[str, int], ...] = ()


class Ahead(Struct, frozen=True):
    """A turn that was played many times.

    Attributes:
        open: what the orders leave open, card by card and then by how often.
        sittings: how often their author would have to sit down, a game a value.
        ends: how the turn may end.
    """

    open: tuple[Open, ...]
    sittings: tuple[int, ...]
    ends: Answer


class _TurnPlayed(Struct):
    """One turn that was played.

    Attributes:
        before: what each side had in the world that was imagined, `after`: when the turn was over.
        places: piece to the name of its place.
        done: statements of the orders that were carried out. `won`: the sides that have won, None while
            the game goes on.
        asked: the first question of each place. `sittings`: see Ahead.
    """

    before: dict[str, Mapping[str, int]]
    after: dict[str, Mapping[str, int]]
    score: Mapping[str, int]
    places: dict[str, str]
    done: list[int]
    won: tuple[str, ...] | None
    asked: dict[AnswerSlot, Question]
    sittings: int


def turn_ahead(
    game: Player,
    orders: Orders,
    games: int = GAMES,
    seed: int = 1,
    tick: Callable[[], None] = lambda: None,
) -> Ahead:
    """How the turn may end, and what is left open, over many plays.

    Where the orders say nothing the robot plays for their side too, as it does for all others; it plans nothing ahead.
    Raises BadQuestion, GameOver, BadScript, NotAllowed, NotInThisGame.
    """
    agreed.check_aid(game.ledger, "odds")
    agreed.check_aid(game.ledger, "robot")
    check_games(games)
    sight, standing = _sight(game), _standing_with(game, orders)
    turns, in_duel = list[_TurnPlayed](), not game.ledger.offices.moderated
    for number in range(games):
        policies = codec.copied(standing)
        turns.append(_play_once(sight, orders, policies, f"turn {seed} {number}", in_duel))
        tick()
    return Ahead(
        _open_rows(turns), tuple(one.sittings for one in turns), _ends(sight, orders, turns, seed)
    )


def _sight(game: Player) -> Sight:
    """What its player sees of a game under way. Raises BadQuestion, GameOver."""
    ledger, side = game.ledger, game.player_side
    if ledger.result is not None:
        raise GameOver(result=ledger.result.reason)
    if not ledger.begun or ledger.play.state is None:
        raise BadQuestion(why="the game has not begun")
    return seen_by(ledger, side)


def _standing_with(game: Player, orders: Orders) -> StandingOrders:
    """What speaks for its player."""
    standing = game.standing
    reactions = standing.reactions if orders.reactions is None else orders.reactions
    return StandingOrders(dict(reactions), dict(standing.scripts), dict(standing.cursors))


def _play_once(
    sight: Sight, orders: Orders, standing: StandingOrders, seed: str, in_duel: bool
) -> _TurnPlayed:
    """Play the turn to its end once, in a world dealt by `seed` that fits what the side sees."""
    rules, side = sight.rules, sight.side
    turn = rules.words.turn(sight.state)
    world: World[Any] | None = World.imagined(
        sight, seed, lambda state: rules.words.turn(state) != turn
    )
    if world is None:
        raise BadQuestion(why=HIDDEN)
    before_tally = {one: rules.tally(world.state, one) for one in rules.sides}
    enemies = tuple(places_of_enemies(rules, sight.state, side))
    began = world.checkpoint.asked if any(r.side == side for r in world.pending) else -1
    script = Script("\n".join(orders.lines))
    if in_duel:
        answers = StandingOrders(dict(orders.on_the_way))
        own: Own = OwnInDuel(world, side, script, {}, standing, enemies, began, on_the_way=answers)
    else:
        own = Own(world, side, script, orders.scripts, standing, enemies, began)
    own.play()
    state, result, score = world.state, world.result, rules.score(world.state)
    return _TurnPlayed(
        before_tally,
        {one: rules.tally(state, one) for one in rules.sides},
        score.lines if score is not None else {},
        _places(rules.picture(rules.secrets.veil(state, side), side)),
        sorted(set(own.done)),
        result.winners if result is not None else None,
        own.asked,
        own.sittings,
    )


def _places(picture: Picture) -> dict[str, str]:
    return {piece.id: space.name for space in picture.spaces for piece in space.pieces}


# -- what is left open ----------------------------------------------------------------------------


def _open_rows(played: Sequence[_TurnPlayed]) -> tuple[Open, ...]:
    rows: dict[AnswerSlot, list[Question]] = {}
    for playout in played:
        for place, questions in playout.asked.items():
            rows.setdefault(place, []).append(questions)
    return tuple(
        sorted(
            (_row(place, questions) for place, questions in rows.items()),
            key=lambda row: (not row.place.card, int(row.place.card or 0), -row.games),
        )
    )


def _row(place: AnswerSlot, questions: list[Question]) -> Open:
    """The questions of many games that one answer would settle, as one row: how often each was asked, and of what."""
    first_question = questions[0]
    (most,) = Counter(e for one in questions for e in one.enemies).most_common(1) or [("", 0)]
    lines = Counter(one.line for one in questions).most_common(MOST_LINES)
    return Open(
        place,
        first_question.name,
        first_question.kind,
        first_question.question,
        first_question.none,
        len(questions),
        first_question.wanted,
        first_question.later,
        most if most[1] >= OFTEN * len(questions) else ("", 0),
        tuple(lines),
        tuple(
            Counter(line for one in questions for line in one.possible).most_common(MOST_POSSIBLE)
        ),
    )


# -- how it may end ------------------------------------------------------------------------------


def _ends(sight: Sight, orders: Orders, turns: Sequence[_TurnPlayed], seed: int) -> Answer:
    """Charts of how often each line was carried out, who leads then, what it cost, and who is where."""
    rules, games = sight.rules, len(turns)
    blocks = [
        *_lines(orders, turns),
        *_winners(rules, turns),
        *_scores(sight, turns),
        *_tallies(rules, turns),
    ]
    charts, idle_pieces = _pieces(sight, turns)
    notes = [f"Hardly ever moved: {', '.join(idle_pieces)}."] if idle_pieces else []
    theirs = "Where your orders say nothing, the robot plays for you. It also plays the other side."
    notes += [
        theirs,
        "What you cannot see is dealt again at random in each game. Nobody's secrets are used.",
    ]
    return Answer(
        f"The rest of {rules.words.turn(sight.state) or 'the game'}, played ahead",
        (*blocks, *charts),
        games,
        seed,
        notes=tuple(notes),
    )


def _lines(orders: Orders, played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    """How often each statement was carried out."""
    statements = Script("\n".join(orders.lines)).statements
    counts = Counter(at for one in played for at in one.done)
    lines = [sampled(one.text, counts[at], len(played)) for at, one in enumerate(statements)]
    return [OutcomeGroup("Your lines that were carried out", tuple(lines))] if lines else []


def _winners(rules: RuleSet[Any], played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    won = Counter(one.won for one in played if one.won is not None)
    names = {one: " and ".join(rules.sides[s].name for s in one) or "nobody" for one in won}
    lines = [sampled(f"{names[one]} wins", won[one], len(played)) for one in sorted(won)]
    return [OutcomeGroup("The game ends in this turn", tuple(lines))] if lines else []


def _scores(sight: Sight, played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    """The tracks that tell who leads: where they stand at the end of the turn."""
    now = sight.rules.score(sight.state)
    first_side = next(iter(sight.rules.sides.values())).name
    blocks = []
    for name, value in now.lines.items() if now is not None else ():
        values = [one.score.get(name, value) for one in played]
        ahead = f", {first_side} ahead by" if now is not None and len(now.points) == 2 else ""
        title = f"{name}{ahead}: now {value:+}, then {mean(values):+.1f} on average"
        blocks.append(OutcomeGroup(title, histogram(values, signed=True)))
    return blocks


def _tallies(rules: RuleSet[Any], played: Sequence[_TurnPlayed]) -> list[OutcomeGroup]:
    """What each side has gained or lost in the turn, where that differs from nothing."""
    blocks = []
    for side, about in rules.sides.items():
        for name in played[0].before[side]:
            values = [one.after[side][name] - one.before[side][name] for one in played]
            if any(values):
                title = f"{about.name}, {name}: {mean(values):+.1f} on average"
                blocks.append(OutcomeGroup(title, histogram(values, signed=True)))
    return blocks


def _pieces(sight: Sight, turns: Sequence[_TurnPlayed]) -> tuple[list[OutcomeGroup], list[str]]:
    """Charts of where the pieces are at the end whose names this side knows, and the names of those that stay."""
    rules, side = sight.rules, sight.side
    picture = rules.picture(sight.state, side)
    hidden = rules.secrets.veiled(sight.state)
    blocks, idle_pieces = [], []
    for space in picture.spaces:
        for piece in space.pieces:
            if hidden and piece.side != side:
                continue
            counts = Counter(one.places.get(piece.id, AWAY) for one in turns)
            if counts[space.name] >= STAYS * len(turns):
                idle_pieces.append(piece.name)
                continue
            title = f"{piece.name}, now at {space.name}"
            lines = [sampled(at, count, len(turns)) for at, count in counts.most_common()]
            blocks.append(OutcomeGroup(title, tuple(lines)))
    return blocks, idle_pieces
